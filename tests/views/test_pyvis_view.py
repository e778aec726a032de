from __future__ import annotations

import re

import pytest

from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.views.graph_view import GraphView
from nesyfs_lab.views.pyvis_view import graph_html, save_graph_html, to_pyvis
from nesyfs_lab.views.vis_network import vis_network_source

GRAPH = KnowledgeGraph([("fridge 1", "is", "closed"), ("mug 1", "in", "fridge 1"), ("mug 1", "near", "fridge 1")])
HOSTILE = KnowledgeGraph([("<script>alert(1)</script>", "</script><b>", '<a href="x">'), ("\ud800", "x" * 9_000, "")])


def test_a_network_is_directed_and_keeps_parallel_edges():
    network = to_pyvis(GRAPH)
    assert network.directed
    assert {(e["from"], e["label"], e["to"]) for e in network.edges} == set(GRAPH)
    assert network.get_node("fridge 1")["label"] == "fridge 1"
    assert to_pyvis(GRAPH) is not network


def test_changes_are_marked_and_removed_triplets_are_drawn():
    gone = Triplet("mug 1", "in", "sink 1")
    network = to_pyvis(GRAPH, changes={"added": [Triplet("mug 1", "in", "fridge 1")], "removed": [gone]})
    edges = {e["label"]: e for e in network.edges}
    assert set(edges) == {"is", "+ in", "− in", "near"}
    assert edges["− in"]["dashes"]
    assert not edges["+ in"]["dashes"]
    assert len({e["color"] for e in network.edges}) == 3


def test_an_unknown_status_is_an_error_that_names_the_known_ones():
    with pytest.raises(ValueError, match="added, removed, retrieved"):
        to_pyvis(GRAPH, changes={"new": []})  # type: ignore[dict-item]


@pytest.mark.parametrize("graph", [GRAPH, HOSTILE, KnowledgeGraph()], ids=["kitchen", "hostile", "empty"])
def test_the_page_fetches_nothing(graph):
    page = graph_html(graph)
    assert not re.findall(r"<(?:link|img|iframe|base)\b", page)
    assert not re.findall(r"<script\b[^>]*\bsrc", page)
    assert not re.findall(r"""(?:src|href)\s*=\s*["']?https?:""", page)
    assert "sourceMappingURL" not in page
    assert "@import" not in page


def test_hostile_text_stays_text_in_the_page():
    page = graph_html(HOSTILE, title="<img src=x>")
    assert page.count("<script") == graph_html(KnowledgeGraph()).count("<script")
    assert "<b>" not in page.partition("<body>")[2].partition("drawGraph()")[2]
    assert "<img" not in page
    assert "popup.innerHTML" not in page, "pyvis would show titles as HTML"


def test_saving_writes_the_page_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save_graph_html(GRAPH, tmp_path / "belief.html")
    assert [p.name for p in tmp_path.iterdir()] == ["belief.html"]
    assert (tmp_path / "belief.html").read_text(encoding="utf-8") == graph_html(GRAPH)


def test_pyvis_still_ships_vis_network():
    assert len(vis_network_source()) > 300_000
    assert "sourceMappingURL" not in vis_network_source()


def test_the_widget_carries_a_picture_and_a_line_for_saved_files():
    view = GraphView(GRAPH)
    data, _ = view._repr_mimebundle_()
    assert {"application/vnd.jupyter.widget-view+json", "image/png", "text/plain"} <= set(data)
    assert data["text/plain"] == "GraphView(Step 0: 3 triplets (+ 0 added, − 0 removed, ◆ 0 retrieved))"


def test_show_all_draws_every_triplet():
    view = GraphView(KnowledgeGraph([(f"a {i}", "in", "b") for i in range(300)]))
    assert len(view.scene["edges"]) == 150
    view.show_all = True
    assert len(view.scene["edges"]) == 300
