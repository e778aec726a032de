"""A thread that does one thing after the other, so that whoever waits for it may be interrupted without harm."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
_Job = tuple[Callable[[], Any], "Future[Any]"]


class Worker:
    """A thread. What it does is finished also when nobody waits for it any more."""

    def __init__(self, name: str) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._last: Future[Any] | None = None
        threading.Thread(target=_work, args=(self._jobs,), name=name, daemon=True).start()

    def do(self, act: Callable[[], T]) -> T:
        """What ``act()`` returns or raises, done in the thread."""
        self._last = future = Future[T]()
        self._jobs.put((act, future))
        return future.result()

    def settle(self, seconds: float) -> bool:
        """Wait until nothing is being done, at most so long; whether that came true."""
        if self._last is None:
            return True
        try:
            self._last.exception(seconds)
        except TimeoutError:
            return False
        return True

    def leave(self, act: Callable[[], object]) -> None:
        """Do ``act()`` as the last thing, without waiting for it, and end the thread."""
        self._jobs.put((act, Future()))
        self._jobs.put(None)


def _work(jobs: queue.SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        act, future = job
        try:
            future.set_result(act())
        except BaseException as error:
            future.set_exception(error)
        del job, act, future
