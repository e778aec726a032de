"""The open workbenches: a cell that runs again leaves the old one's worker alive, which must make way."""

from __future__ import annotations

import threading
from typing import Any, Protocol
from weakref import WeakSet


class Open(Protocol):
    """What this module needs of a workbench."""

    episode: Any

    @property
    def thread(self) -> threading.Thread | None: ...
    def retire(self) -> None: ...
    def cancel(self) -> None: ...


_open: WeakSet[Any] = WeakSet()


def opened(workbench: Open) -> None:
    """It is on the page now."""
    _open.add(workbench)


def closed(workbench: Open) -> None:
    """It is no longer."""
    _open.discard(workbench)


def make_way_for(episode: Any, spare: Any = None) -> list[threading.Thread]:
    """Stop those that share ``episode`` for good, and what those think that share its model.

    Args:
        spare: an episode whose workbench goes on: that which ``episode`` was forked from. Its calls and the fork's
            take turns at the model.

    Returns:
        Threads that are still ending.
    """
    ending = []
    model = getattr(getattr(episode, "agent", None), "model", None)
    for other in list(_open):
        thread = other.thread
        same = other.episode is episode
        shares = model is not None and getattr(getattr(other.episode, "agent", None), "model", None) is model
        if same:
            other.retire()
        elif shares and other.episode is not spare:
            other.cancel()
        else:
            continue
        if thread is not None:
            ending.append(thread)
    return ending
