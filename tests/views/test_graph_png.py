"""The still picture of a belief: nothing is cut off, and a small graph takes a small picture."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.views.bends import middle
from nesyfs_lab.views.graph_png import scene_figure
from nesyfs_lab.views.graph_scene import Scene, SceneMaker, frame_of

NAMES = st.sampled_from(["mug 1", "desk 1", "you", "shelf 1", "fridge 1"])
GRAPHS = st.lists(st.builds(Triplet, NAMES, st.sampled_from(["on", "at", "went to", "is"]), NAMES), min_size=1)


@given(GRAPHS)
def test_every_node_and_every_bent_edge_is_inside(triplets):
    scene = SceneMaker().scene(frame_of(KnowledgeGraph(triplets)))
    (axes,) = scene_figure(scene).axes
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    places = {node.id: (node.x, node.y) for node in scene.nodes}
    middles = [middle(places[edge.source], places[edge.target], edge.bend) for edge in scene.edges]
    for x, y in [*places.values(), *middles]:
        assert left < x < right
        assert top < y < bottom  # y grows downwards


def test_nothing_takes_a_low_strip():
    assert scene_figure(Scene(0, "Nothing is believed yet.")).get_figheight() < 3
