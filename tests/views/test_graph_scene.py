from __future__ import annotations

import json

from nesyfs_lab.events import Updated
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.views.frames import Frames, next_frame
from nesyfs_lab.views.graph_scene import READABLE, SceneMaker, frame_of
from nesyfs_lab.views.histories import Histories
from tests.records import make_record


def scenes():
    frames, maker = Frames(make_record().events), SceneMaker()
    for frame in frames:
        maker.learn(frame)
    return frames, [maker.scene(frame) for frame in frames]


def by_label(items):
    return {item.label: item for item in items}


def test_statuses_have_signs_and_words():
    _, made = scenes()
    edges = made[2].edges
    marked = {edge.status: edge for edge in edges}
    assert set(marked) == {"added", "removed", "retrieved", "kept"}
    assert [marked[s].label[0] for s in ("added", "removed", "retrieved")] == ["+", "−", "◆"]
    assert "removed in this step" in marked["removed"].title
    nodes = by_label(made[2].nodes)
    assert (nodes["mug 1"].status, nodes["closed"].status, nodes["fridge 1"].status) == (
        "added",
        "removed",
        "retrieved",
    )


def test_the_count_line():
    frames, made = scenes()
    assert made[2].caption == "Step 2: 14 triplets (+ 4 added, − 1 removed, ◆ 2 retrieved)"
    assert len(made[2].edges) == len(frames[2].after) + 1, "a removed triplet is drawn once more"


def test_nodes_keep_place_and_number_in_whatever_order_scenes_are_asked_for():
    frames, made = scenes()
    maker = SceneMaker()
    for frame in frames:
        maker.learn(frame)
    for index in (6, 2, 4, 0):
        again = by_label(maker.scene(frames[index]).nodes)
        for label, node in by_label(made[index].nodes).items():
            assert (again[label].x, again[label].y) == (node.x, node.y)
    ids = [{n.label: n.id for n in scene.nodes} for scene in made]
    assert all(a[label] == b[label] for a in ids for b in ids for label in set(a) & set(b))


def crowd(count):
    return KnowledgeGraph([Triplet(f"thing {i}", "in", f"box {i % 40}") for i in range(count)])


def test_a_crowd_is_cut_to_what_changed_and_its_neighbours():
    before = crowd(1_000)
    frame = frame_of(
        before.updated(add=[Triplet("thing 1", "is", "red")], remove=[Triplet("thing 2", "in", "box 2")]), before
    )
    maker = SceneMaker()
    scene = maker.scene(frame)
    assert 2 < len(scene.edges) <= READABLE
    assert {e.status for e in scene.edges} == {"added", "removed", "kept"}
    labels = {n.label for n in scene.nodes}
    assert {"thing 1", "red", "box 1", "thing 2", "box 2"} <= labels
    assert "box 7" not in labels
    assert scene.hidden == 1_001 - len(scene.edges)
    assert f"{scene.hidden} not shown" in scene.caption
    everything = maker.scene(frame, show_all=True)
    assert len(everything.edges) == 1_001
    assert everything.hidden == 0


def test_a_crowd_in_which_nothing_changed_shows_the_newest():
    graph = crowd(400)
    scene = SceneMaker().scene(frame_of(graph))
    assert len(scene.edges) == READABLE
    assert scene.hidden == 250


def test_parallel_edges_bend_apart_and_single_ones_do_not_bend():
    graph = KnowledgeGraph([("a", "in", "b"), ("a", "near", "b"), ("b", "holds", "a"), ("a", "likes", "c")])
    edges = {e.label: e for e in SceneMaker().scene(frame_of(graph)).edges}
    assert edges["likes"].bend == 0
    # Seen from a: an edge that runs from b to a bends to the other side of its own direction.
    offsets = [edges["in"].bend, edges["near"].bend, -edges["holds"].bend]
    low, centre, high = sorted(offsets)
    assert (low, centre) == (-high, 0)
    assert high >= 1


def test_hostile_text_stays_short_plain_and_out_of_ids():
    long = "x" * 100_000
    names = ["<script>alert(1)</script>", long, "__proto__", "\u202eright to left", "\ud800", "", "a\nb"]
    graph = KnowledgeGraph([Triplet(a, b, a) for a in names for b in names])
    scene = SceneMaker().scene(frame_of(graph))
    text = json.dumps(scene.plain(), ensure_ascii=False).encode("utf-8")
    assert len(text) < 400_000
    assert all(isinstance(n.id, int) for n in scene.nodes)
    assert len({n.id for n in scene.nodes}) == len(names)
    assert all(len(n.label) <= 24 and "\n" not in n.label for n in scene.nodes)
    assert any(n.title.startswith("x" * 1_000) for n in scene.nodes), "the hover shows more than the label"
    assert "\u202e".encode() not in text


def test_what_a_person_edited_is_signed():
    edit = Updated(step=0, added=(Triplet("a", "b", "c"),), removed=(), edited=True)
    seen = Updated(step=0, added=(Triplet("d", "e", "f"),), removed=())
    frame = next_frame(None, [seen, edit], 0)
    maker = SceneMaker()
    maker.learn(frame)
    by_label = {edge.label: edge.title for edge in maker.scene(frame).edges}
    assert by_label == {"+✎ b": "a — b — c\nadded in this step, edited by you", "+ e": "d — e — f\nadded in this step"}


def test_an_edit_after_the_step_is_shown_with_it():
    events = [Updated(step=0, added=(Triplet("a", "b", "c"),), removed=())]
    frames = Frames(events)
    frames.sync([*events, Updated(step=0, added=(Triplet("d", "e", "f"),), removed=(), edited=True)])
    scene = SceneMaker().scene(frames[0])
    assert [e.status for e in scene.edges] == ["added", "added"]


def test_a_scene_tells_what_came_and_what_the_prompts_held_as_the_table_does():
    frames, told = scenes()
    histories, ids = Histories(), dict[tuple[str, int], int]()
    maker = SceneMaker()
    for frame in frames:
        histories.learn(frame)
        maker.learn(frame)
    came, shown = dict[int, tuple[int, bool]](), dict[int, list[int]]()
    for frame, scene in zip(frames, told, strict=True):
        assert scene.observation == (frame.observed.observation if frame.observed else "")
        ids |= {(edge.title.rpartition("\n")[0], edge.id): edge.id for edge in scene.edges}
        came |= {key: (scene.step, edited) for key, edited in scene.came}
        for key in scene.shown:
            shown.setdefault(key, []).append(scene.step)
        for triplet in frame.after:
            (key,) = (number for (names, number) in ids if names == " — ".join(triplet))
            history = histories.of(triplet, frame.step)
            assert came[key] == (history.since, history.edited)
            assert tuple(shown.get(key, ())) == history.shown
    assert any(edited for _, edited in came.values())
    assert shown
