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
_TICK = 0.1  # seconds between updates


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

        What an answer brought is drawn with the first report of the model's next call, together with what else came
        until then; at the end of a step there is no such call, and the whole step is drawn. A model that reports
        nothing leaves no better moment than now.
        """
        now = time.monotonic()
        telling = isinstance(event, _TELLING)
        drawn = now - self._ticked >= _TICK or (telling and not self._worker.hears)
        self._late = not drawn and (telling or self._late)
        if drawn:
            self._ticked = now
            self.tell(f": thinking … {self._elapsed}")
        return drawn

    def progressed(self, progress: Progress) -> bool:
        """The model's call goes on; whether an event that was not drawn is to be drawn now."""
        now = time.monotonic()
        if not self._late and now - self._ticked < _TICK:
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
