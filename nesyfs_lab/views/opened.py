"""The open workbenches: a cell that runs again leaves the old one's worker alive, which must make way."""

from __future__ import annotations

import threading
from typing import Any, Protocol
from weakref import WeakKeyDictionary


class Open(Protocol):
    """What this module needs of a workbench."""

    episode: Any

    @property
    def thread(self) -> threading.Thread | None: ...
    def retire(self) -> None: ...
    def cancel(self) -> None: ...


_open: WeakKeyDictionary[Any, object] = WeakKeyDictionary()  # the oldest first, each with its family


def opened(workbench: Open, parent: Any = None) -> None:
    """It is on the page now; ``parent`` as in ``make_way_for``."""
    _open[workbench] = _family(parent) or object()


def closed(workbench: Open) -> None:
    """It is no longer."""
    _open.pop(workbench, None)


def _family(parent: Any) -> object | None:
    """That of a workbench, or of the newest one that shows an episode."""
    mine = (_open[other] for other in reversed(list(_open)) if other is parent or other.episode is parent)
    return next(mine, None)


def make_way_for(episode: Any, parent: Any = None) -> list[threading.Thread]:
    """Stop those that share ``episode`` for good, and what those think that share its model.

    Args:
        parent: the workbench in which ``episode`` was forked, or the episode that it was forked from, if any. This
            workbench and those of its other forks are seen with the new one, and go on: all take turns at the model.

    Returns:
        Threads that are still ending.
    """
    ending = []
    model = getattr(getattr(episode, "agent", None), "model", None)
    family = _family(parent)
    for other, its in list(_open.items()):
        thread = other.thread
        shares = model is not None and getattr(getattr(other.episode, "agent", None), "model", None) is model
        if other.episode is episode:
            other.retire()
        elif shares and (family is None or its is not family):
            other.cancel()
        else:
            continue
        if thread is not None:
            ending.append(thread)
    return ending
