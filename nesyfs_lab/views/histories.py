"""Since when each triplet is believed, from which observation, and in which steps the model was shown it."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import defaultdict
from typing import NamedTuple

from ..events import Retrieved, Updated
from ..graph import Triplet
from .frames import Frame

SEEN = 600
"""Characters of an observation that hovering shows."""


class History(NamedTuple):
    """What a record tells of one triplet up to a step.

    Attributes:
        since: the step in which it last came; None where the record does not tell.
        edited: a person put it there.
        seen: the observation that it came from; empty after an edit.
        shown: steps whose prompts held it, in order.
    """

    since: int | None
    edited: bool
    seen: str
    shown: tuple[int, ...]


class Histories:
    """Of all triplets of a growing record: ``learn`` its frames in order, one that is made again included."""

    def __init__(self) -> None:
        self._came: defaultdict[Triplet, dict[int, bool]] = defaultdict(dict)  # in the order of steps
        self._shown: defaultdict[Triplet, list[int]] = defaultdict(list)
        self._seen: dict[int, str] = {}

    def learn(self, frame: Frame) -> None:
        """Take in one frame."""
        if frame.observed is not None:
            self._seen[frame.step] = frame.observed.observation
        for triplet, edited in came_in(frame).items():
            self._came[triplet][frame.step] = edited
        for event in frame.events:
            if isinstance(event, Retrieved):
                for triplet in event.triplets:
                    steps = self._shown[triplet]
                    if frame.step not in steps[-1:]:
                        insort(steps, frame.step)

    def of(self, triplet: Triplet, step: int) -> History:
        """What is known of ``triplet`` at the end of ``step``."""
        came = {at: edited for at, edited in self._came.get(triplet, {}).items() if at <= step}
        since = max(came) if came else None
        edited = since is not None and came[since]
        seen = "" if since is None or edited else self._seen.get(since, "")
        shown = self._shown.get(triplet, [])
        return History(since, edited, seen, tuple(shown[: bisect_right(shown, step)]))


def came_in(frame: Frame) -> dict[Triplet, bool]:
    """The triplets that came in a step, and of each whether a person put it there."""
    return {triplet: event.edited for event in frame.events if isinstance(event, Updated) for triplet in event.added}
