"""Whose call a model is at, where several workers share it: it tells how a call comes on in the thread of that call."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..models.contract import Progress

Hear = Callable[[Progress], object]


class _Exchange:
    """The one listener that a model has room for: passes on what it hears to the thread that asked."""

    def __init__(self, before: Hear | None) -> None:
        self.before = before
        self.listeners: dict[int, Hear] = {}

    def __call__(self, progress: Progress) -> None:
        hear = self.listeners.get(threading.get_ident(), self.before)
        if hear is not None:
            hear(progress)


_exchanges: dict[int, _Exchange] = {}  # by the id of a model, which is alive while somebody listens
_changing = threading.Lock()


@contextmanager
def listening(model: Any, hear: Hear) -> Iterator[None]:
    """While this thread asks ``model``, ``hear`` is told how its calls come on, and nobody else's."""
    if not hasattr(model, "progress"):
        yield
        return
    me = threading.get_ident()
    with _changing:
        exchange = _exchanges.setdefault(id(model), _Exchange(model.progress))
        exchange.listeners[me] = hear
        model.progress = exchange
    try:
        yield
    finally:
        with _changing:
            del exchange.listeners[me]
            if not exchange.listeners:
                del _exchanges[id(model)]
                if model.progress is exchange:  # else somebody else listens by now
                    model.progress = exchange.before


def shared(model: Any) -> bool:
    """More than one thread asks ``model``, so that ``model.cancel()`` may stop the call of another."""
    exchange = _exchanges.get(id(model))
    return exchange is not None and len(exchange.listeners) > 1
