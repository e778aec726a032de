"""The steps of an episode as a row of marks that a person clicks or walks along with the arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypedDict

import traitlets

from .frames import Frame
from .page_widget import PageWidget, widget_script
from .palette import EDITED, EVENTS, FAILURE, NO, SOURCES, YES
from .text import one_line

_VETOES = 3  # signs of vetoes that are shown
_WORDS = 200  # characters of a mark's hover text


class Mark(TypedDict):
    """One step on the timeline: its number, its signs, the class of its colour, and all of it in words."""

    step: int
    sign: str
    name: str
    words: str


def mark_of(frame: Frame) -> Mark:
    """Who chose the action, how often reflection vetoed, whether an answer failed, and whether it solved the task."""
    source = SOURCES[frame.source] if frame.source else None
    signs, words = [source.sign if source else EVENTS["observed"].sign], [source.word if source else "the first look"]
    vetoes = sum(1 for attempt in frame.attempts if attempt.reflected and not attempt.reflected.aligned)
    if vetoes:
        signs.append(NO.sign * min(vetoes, _VETOES))
        words.append(f"{vetoes} vetoed")
    if frame.failures:
        signs.append(FAILURE.sign)
        words.append(FAILURE.word)
    if frame.observed and frame.observed.won:
        signs.append(YES.sign)
        words.append("solved")
    if frame.edits:
        signs.append(EDITED.sign)
        words.append(f"belief {EDITED.word}")
    action = f": {frame.action}" if frame.action else ""
    told = one_line(f"Step {frame.step}, {', '.join(words)}{action}", _WORDS)
    return Mark(step=frame.step, sign="".join(signs), name=frame.source or "start", words=told)


class Timeline(PageWidget):
    """A mark a frame; ``value`` is the index of the shown one, whoever chose it."""

    _esm = widget_script("keys.js", "timeline.js", "timeline_view.js")
    marks: traitlets.List[Mark] = traitlets.List().tag(sync=True)
    value = traitlets.Int(0).tag(sync=True)
    heard = traitlets.Int(0, help="the value that the kernel knows; the page says so where it lags").tag(sync=True)

    _silent = False  # the kernel's own code moves it

    def on_move(self, moved: Callable[[int], object]) -> None:
        """Call ``moved`` with each new value that ``extend`` and ``point`` did not bring."""
        self.observe(lambda change: self._silent or moved(change["new"]), "value")

    @traitlets.observe("value")
    def _hear(self, change: Any) -> None:
        self.heard = change["new"]

    @property
    def last(self) -> int:
        """Index of the newest frame; 0 also where there is none."""
        return max(0, len(self.marks) - 1)

    def extend(self, frames: Iterable[Frame], follow: bool) -> None:
        """There are now these frames; ``follow`` goes to the newest."""
        with self.hold_sync():
            self.marks = [mark_of(frame) for frame in frames]
            self.point(self.last if follow else self.value)

    def point(self, index: int) -> None:
        """Show ``index``, or the newest frame where there are not so many."""
        self._silent = True
        try:
            self.value = min(index, self.last)
        finally:
            self._silent = False
