"""What the status line says while the worker works: what is done, how far the model's call is, and for how long."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..events import Acted, Event, Failed, Observed, Planned, Proposed, Reflected, Retrieved
from ..models.contract import Progress
from .panels.headline import DOING
from .text import one_line
from .worker import Worker

_TELLING = (Acted, Failed, Observed, Planned, Proposed, Reflected, Retrieved)
_TICK, _SHORT = 0.1, 0.03  # seconds between updates; from one update to what tells of the above


class Working:
    """Tells of one piece of work after the other.

    Args:
        worker: who may be pausing or cancelling.
        tell: called with each line.
    """

    def __init__(self, worker: Worker, tell: Callable[[str], object]) -> None:
        self._worker = worker
        self._tell = tell
        self._begun = self._ticked = 0.0
        self._what = ""
        self._late = False  # something that was heard is not drawn yet

    def begin(self, what: str) -> None:
        """``what`` begins, such as ``Step 3``."""
        self._what, self._late = what, False
        self._begun = self._ticked = time.monotonic()
        self.tell(" …")

    def heard(self, event: Event) -> bool:
        """Something happened; whether it is time to draw it.

        What a model's answer brought is drawn during its next call, which need not wait for it; and in the last moment
        of a step not at all, because the step itself is drawn then.
        """
        now = time.monotonic()
        drawn = now - self._ticked >= _TICK
        self._late = not drawn and (isinstance(event, _TELLING) or self._late)
        if drawn:
            self._ticked = now
            self.tell(f": thinking … {self._elapsed}")
        return drawn

    def progressed(self, progress: Progress) -> bool:
        """The model's call goes on; whether an event that was not drawn is to be drawn now."""
        now = time.monotonic()
        if now - self._ticked < (_SHORT if self._late else _TICK):
            return False
        self._ticked = now
        doing = DOING.get(progress.purpose, one_line(progress.purpose, 40))
        tokens = progress.prompt_tokens + progress.completion_tokens
        self.tell(f": {doing} {progress.done}/{progress.total} … {tokens:,} tokens, {self._elapsed}")
        late, self._late = self._late, False
        return late

    def tell(self, words: str) -> None:
        """``words`` after what is done."""
        worker = self._worker
        intent = "Cancelling … " if worker.cancelling else "Pausing after this step … " if worker.pausing else ""
        self._tell(f"{intent}{self._what}{words}")

    @property
    def _elapsed(self) -> str:
        return f"{time.monotonic() - self._begun:.1f} s"
