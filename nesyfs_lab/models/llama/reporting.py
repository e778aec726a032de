"""Telling a listener how a call comes on, not more often than it can be shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ..contract import Progress
from .answer import Answer
from .scheduler import Counters

_SECONDS_BETWEEN = 0.1


class Reporter:
    """Reports on the answers of one call.

    Attributes:
        purpose: of the answers being written now; set by the caller.
    """

    def __init__(
        self, listener: Callable[[], Callable[[Progress], None] | None], counters: Counters, answers: Sequence[Answer]
    ) -> None:
        """Report to whoever ``listener()`` names at the time, if anybody."""
        self._listener = listener
        self._counters = counters
        self._answers = answers
        self._computed_before = counters.prompt_computed
        self._next_time = 0.0
        self.purpose = ""

    def tick(self) -> None:
        """Report if it is time to."""
        if time.monotonic() >= self._next_time:
            self.report()

    def report(self) -> None:
        """Report now."""
        self._next_time = time.monotonic() + _SECONDS_BETWEEN
        if (tell := self._listener()) is not None:
            tell(
                Progress(
                    purpose=self.purpose,
                    done=sum(answer.finish_reason is not None for answer in self._answers),
                    total=len(self._answers),
                    prompt_tokens=self._counters.prompt_computed - self._computed_before,
                    completion_tokens=sum(answer.tokens for answer in self._answers),
                )
            )
