"""What a picture of a belief shows at one step: nodes and edges with places, labels and marks, as plain values.

Used alike by the widget, the static picture and the pyvis page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ..episode import Comparison
from ..graph import KnowledgeGraph, Triplet
from .bends import LONGEST_RELATION, bends
from .frames import Frame
from .layout import LONGEST_LABEL, StableLayout
from .palette import EDITED, MARKS, TRIPLETS, TRUTH, Beside, Status
from .text import cut, one_line, plural

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

    def scene(self, frame: Frame, show_all: bool = False, truth: Comparison | None = None) -> Scene:
        """The picture of ``frame``: what changed in it, or, beside ``truth``, what of its belief is true."""
        believed = (*frame.after, *(frame.removed if truth is None else truth.missing))
        shown = believed if show_all or len(believed) <= self.limit else self._readable(frame, truth)
        self.layout.place(t for t in shown)
        nodes = dict.fromkeys(end for t in shown for end in (t.subject, t.object))
        bent = bends(shown, self.layout)
        hidden = len(believed) - len(shown)
        status: Mapping[Triplet, str]
        changed: Mapping[str, str]
        if truth is None:
            status, changed, words = triplet_statuses(frame), _changed_entities(frame, nodes), caption(frame, hidden)
        else:
            status = {t: truth.verdicts.get(t, "untold") for t in frame.after} | dict.fromkeys(truth.missing, "missing")
            changed = dict.fromkeys(nodes.keys() - set(frame.after.entities), "missing")
            words = truth_caption(frame, truth, hidden)
        return Scene(
            step=frame.step,
            caption=words,
            nodes=tuple(self._node(name, changed.get(name, "kept")) for name in nodes),
            edges=tuple(self._edge(t, status.get(t, "kept"), bent[t], t in frame.edited) for t in shown),
            hidden=hidden,
            legend=tuple(TRIPLETS if truth is None else TRUTH),
        )

    def _readable(self, frame: Frame, truth: Comparison | None) -> tuple[Triplet, ...]:
        """What changed, what was retrieved, then neighbours of what changed, until ``limit`` are together.

        Where nothing changed the newest triplets stand in for neighbours. Beside the truth, what is wrong comes first.
        """
        if truth is None:
            chosen = dict.fromkeys((*frame.added, *frame.removed))
        else:
            wrong = (t for t in frame.after if truth.verdicts.get(t) in ("stale", "false"))
            chosen = dict.fromkeys((*wrong, *truth.missing, *frame.added))
        ends = dict.fromkeys(end for t in chosen for end in (t.subject, t.object))
        chosen |= dict.fromkeys(t for t in frame.retrieved if t in frame.after)
        for part in (frame.after.connected(ends), tuple(reversed(tuple(frame.after)))):
            if len(chosen) < self.limit:
                chosen |= dict.fromkeys(part)
            if ends:
                break  # the newest only stand in where nothing changed
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


def triplet_statuses(frame: Frame) -> dict[Triplet, Status]:
    """The status of each triplet that is not merely kept. Change outranks retrieval."""
    status: dict[Triplet, Status] = dict.fromkeys(frame.retrieved, "retrieved")
    return status | dict.fromkeys(frame.removed, "removed") | dict.fromkeys(frame.added, "added")


def caption(frame: Frame, hidden: int = 0) -> str:
    """The count line."""
    counts = (("added", len(frame.added)), ("removed", len(frame.removed)), ("retrieved", len(frame.retrieved)))
    words = [f"{TRIPLETS[status].sign} {count} {status}" for status, count in counts]  # type: ignore[index]
    line = f"Step {frame.step}: {plural(len(frame.after), 'triplet')} ({', '.join(words)})"
    return f"{line}. Shown: what changed and its neighbours; {hidden:,} not shown." if hidden else line


def truth_caption(frame: Frame, truth: Comparison, hidden: int = 0) -> str:
    """The count line beside the truth."""
    counts: dict[Beside, int] = dict.fromkeys(TRUTH, 0) | {"missing": len(truth.missing)}
    for triplet in frame.after:
        counts[truth.verdicts.get(triplet, "untold")] += 1
    words = [f"{TRUTH[verdict].sign} {count} {verdict}".strip() for verdict, count in counts.items()]
    line = f"Step {frame.step}: {plural(len(frame.after), 'triplet')} beside the truth ({', '.join(words)})"
    return f"{line}. Shown: what is wrong or changed; {hidden:,} not shown." if hidden else line


def frame_of(graph: KnowledgeGraph, before: KnowledgeGraph | None = None) -> Frame:
    """A frame for one graph that belongs to no record, or for the change between two."""
    from ..events import Updated

    before = graph if before is None else before
    change = Updated(step=0, added=graph.difference(before), removed=before.difference(graph))
    return Frame(0, (change,), before, graph)


def _changed_entities(frame: Frame, shown: Collection[str]) -> dict[str, Status]:
    """Entities that came, went, or were looked up."""
    found: dict[str, Status] = {name: "retrieved" for name in frame.focus if name in shown}
    for triplets, absent_from, status in (
        (frame.added, frame.before, "added"),
        (frame.removed, frame.after, "removed"),
    ):
        for end in dict.fromkeys(end for t in triplets for end in (t.subject, t.object)):
            if not absent_from.connected((end,)):
                found[end] = status  # type: ignore[assignment]
    return found
