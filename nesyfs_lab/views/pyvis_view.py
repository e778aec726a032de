"""A belief as a pyvis network, and as one HTML file that opens without the internet.

pyvis 0.3.2 writes a page that fetches bootstrap whatever it is told; with the two tags taken out, nothing is fetched.
Its own ``show`` and ``write_html`` also leave a folder behind where they are called: use ``save_graph_html``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from ..graph import KnowledgeGraph, Triplet
from .frames import Frame
from .graph_scene import Scene, SceneMaker
from .palette import MARKS, TRIPLETS, Status
from .text import escape

if TYPE_CHECKING:
    from pyvis.network import Network

Changes = Mapping[Status, Iterable[Triplet | tuple[str, str, str]]]
# Two tags of bootstrap, and a comment with a link that a reader of the page would stumble over.
_LINKS = re.compile(
    r"<link\b[^>]*bootstrap[^>]*/>|<script\b[^>]*bootstrap[^>]*></script>|<!-- <link\b.*?node_modules.*?-->", re.DOTALL
)
_ENTITY = 2_000  # characters of a node's id


def to_pyvis(graph: KnowledgeGraph, *, changes: Changes | None = None) -> Network:
    """``graph`` as a new directed pyvis network, parallel relations kept; positions are fixed and the same every time.

    Args:
        graph: the belief.
        changes: triplets to mark, by status: ``added``, ``removed`` (drawn though the graph lacks them), ``retrieved``.

    Raises:
        ValueError: for an unknown status.
    """
    from pyvis.network import Network

    scene = _scene(graph, changes or {})
    network = Network(height="720px", width="100%", directed=True, cdn_resources="in_line")
    # pyvis shows titles as HTML as soon as one of them holds "href": a world's text must never come to that.
    titles = [node.title.replace("href", "hr\u200bef") for node in scene.nodes]
    ids = _ids(scene, titles)
    for node, title in zip(scene.nodes, titles, strict=True):
        mark = MARKS[node.status]
        network.add_node(
            ids[node.id], label=node.label, title=title, x=node.x, y=node.y, shape="box", physics=False,
            color={"border": mark.light, "background": "#F4F4F4"}, borderWidth=1 if node.status == "kept" else 3,
            shapeProperties={"borderDashes": list(mark.dashes) or False},
        )  # fmt: skip
    for edge in scene.edges:
        mark = MARKS[edge.status]
        network.add_edge(
            ids[edge.source], ids[edge.target], label=edge.label, title=edge.title, color=mark.light, width=mark.width,
            dashes=list(mark.dashes) or False,
            arrows={"to": {"enabled": True, "scaleFactor": 0.5}},
            font={"color": mark.light, "background": "#FFFFFF", "strokeWidth": 0},
            smooth={"enabled": edge.bend != 0, "type": "curvedCW", "roundness": -0.22 * edge.bend},
        )  # fmt: skip
    network.toggle_physics(False)
    return network


def graph_html(graph: KnowledgeGraph, *, changes: Changes | None = None, title: str = "Belief") -> str:
    """A whole page that holds everything it needs and fetches nothing."""
    page = to_pyvis(graph, changes=changes).generate_html(notebook=False)
    page = _LINKS.sub("", page)
    # vis-network names a source map that is not there.
    page = re.sub(r"//# sourceMappingURL=[^\s<]*", "", page)
    words = " &nbsp; ".join(
        f'<span style="color:{mark.light}">{mark.sign or "·"} {mark.word}</span>' for mark in TRIPLETS.values()
    )
    name = escape(title, 300)
    head = f'<title>{name}</title><p style="font:14px sans-serif"><b>{name}</b> &nbsp; {words}</p>'
    return "<!doctype html>\n" + re.sub(r"<center>\s*<h1>\s*</h1>\s*</center>", "", page).replace(
        "<body>", f"<body>{head}", 1
    )


def save_graph_html(
    graph: KnowledgeGraph, path: str | PathLike[str], *, changes: Changes | None = None, title: str = "Belief"
) -> None:
    """Write ``graph_html`` to ``path``, and nothing else anywhere."""
    Path(path).write_text(graph_html(graph, changes=changes, title=title), encoding="utf-8")


def _scene(graph: KnowledgeGraph, changes: Changes) -> Scene:
    from ..events import Retrieved, Updated

    if unknown := set(changes) - set(TRIPLETS):
        raise ValueError(f"changes are marked as {', '.join(TRIPLETS)}; got {', '.join(sorted(map(str, unknown)))}")
    added = tuple(t for t in map(_triplet, changes.get("added", ())) if t in graph)
    removed = tuple(t for t in map(_triplet, changes.get("removed", ())) if t not in graph)
    before = graph.updated(add=removed, remove=added)
    retrieved = tuple(map(_triplet, changes.get("retrieved", ())))
    events = (Retrieved(triplets=retrieved, entities=()), Updated(added=added, removed=removed))
    return SceneMaker().scene(Frame(0, events, before, graph), show_all=True)


def _triplet(parts: tuple[str, str, str]) -> Triplet:
    return Triplet(*parts)


def _ids(scene: Scene, titles: Iterable[str]) -> dict[int, str]:
    """Names as pyvis ids, so that ``network.get_node("fridge 1")`` works; a name that is taken gets a number."""
    ids: dict[int, str] = {}
    taken: set[str] = set()
    for node, title in zip(scene.nodes, titles, strict=True):
        name = title.split("\n")[0][:_ENTITY]
        if name in taken or not name:
            name = f"{name} #{node.id}"
        taken.add(name)
        ids[node.id] = name
    return ids
