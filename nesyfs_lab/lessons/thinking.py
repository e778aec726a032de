"""Thinking outside of an episode."""

from __future__ import annotations

from typing import TypeVar

from ..asking import Thinking

T = TypeVar("T")


def finished(thinking: Thinking[T]) -> T:
    """What a thought comes to; its events go unrecorded."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # the value of a StopIteration has no type
