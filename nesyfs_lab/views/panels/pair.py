"""Two episodes in words: what each plays in a step, where they part, what they were made with and came to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...episode import costs, fork_in_words, prices_in
from ...events import Reflected, Updated
from ...graph import Triplet
from ..frames import Frame, Record, frame_at
from ..palette import EDITED
from ..text import escape, one_line
from .pieces import code, folded, tag


def parting(one: Sequence[Frame], other: Sequence[Frame]) -> int | None:
    """The first step in which two episodes see, do or come to believe something else; None as far as both go."""
    for a, b in zip(one, other, strict=False):
        said, other_said = (frame.observed and frame.observed.observation for frame in (a, b))
        if a.action != b.action or said != other_said or set(a.after) != set(b.after):
            return a.step
    return None


def totals_html(records: tuple[Record, Record], frames: tuple[Sequence[Frame], Sequence[Frame]]) -> str:
    """A table of settings that differ, outcomes and costs, folded."""
    rows: list[tuple[str, ...]] = [("", "A", "B"), *_made(*(record.header for record in records))]
    came_to = [_came_to(*each) for each in zip(records, frames, strict=True)]
    rows += zip(("outcome", "steps", "vetoes", "plans"), *came_to, strict=True)
    names = ("calls", "prompt tokens", "of them computed", "answer tokens", "seconds of the model", "dollars")
    spent = [_spent(*each) for each in zip(records, frames, strict=True)]
    rows += [row for row in zip(names, *spent, strict=True) if any(row[1:])]
    cells = "".join(
        f"<tr>{''.join(f'<td{_class(row, i)}>{escape(one_line(cell, 160))}</td>' for i, cell in enumerate(row))}</tr>"
        for row in rows
    )
    table = f'<table class="nl-table">{cells}</table>'
    return tag("div", folded("What they were made with, came to and cost", table), "nl-panel")


def parting_html(records: tuple[Record, Record], frames: tuple[Sequence[Frame], Sequence[Frame]], step: int) -> str:
    """What A and B play in ``step``, who they are, and where they part."""
    plays = ", ".join(f"{name} {_plays(part, step)}" for name, part in zip("AB", frames, strict=True))
    who = " · ".join(f"{name}: {_who(record)}" for name, record in zip("AB", records, strict=True))
    models = {str(_part(record.header, "model").get("name", "")) for record in records}
    forked = any(fork_in_words(record.header) for record in records)
    chance = " The models differ: compare a fork with its control, a fork in which nothing was changed."
    told = _parted(*map(_played, frames)) + (chance if forked and len(models) > 1 else "")
    lines = (tag("b", f"Step {step}: {plays}."), who, told)
    return tag("div", "".join(tag("p", line) for line in lines), "nl-panel")


def _plays(frames: Sequence[Frame], step: int) -> str:
    frame = frame_at(frames, step)
    if frame is None:
        return "has no such step"
    if frame.action is None:
        return "has not acted yet" if frame.step else "looks around"
    return f"plays {code(frame.action, 120)}"


def _played(frames: Sequence[Frame]) -> Sequence[Frame]:
    """Without a step that is still going on: what it lacks is no difference."""
    going_on = bool(frames) and frames[-1].step > 0 and frames[-1].action is None
    return frames[:-1] if going_on else frames


def _who(record: Record) -> str:
    facts = (str(_part(record.header, "model").get("name", "")), fork_in_words(record.header))
    return escape(one_line(", ".join(fact for fact in facts if fact) or "model not told", 160))


def _parted(one: Sequence[Frame], other: Sequence[Frame]) -> str:
    """The first difference of any kind with what it is, and the first other action."""
    parted = parting(one, other)
    if parted is None:
        return "Nothing tells A and B apart so far."
    pairs = list(zip(one, other, strict=False))
    edited = next((a.step for a, b in pairs if set(map(_change, a.edits)) != set(map(_change, b.edits))), None)
    acted = next((a.step for a, b in pairs if a.action != b.action), None)
    why = [
        "what they see or believe differs" if parted not in (edited, acted) else "",
        f"{EDITED.sign} edited after step {edited}" if parted == edited else "",
        "they act otherwise" if parted == acted else "",
    ]
    told = [f"A and B part in step {parted}: {', '.join(reason for reason in why if reason)}."]
    if edited not in (None, parted):
        told.append(f"{EDITED.sign} edited after step {edited}.")
    if acted is None:
        told.append("All actions are the same so far.")
    elif acted != parted:
        told.append(f"They first act otherwise in step {acted}.")
    return " ".join(told)


def _change(edit: Updated) -> tuple[frozenset[Triplet], frozenset[Triplet]]:
    return frozenset(edit.added), frozenset(edit.removed)


def _class(row: Sequence[str], column: int) -> str:
    return ' class="nl-dim"' if column == 0 or row[0] == "" else ""


def _made(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """The settings, those alone that differ; and the model, always."""
    yield "model", *(str(_part(header, "model").get("name", "")) for header in (one, other))
    if one.get("seed") != other.get("seed"):
        yield "seed", str(one.get("seed")), str(other.get("seed"))
    for part in ("world", "agent"):
        flat_one, flat_other = (dict(_flat(_part(header, part))) for header in (one, other))
        for key in dict.fromkeys((*flat_one, *flat_other)):
            values = flat_one.get(key, "—"), flat_other.get(key, "—")
            if values[0] != values[1]:
                yield f"{part}: {key}", *values
    forks = fork_in_words(one), fork_in_words(other)
    if any(forks):
        yield "", *forks


def _flat(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, item in value.items():
        if isinstance(item, Mapping):
            yield from _flat(item, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(item)


def _part(header: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = header.get(name)
    return value if isinstance(value, Mapping) else {}


def _came_to(record: Record, frames: Sequence[Frame]) -> tuple[str, ...]:
    outcome = "solved" if record.won else "over, not solved" if record.done else "not ended"
    vetoes = sum(1 for frame in frames for event in frame.of(Reflected) if not event.aligned)
    plans = sum(1 for frame in frames if frame.planned is not None)
    return outcome, str(frames[-1].step if frames else 0), str(vetoes), str(plans)


def _spent(record: Record, frames: Sequence[Frame]) -> tuple[str, ...]:
    cost = costs((call for frame in frames for call in frame.calls), prices_in(record.header))
    numbers = (cost.calls, cost.prompt_tokens, cost.computed_tokens, cost.answer_tokens)
    return (
        *(f"{number:,}" for number in numbers),
        f"{cost.seconds:,.1f}",
        "" if cost.dollars is None else f"{cost.dollars:.4f}",
    )
