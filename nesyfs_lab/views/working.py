"""What the status line says while the worker works: what is done, how far the model's call is, and for how long."""

from __future__ import annotations

import time
from collections.abc import Callable

from ..models.contract import Progress
from .panels.headline import DOING
from .text import one_line
from .worker import Worker

_TICK = 0.1  # seconds between updates while the model thinks


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

    def begin(self, what: str) -> None:
        """``what`` begins, such as ``Step 3``."""
        self._what, self._begun = what, time.monotonic()
        self.tell(" …")

    @property
    def due(self) -> bool:
        """Whether a tick has passed since the last that was due."""
        now = time.monotonic()
        if now - self._ticked < _TICK:
            return False
        self._ticked = now
        return True

    def thinking(self) -> None:
        """Something happened."""
        self.tell(f": thinking … {self._elapsed}")

    def progressed(self, progress: Progress) -> None:
        """The model's call goes on."""
        doing = DOING.get(progress.purpose, one_line(progress.purpose, 40))
        tokens = progress.prompt_tokens + progress.completion_tokens
        self.tell(f": {doing} {progress.done}/{progress.total} … {tokens:,} tokens, {self._elapsed}")

    def tell(self, words: str) -> None:
        """``words`` after what is done."""
        worker = self._worker
        intent = "Cancelling … " if worker.cancelling else "Pausing after this step … " if worker.pausing else ""
        self._tell(f"{intent}{self._what}{words}")

    @property
    def _elapsed(self) -> str:
        return f"{time.monotonic() - self._begun:.1f} s"
