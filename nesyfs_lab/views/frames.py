"""From a record to frames: what each step saw, thought, decided and came to believe, as plain values.

The belief after step k is the fold of all ``Updated`` events of steps up to k (remove, then add). Graphs share
structure and a frame only points at its events, so 500 frames cost little more than the record itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Protocol, TypeVar

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
    Resampled,
    Retrieved,
    Source,
    Updated,
)
from ..graph import KnowledgeGraph, Triplet

E = TypeVar("E", bound=Event)
EMPTY = KnowledgeGraph()


class Record(Protocol):
    """What views need of an episode, live or loaded."""

    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def done(self) -> bool: ...
    @property
    def won(self) -> bool: ...
    @property
    def score(self) -> float: ...
    @property
    def header(self) -> Mapping[str, Any]: ...
    @property
    def live(self) -> bool:
        """It has a world and an agent to go on with."""
        ...

    @property
    def path(self) -> Path | None:
        """The file that it is kept in; None where it is not, or is only looked at."""
        ...


def need_records(*values: Any) -> None:
    """Refuse what is no episode.

    Raises:
        TypeError: for the first such value; the text says where episodes come from.
    """
    for value in values:
        if not hasattr(value, "events") or not hasattr(value, "header"):
            raise TypeError(
                "an episode is needed, as Episode(env, agent), load_episode(path) or recording(name) give one; "
                f"got {value!r:.80}"
            )


@dataclass(frozen=True)
class Attempt:
    """A proposal and the votes on it; None when it was not reflected on (Algorithm 1, after K No's)."""

    proposed: Proposed
    reflected: Reflected | None = None


@dataclass(frozen=True)
class Frame:
    """One step of an episode.

    Attributes:
        step: 0 is the reset; the first action belongs to step 1.
        events: the step's events, as recorded.
        before, after: the belief at the step's beginning and end.
        seen: the observation that the step's decision was made on, None where there was none.
    """

    step: int
    events: tuple[Event, ...] = field(repr=False)
    before: KnowledgeGraph
    after: KnowledgeGraph
    seen: Observed | None = None

    def of(self, kind: type[E]) -> tuple[E, ...]:
        """The step's events of one kind, in order."""
        return tuple(event for event in self.events if isinstance(event, kind))

    def last(self, kind: type[E]) -> E | None:
        """The step's last event of one kind."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    @cached_property
    def added(self) -> tuple[Triplet, ...]:
        """Triplets believed after the step and not before it, in the order in which they came."""
        touched = dict.fromkeys(t for event in self.of(Updated) for t in event.added)
        return tuple(t for t in touched if t in self.after and t not in self.before)

    @cached_property
    def removed(self) -> tuple[Triplet, ...]:
        """Triplets believed before the step and not after it."""
        touched = dict.fromkeys(t for event in self.of(Updated) for t in event.removed)
        return tuple(t for t in touched if t in self.before and t not in self.after)

    @cached_property
    def edits(self) -> tuple[Updated, ...]:
        """What a person changed in the belief after the step."""
        return tuple(event for event in self.of(Updated) if event.edited)

    @cached_property
    def edited(self) -> frozenset[Triplet]:
        """Triplets that a person added or removed."""
        return frozenset(t for edit in self.edits for t in (*edit.added, *edit.removed))

    @cached_property
    def retrieved(self) -> tuple[Triplet, ...]:
        """Triplets that the step's real prompts showed."""
        return tuple(dict.fromkeys(t for event in self.of(Retrieved) for t in event.triplets))

    @cached_property
    def focus(self) -> tuple[str, ...]:
        """Entities that those triplets were looked up by."""
        return tuple(dict.fromkeys(name for event in self.of(Retrieved) for name in event.entities))

    @property
    def observed(self) -> Observed | None:
        """What the world answered at the step's end."""
        return self.last(Observed)

    @cached_property
    def attempts(self) -> tuple[Attempt, ...]:
        """Proposals of fast thinking, each with its reflection."""
        attempts: list[Attempt] = []
        for event in self.events:
            if isinstance(event, Proposed):
                attempts.append(Attempt(event))
            elif isinstance(event, Reflected) and attempts:
                attempts[-1] = Attempt(attempts[-1].proposed, event)
        return tuple(attempts)

    @property
    def planned(self) -> Planned | None:
        """The plan of slow thinking, None where fast thinking sufficed."""
        return self.last(Planned)

    @property
    def propagated(self) -> tuple[Propagated, ...]:
        """Every move of every particle, in order."""
        return self.of(Propagated)

    @property
    def resampled(self) -> tuple[Resampled, ...]:
        """Every resampling of the plan, in order."""
        return self.of(Resampled)

    @property
    def action(self) -> str | None:
        """The action that went to the world."""
        acted = self.last(Acted)
        return None if acted is None else acted.action

    @property
    def source(self) -> Source | None:
        """Who chose the action."""
        acted = self.last(Acted)
        return None if acted is None else acted.source

    @cached_property
    def calls(self) -> tuple[Generated, ...]:
        """Every request with its answers: prompts as sent."""
        return self.of(Generated)

    @cached_property
    def failures(self) -> tuple[Failed, ...]:
        """Where a safe default was taken."""
        return self.of(Failed)

    @cached_property
    def tokens_sent(self) -> int:
        """Tokens of all prompts, each request's once however many answers it asked for."""
        return sum(call.prompt_tokens for call in self.calls)

    @cached_property
    def tokens_written(self) -> int:
        """Tokens of all answers."""
        return sum(call.completion_tokens for call in self.calls)

    @cached_property
    def seconds(self) -> float:
        """Time that the model took."""
        return sum(call.seconds for call in self.calls)


def next_frame(previous: Frame | None, events: Iterable[Event], step: int) -> Frame:
    """The frame of ``events`` that follows ``previous``; also of a step that is still going on."""
    kept = tuple(events)
    before = EMPTY if previous is None else previous.after
    after = before
    for event in kept:
        if isinstance(event, Updated):
            after = after.updated(add=event.added, remove=event.removed)
    seen = None if previous is None else previous.observed or previous.seen
    return Frame(step, kept, before, after, seen)


def frame_at(frames: Sequence[Frame], step: int) -> Frame | None:
    """The frame of ``step``; None where the record has none."""
    index = step - frames[0].step if frames else -1  # one frame a step, without gaps
    return frames[index] if 0 <= index < len(frames) else None


class Frames(Sequence[Frame]):
    """The frames of a growing record; taking in a step costs that step alone.

    Args:
        events: the record so far.
    """

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self._frames: list[Frame] = []
        self._taken = 0
        self.sync(events)

    def sync(self, events: Sequence[Event]) -> int:
        """Take in what ``events``, the whole record, has gained.

        Returns:
            The index of the first frame that is new or changed.
        """
        fresh = list(events[self._taken :])
        changed = len(self._frames)
        for step, group in groupby(fresh, key=lambda event: event.step):
            gained = tuple(group)
            if self._frames and self._frames[-1].step == step:
                # An edit of the belief after the step: its frame is made again, from all its events.
                last = self._frames.pop()
                gained = last.events + gained
                changed = min(changed, len(self._frames))
            previous = self._frames[-1] if self._frames else None
            self._frames.append(next_frame(previous, gained, step))
        self._taken += len(fresh)
        return changed

    def draft(self, events: Iterable[Event]) -> Frame | None:
        """The newest frame if ``events``, the step in progress so far, were recorded; nothing is kept."""
        frame = self._frames[-1] if self._frames else None
        for step, group in groupby(events, key=lambda event: event.step):
            frame = next_frame(frame, group, step)
        return frame

    def __len__(self) -> int:
        return len(self._frames)

    def __iter__(self) -> Iterator[Frame]:
        return iter(self._frames)

    def __getitem__(self, index: Any) -> Any:
        return self._frames[index]
