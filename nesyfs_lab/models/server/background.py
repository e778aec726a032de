"""A thread that waits for many answers at once, and can be called off at any moment.

An event loop waits there: unlike a thread that blocks on a socket, what waits in a loop can be cancelled at once, and
its connection is closed then, so that the server stops computing too.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")
_PATIENCE = 5.0  # seconds for connections to close


class Background:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        # The thread must not hold this object, which is freed by whoever holds it.
        self._thread = threading.Thread(target=_run, args=(self._loop,), name="nesyfs-lab server", daemon=True)
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin ``work``; the future's ``cancel`` calls it off."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Call off all work, do ``last`` and end the thread; once is enough, twice does no harm."""
        if self._loop.is_closed():
            return
        asyncio.run_coroutine_threadsafe(_end(last), self._loop)
        if threading.current_thread() is not self._thread:  # garbage may be collected in any thread
            self._thread.join(_PATIENCE)


def _run(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()


async def _end(last: Callable[[], Coroutine[Any, Any, None]]) -> None:
    loop = asyncio.get_running_loop()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    try:
        await last()
    finally:
        loop.call_soon(loop.stop)
