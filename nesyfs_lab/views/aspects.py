"""Three aspects of a belief: what a step changed in it, what of it is true, and how it differs from another one.

Each says which triplets there are to show and which of them first, how each is marked, and counts them in words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from ..episode import Comparison
from ..graph import KnowledgeGraph, Triplet
from .frames import Frame
from .palette import PAIR, TRIPLETS, TRUTH, Beside, Status
from .text import plural


@dataclass(frozen=True)
class Aspect:
    """What a picture of a belief tells.

    Attributes:
        believed: all triplets that belong to the picture, in the order of the belief.
        first: those that must be seen when there are too many to read.
        status: of triplets that are not merely kept.
        entities: status of entities that are not merely kept.
        caption: the count line, of a picture that leaves out so many triplets.
        legend: the marks that it uses, by name (``palette.MARKS``).
    """

    believed: tuple[Triplet, ...]
    first: tuple[Triplet, ...]
    status: Mapping[Triplet, str]
    caption: Callable[[int], str]
    legend: tuple[str, ...]
    entities: Mapping[str, str] = field(default_factory=dict)


def of_changes(frame: Frame) -> Aspect:
    """What the step changed."""
    believed = (*frame.after, *frame.removed)
    return Aspect(
        believed=believed,
        first=(*frame.added, *frame.removed),
        status=triplet_statuses(frame),
        entities=_changed_entities(frame, {end for t in believed for end in (t.subject, t.object)}),
        caption=lambda hidden: caption(frame, hidden),
        legend=tuple(TRIPLETS),
    )


def of_truth(frame: Frame, truth: Comparison) -> Aspect:
    """What of the belief is true, and what it lacks."""
    believed = (*frame.after, *truth.missing)
    wrong = (t for t in frame.after if truth.verdicts.get(t) in ("stale", "false"))
    known = set(frame.after.entities)
    return Aspect(
        believed=believed,
        first=(*wrong, *truth.missing, *frame.added),
        status={t: truth.verdicts.get(t, "untold") for t in frame.after} | dict.fromkeys(truth.missing, "missing"),
        entities={end: "missing" for t in truth.missing for end in (t.subject, t.object) if end not in known},
        caption=lambda hidden: truth_caption(frame, truth, hidden),
        legend=tuple(TRUTH),
    )


def of_difference(frame: Frame, other: KnowledgeGraph) -> Aspect:
    """What the belief after ``frame``, called B, and ``other``, called A, do not share."""
    only_b, only_a = frame.after.difference(other), other.difference(frame.after)
    entities: dict[str, str] = {}
    for mine, rest, status in ((only_a, frame.after, "only_a"), (only_b, other, "only_b")):
        ends = dict.fromkeys(end for t in mine for end in (t.subject, t.object))
        entities |= {end: status for end in ends if not rest.connected((end,))}
    counts = ", ".join(
        f"{len(own)} only in {PAIR[status].sign}" for status, own in (("only_a", only_a), ("only_b", only_b))
    )
    shared = len(frame.after) - len(only_b)
    line = f"Step {frame.step}: {plural(shared, 'triplet')} in both beliefs, {counts}"
    return Aspect(
        believed=(*frame.after, *only_a),
        first=(*only_a, *only_b),
        status={
            **dict.fromkeys(frame.after, "both"),
            **dict.fromkeys(only_a, "only_a"),
            **dict.fromkeys(only_b, "only_b"),
        },
        entities=entities,
        caption=lambda hidden: f"{line}. Shown: what differs; {hidden:,} not shown." if hidden else line,
        legend=tuple(PAIR),
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
