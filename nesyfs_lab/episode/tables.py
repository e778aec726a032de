"""A record as tidy tables, one row a fact: for questions that no panel answers, and for plots of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ..events import (
    Acted,
    Event,
    Failed,
    Generated,
    Observed,
    Planned,
    Propagated,
    Proposed,
    Reflected,
    Retrieved,
    Updated,
)

if TYPE_CHECKING:
    import pandas as pd

Tables: TypeAlias = "dict[str, pd.DataFrame]"
Row = tuple[Any, ...]


def tables(events: Sequence[Event]) -> Tables:
    """The record's tables by name; each has ``step``, 0 for the reset. A table without rows keeps its columns.

    - ``steps``: one row a step: action, source ("fast", "slow" or "user"), observation, reward, score, won.
    - ``triplets``: one row a change of the belief: change ("added" or "removed"), subject, relation, object, edited.
    - ``retrieved``: one row a triplet that a step's prompts showed.
    - ``proposals``: one row a proposal: attempt from 0, action, thought, yes and votes (missing where nobody voted),
      probability (of Yes, where it was computed), aligned.
    - ``particles``: one row a move of a particle: tau, slot, action, observation, progress, thought, added and removed
      (counts), weight (normalised, before resampling), copies (of the particle, after it; 0: it died), ancestor (of the
      slot, after it), ess, chosen (whether the move belongs to the lineage that was played).
    - ``calls``: one row a request: purpose, samples, temperature, prompt_tokens, cached_tokens, answer_tokens, seconds.
    - ``failures``: one row a safe default: purpose, reason.
    """
    import pandas as pd

    return {name: pd.DataFrame(list(rows(events)), columns=columns) for name, (columns, rows) in _TABLES.items()}


def _steps(events: Sequence[Event]) -> Iterator[Row]:
    acted: Acted | None = None
    for event in events:
        if isinstance(event, Acted):
            acted = event
        elif isinstance(event, Observed):
            action, source = (acted.action, acted.source) if acted else (None, None)
            yield event.step, action, source, event.observation, event.reward, event.score, event.won


def _triplets(events: Sequence[Event]) -> Iterator[Row]:
    for event in _of(events, Updated):
        for change, triplets in (("removed", event.removed), ("added", event.added)):
            yield from ((event.step, change, *triplet, event.edited) for triplet in triplets)


def _retrieved(events: Sequence[Event]) -> Iterator[Row]:
    for event in _of(events, Retrieved):
        yield from ((event.step, *triplet) for triplet in event.triplets)


def _proposals(events: Sequence[Event]) -> Iterator[Row]:
    waiting: Proposed | None = None
    for event in events:
        if isinstance(event, Reflected) and waiting is not None:
            votes = (sum(event.votes), len(event.votes), event.probability, event.aligned)
            yield waiting.step, waiting.attempt, waiting.action, waiting.thought, *votes
            waiting = None
        elif isinstance(event, Proposed | Acted):
            if waiting is not None:  # nobody voted on it
                yield waiting.step, waiting.attempt, waiting.action, waiting.thought, None, None, None, None
            waiting = event if isinstance(event, Proposed) else None


def _particles(events: Sequence[Event]) -> Iterator[Row]:
    moved: list[Propagated] = []
    for event in events:
        if isinstance(event, Propagated):
            moved.append(event)
        elif isinstance(event, Planned):
            yield from (_move(move, event) for move in moved)
            moved = []


def _move(move: Propagated, plan: Planned) -> Row:
    trace, row, slot = plan.trace, move.tau - 2, move.particle
    return (
        *(move.step, move.tau, slot, move.action, move.observation, bool(move.progress), move.thought),
        *(len(move.added), len(move.removed)),
        *(float(trace.weights[row, slot]), int((trace.ancestors[row] == slot).sum())),
        *(int(trace.ancestors[row, slot]), float(trace.ess[row])),
        trace.lineage[row] == slot,
    )


def _calls(events: Sequence[Event]) -> Iterator[Row]:
    for event in _of(events, Generated):
        asked = event.request
        cached = max((c.cached_tokens for c in event.completions), default=0)
        tokens = (event.prompt_tokens, cached, event.completion_tokens)
        yield event.step, event.purpose, asked.n, asked.temperature, *tokens, event.seconds


def _failures(events: Sequence[Event]) -> Iterator[Row]:
    return ((event.step, event.purpose, event.reason) for event in _of(events, Failed))


def _of(events: Iterable[Event], kind: type[Any]) -> Iterator[Any]:
    return (event for event in events if isinstance(event, kind))


_TABLES: dict[str, tuple[list[str], Callable[[Sequence[Event]], Iterator[Row]]]] = {
    name: (["step", *columns.split()], rows)
    for name, columns, rows in (
        ("steps", "action source observation reward score won", _steps),
        ("triplets", "change subject relation object edited", _triplets),
        ("retrieved", "subject relation object", _retrieved),
        ("proposals", "attempt action thought yes votes probability aligned", _proposals),
        (
            "particles",
            "tau slot action observation progress thought added removed weight copies ancestor ess chosen",
            _particles,
        ),
        ("calls", "purpose samples temperature prompt_tokens cached_tokens answer_tokens seconds", _calls),
        ("failures", "purpose reason", _failures),
    )
}
