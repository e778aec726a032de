"""What the page is told while the worker works: what is done, how far the model's call is, and for how long.

A model waits for whoever listens to its reports, and drawing takes tens of milliseconds. So who thinks only leaves word
here, and a thread of its own tells and draws.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager

from ..models.contract import Progress
from .controls import Controls
from .panels.headline import DOING
from .text import one_line
from .worker import Worker

_TICK = 0.1  # seconds between updates, at least
_CLOCK = 1.0  # and at most, where a model reports nothing


class Working:
    """Tells of one piece of work after the other.

    Args:
        worker: who may be pausing or cancelling.
        drawing: held while something is told or drawn.
        controls: whose status line it is.
        draw: called when something was heard since the last time.
    """

    def __init__(
        self,
        worker: Worker,
        drawing: AbstractContextManager[object],
        controls: Controls,
        draw: Callable[[], object],
    ) -> None:
        self._worker = worker
        self._drawing = drawing
        self._controls = controls
        self._draw = draw
        self._what, self._begun = "", 0.0
        self._progress: Progress | None = None  # None: between two calls
        self._undrawn = False
        self._news, self._over = threading.Event(), threading.Event()

    def begin(self, what: str) -> None:
        """``what`` begins, such as ``Step 3``; what happened since the last ``end`` belongs to it."""
        with self._drawing:
            self._over.set()
        self._what, self._begun, self._progress = what, time.monotonic(), None
        self.tell(" …")
        self._news, self._over = threading.Event(), threading.Event()
        work = self._news, self._over
        threading.Thread(target=self._go_on, args=work, name="nesyfs-lab drawing", daemon=True).start()

    def heard(self) -> None:
        """Something happened that is to be drawn."""
        self._progress, self._undrawn = None, True
        self._news.set()

    def progressed(self, progress: Progress) -> None:
        """The model's call goes on."""
        self._progress = progress
        self._news.set()

    def end(self) -> None:
        """It is over: when this returns nothing more is told of it."""
        with self._drawing:
            self._over.set()
        self._undrawn = False
        self._news.set()

    def tell(self, words: str) -> None:
        """``words`` after what is done."""
        worker = self._worker
        intent = "Cancelling … " if worker.cancelling else "Pausing after this step … " if worker.pausing else ""
        self._controls.tell(f"{intent}{self._what}{words}", busy=True)

    def _go_on(self, news: threading.Event, over: threading.Event) -> None:
        while not over.is_set():
            news.wait(_CLOCK)
            news.clear()
            with self._drawing:
                if over.is_set():
                    return
                self._update()
            over.wait(_TICK)

    def _update(self) -> None:
        now, undrawn = self._progress, self._undrawn
        elapsed = f"{time.monotonic() - self._begun:.1f} s"
        if now is None:
            self.tell(f": thinking … {elapsed}")
        else:
            doing = DOING.get(now.purpose, one_line(now.purpose, 40))
            tokens = now.prompt_tokens + now.completion_tokens
            self.tell(f": {doing} {now.done}/{now.total} … {tokens:,} tokens, {elapsed}")
        if undrawn:
            self._undrawn = False  # before it is drawn: what comes meanwhile is drawn next time
            try:
                self._draw()
            except Exception as error:  # nothing else would show it; who thinks goes on
                self._controls.fail(f"Drawing failed: {type(error).__name__}: {error}", traceback.format_exc())
