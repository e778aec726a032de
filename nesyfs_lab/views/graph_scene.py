"""What a picture of a belief shows at one step: nodes and edges with places, labels and marks, as plain values.

Used alike by the widget, the static picture and the pyvis page.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ..episode import Comparison
from ..graph import KnowledgeGraph, Triplet
from . import aspects
from .bends import LONGEST_RELATION, Bundles, bends
from .frames import Frame
from .histories import SEEN, came_in
from .layout import LONGEST_LABEL, StableLayout
from .palette import EDITED, MARKS, TRIPLETS
from .text import cut, one_line

READABLE = 150
"""Above so many triplets a person reads nothing: only what changed and its neighbours are shown."""
_HOVER = 2_000  # characters of each part of a hover title


@dataclass(frozen=True)
class Node:
    """An entity; ``id`` is the same number in all scenes of one ``SceneMaker``, never text from outside."""

    id: int
    label: str
    title: str
    x: int
    y: int
    status: str


@dataclass(frozen=True)
class Edge:
    """A triplet; ``bend`` is how much it bends to its own right (0: straight)."""

    id: int
    source: int
    target: int
    label: str
    title: str
    status: str
    bend: float


@dataclass(frozen=True)
class Scene:
    """One picture.

    Attributes:
        hidden: how many triplets are left out because there are too many to read.
        few: where nothing is left out although there are too many to read, the edges that are read first; else empty.
        few_caption: the count line of a picture of those alone.
        legend: the marks that it uses, by name (``palette.MARKS``).
        came: the edges that came in this step, each with whether a person put it there.
        shown: the edges that were retrieved for the prompts of this step.
        observation: what the step ended with, as long as hovering shows it.
    """

    step: int
    caption: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    hidden: int = 0
    legend: tuple[str, ...] = tuple(TRIPLETS)
    few: tuple[int, ...] = ()
    few_caption: str = ""
    came: tuple[tuple[int, bool], ...] = ()
    shown: tuple[int, ...] = ()
    observation: str = ""

    def readable(self) -> Scene:
        """The picture of what is read first, which is all of it where that is not too much."""
        if not self.few:
            return self
        wanted = set(self.few)
        edges = tuple(edge for edge in self.edges if edge.id in wanted)
        ends = {end for edge in edges for end in (edge.source, edge.target)}
        nodes = tuple(node for node in self.nodes if node.id in ends)
        hidden = len(self.edges) - len(edges)
        return replace(self, caption=self.few_caption, nodes=nodes, edges=edges, hidden=hidden, few=(), few_caption="")

    def plain(self) -> dict[str, Any]:
        """As lists and dicts, for the page."""
        return {
            **vars(self),
            "nodes": [dict(vars(each)) for each in self.nodes],
            "edges": [dict(vars(each)) for each in self.edges],
        }


@dataclass
class SceneMaker:
    """Makes scenes in which a kept node never moves.

    ``learn`` the frames of a record in their order; ``scene`` may then be asked for in any order.
    """

    layout: StableLayout = field(default_factory=StableLayout)
    limit: int = READABLE
    _nodes: dict[str, int] = field(default_factory=dict)
    _edges: dict[Triplet, int] = field(default_factory=dict)
    # A step changes little: what was drawn before is found again, and so equal scenes share their nodes and edges.
    _drawn_nodes: dict[tuple[str, str], Node] = field(default_factory=dict)
    _drawn_edges: dict[tuple[Triplet, str, float, bool], Edge] = field(default_factory=dict)
    _bundles: Bundles = field(default_factory=dict)
    _bent_among: int = 0

    def learn(self, frame: Frame) -> None:
        """Find places for what is new in ``frame``."""
        if any(end not in self.layout for t in frame.added for end in (t.subject, t.object)):
            # New nodes look for places beside all their neighbours, the old triplets' too.
            new = {end for t in frame.added for end in (t.subject, t.object) if end not in self.layout}
            self.layout.place(dict.fromkeys((*frame.added, *frame.after.connected(new))))

    def scene(
        self,
        frame: Frame,
        show_all: bool = False,
        truth: Comparison | None = None,
        other: KnowledgeGraph | None = None,
    ) -> Scene:
        """The picture of ``frame``: what changed in it, or what of its belief is true, or how another differs."""
        whole = self.whole(frame, truth, other)
        return whole if show_all else whole.readable()

    def whole(self, frame: Frame, truth: Comparison | None = None, other: KnowledgeGraph | None = None) -> Scene:
        """The picture with every triplet; it says which of them are read first where there are too many."""
        if truth is not None:
            aspect = aspects.of_truth(frame, truth)
        else:
            aspect = aspects.of_changes(frame) if other is None else aspects.of_difference(frame, other)
        self.layout.place(aspect.believed)
        nodes = dict.fromkeys(end for t in aspect.believed for end in (t.subject, t.object))
        if self._bent_among != len(self.layout):  # a new node may hide a label
            self._bundles, self._bent_among = {}, len(self.layout)
        bent = bends(aspect.believed, self.layout, self._bundles)
        drawn = tuple(self._node(name, aspect.entities.get(name, "kept")) for name in nodes)
        edges = tuple(self._edge(t, aspect.status.get(t, "kept"), bent[t], t in frame.edited) for t in aspect.believed)
        few = self._readable(frame, aspect) if len(edges) > self.limit else ()
        return Scene(
            step=frame.step,
            caption=aspect.caption(0),
            nodes=drawn,
            edges=edges,
            legend=aspect.legend,
            few=tuple(self._edges[t] for t in few),
            few_caption=aspect.caption(len(edges) - len(few)) if few else "",
            came=tuple((self._edges[t], edited) for t, edited in came_in(frame).items() if t in self._edges),
            shown=tuple(self._edges[t] for t in dict.fromkeys(frame.retrieved) if t in self._edges),
            observation=cut(frame.observed.observation, SEEN) if frame.observed is not None else "",
        )

    def _readable(self, frame: Frame, aspect: aspects.Aspect) -> tuple[Triplet, ...]:
        """What must be seen, what was retrieved, then neighbours of the first, until ``limit`` are together.

        Where there is nothing to be seen first the newest triplets stand in for neighbours.
        """
        chosen = dict.fromkeys(aspect.first)
        ends = dict.fromkeys(end for t in chosen for end in (t.subject, t.object))
        chosen |= dict.fromkeys(t for t in frame.retrieved if t in frame.after)
        for part in (frame.after.connected(ends), tuple(reversed(tuple(frame.after)))):
            if len(chosen) < self.limit:
                chosen |= dict.fromkeys(part)
            if ends:
                break  # the newest only stand in where nothing came first
        return tuple(chosen)[: self.limit]

    def _node(self, name: str, status: str) -> Node:
        if (name, status) not in self._drawn_nodes:
            x, y = self.layout[name]
            number = self._nodes.setdefault(name, len(self._nodes))
            word = "looked up for the prompts" if status == "retrieved" else MARKS[status].word
            title = cut(name, _HOVER) + ("" if status == "kept" else f"\n{word}")
            label = one_line(name, LONGEST_LABEL) or "(empty)"
            self._drawn_nodes[name, status] = Node(number, label, title, x, y, status)
        return self._drawn_nodes[name, status]

    def _edge(self, triplet: Triplet, status: str, bend: float, edited: bool) -> Edge:
        key = triplet, status, bend, edited
        if key not in self._drawn_edges:
            sign = MARKS[status].sign + EDITED.sign * edited
            word = f"{MARKS[status].word}{f', {EDITED.word}' * edited}"
            self._drawn_edges[key] = Edge(
                id=self._edges.setdefault(triplet, len(self._edges)),
                source=self._nodes[triplet.subject],
                target=self._nodes[triplet.object],
                label=f"{sign} {one_line(triplet.relation, LONGEST_RELATION)}".strip(),
                title=f"{' — '.join(cut(part, _HOVER) for part in triplet)}\n{word}",
                status=status,
                bend=bend,
            )
        return self._drawn_edges[key]


def frame_of(graph: KnowledgeGraph, before: KnowledgeGraph | None = None) -> Frame:
    """A frame for one graph that belongs to no record, or for the change between two."""
    from ..events import Updated

    before = graph if before is None else before
    change = Updated(step=0, added=graph.difference(before), removed=before.difference(graph))
    return Frame(0, (change,), before, graph)
