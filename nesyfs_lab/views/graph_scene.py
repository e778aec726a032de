"""What a picture of a belief shows at one step: nodes and edges with places, labels and marks, as plain values.

Used alike by the widget, the static picture and the pyvis page.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ..episode import Comparison
from ..graph import KnowledgeGraph, Triplet
from . import aspects
from .bends import LONGEST_RELATION, bends
from .frames import Frame
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
        legend: the marks that it uses, by name (``palette.MARKS``).
    """

    step: int
    caption: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    hidden: int = 0
    legend: tuple[str, ...] = tuple(TRIPLETS)

    def plain(self) -> dict[str, Any]:
        """As lists and dicts, for the page."""
        return asdict(self)


@dataclass
class SceneMaker:
    """Makes scenes in which a kept node never moves.

    ``learn`` the frames of a record in their order; ``scene`` may then be asked for in any order.
    """

    layout: StableLayout = field(default_factory=StableLayout)
    limit: int = READABLE
    _nodes: dict[str, int] = field(default_factory=dict)
    _edges: dict[Triplet, int] = field(default_factory=dict)

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
        if truth is not None:
            aspect = aspects.of_truth(frame, truth)
        else:
            aspect = aspects.of_changes(frame) if other is None else aspects.of_difference(frame, other)
        shown = aspect.believed if show_all or len(aspect.believed) <= self.limit else self._readable(frame, aspect)
        self.layout.place(shown)
        nodes = dict.fromkeys(end for t in shown for end in (t.subject, t.object))
        bent = bends(shown, self.layout)
        hidden = len(aspect.believed) - len(shown)
        return Scene(
            step=frame.step,
            caption=aspect.caption(hidden),
            nodes=tuple(self._node(name, aspect.entities.get(name, "kept")) for name in nodes),
            edges=tuple(self._edge(t, aspect.status.get(t, "kept"), bent[t], t in frame.edited) for t in shown),
            hidden=hidden,
            legend=aspect.legend,
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
        x, y = self.layout[name]
        number = self._nodes.setdefault(name, len(self._nodes))
        word = (
            ""
            if status == "kept"
            else f"\n{MARKS[status].word if status != 'retrieved' else 'looked up for the prompts'}"
        )
        return Node(number, one_line(name, LONGEST_LABEL) or "(empty)", cut(name, _HOVER) + word, x, y, status)

    def _edge(self, triplet: Triplet, status: str, bend: float, edited: bool) -> Edge:
        number = self._edges.setdefault(triplet, len(self._edges))
        sign = MARKS[status].sign + EDITED.sign * edited
        word = f"{MARKS[status].word}{f', {EDITED.word}' * edited}"
        return Edge(
            id=number,
            source=self._nodes[triplet.subject],
            target=self._nodes[triplet.object],
            label=f"{sign} {one_line(triplet.relation, LONGEST_RELATION)}".strip(),
            title=f"{' — '.join(cut(part, _HOVER) for part in triplet)}\n{word}",
            status=status,
            bend=bend,
        )


def frame_of(graph: KnowledgeGraph, before: KnowledgeGraph | None = None) -> Frame:
    """A frame for one graph that belongs to no record, or for the change between two."""
    from ..events import Updated

    before = graph if before is None else before
    change = Updated(step=0, added=graph.difference(before), removed=before.difference(graph))
    return Frame(0, (change,), before, graph)
