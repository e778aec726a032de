"""The truth of a growing record, for whoever shows it: read only once somebody asks, and then only what is new."""

from __future__ import annotations

from ..episode import Comparison, Truth, language_in
from ..events import Observed
from .frames import Frame, Record


class Truths:
    """Comparisons of a record's belief with the truth, by frame."""

    def __init__(self, record: Record) -> None:
        self._record = record
        language = language_in(dict(record.header))
        self._truth = None if language is None else Truth(language)
        self._read = 0

    @property
    def known(self) -> bool:
        """Whether the world told its truth."""
        first = next((e for e in self._record.events if isinstance(e, Observed)), None)
        return self._truth is not None and first is not None and first.facts is not None

    def at(self, frame: Frame) -> Comparison | None:
        """The comparison at the end of ``frame``; of a step in progress, that of the step before it."""
        if self._truth is None:
            return None
        events = self._record.events
        for event in events[self._read :]:
            self._truth.read(event)
        self._read = len(events)
        steps = self._truth.steps
        return steps.get(frame.step) or next((steps[step] for step in reversed(steps) if step < frame.step), None)
