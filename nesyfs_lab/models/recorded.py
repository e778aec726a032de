"""Answers from a record: a model for an episode that is played again, where no other model needs to be."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .contract import Completion, ModelError, Request
from .likeness import Answered, difference, most_similar


class RecordedModel:
    """Gives recorded answers to the requests that they were given to, and computes nothing.

    A request is known again by all of its fields. Equal requests get their answers in the recorded order. After the
    last one, it comes again where nothing is left to chance (temperature 0, or a seed); another draw of a request
    that was sampled without a seed is not known.

    Safe from any thread.

    Attributes:
        info: what the record says of the model that made it, and ``"recorded": True``.
    """

    def __init__(self, answered: Iterable[Answered], info: Mapping[str, Any] | None = None) -> None:
        """Learn the answers.

        Args:
            answered: in the order in which they were given, such as the ``Generated`` events of a record.
            info: of the model that gave them.
        """
        self.info: dict[str, Any] = {"name": "unknown model", **(info or {}), "recorded": True}
        self._recorded: dict[str, list[Answered]] = {}
        for one in answered:
            self._recorded.setdefault(_key(one.request), []).append(one)
        self._given: dict[str, int] = {}  # answers that were given already, by request
        self._lock = threading.Lock()

    def complete(self, requests: Sequence[Request]) -> list[list[Completion]]:
        """The recorded answers to ``requests``.

        Raises:
            ModelError: a request is not in the record, or no further answer to it; then none counts as given.
        """
        with self._lock:
            given = dict(self._given)
            groups = [self._answer(request, given) for request in requests]
            self._given = given
            return groups

    def forget(self) -> None:
        """Begin anew: the next answer to each request is its first."""
        with self._lock:
            self._given = {}

    def _answer(self, request: Request, given: dict[str, int]) -> list[Completion]:
        key = _key(request)
        if key not in self._recorded:
            raise ModelError(self._unknown(request))
        known, place = self._recorded[key], given.get(key, 0)
        if place < len(known):
            given[key] = place + 1
        elif request.temperature > 0 and request.seed is None:
            raise ModelError(
                f"The record has no further answer to this '{request.purpose}' request, which was sampled without a "
                f"seed: all {len(known)} were given, the last one of step {known[-1].step}; {self._way_out} "
                "To begin anew, call forget()."
            )
        return list(known[min(place, len(known) - 1)].completions)

    def _unknown(self, request: Request) -> str:
        everything = [one for same in self._recorded.values() for one in same]
        nearest = most_similar(request, everything)
        if nearest is None:
            purposes = ", ".join(dict.fromkeys(one.request.purpose for one in everything)) or "nothing at all"
            return (
                f"The record has no '{request.purpose}' request, so it has no answer to this one (it was asked for "
                f"{purposes}); {self._way_out}"
            )
        return (
            f"The record has no answer to this '{request.purpose}' request; the most similar one there, of step "
            f"{nearest.step}, {difference(request, nearest.request)}; {self._way_out}"
        )

    @property
    def _way_out(self) -> str:
        return (
            "use the world, the seed, the agent's settings and the version of the prompts that made the record, or "
            f"go on with {self.info['name']} itself."
        )


def _key(request: Request) -> str:
    """Equal for equal requests, also where one of them was read from a file."""
    values = {**vars(request), "temperature": float(request.temperature)}  # 0 is 0.0
    return json.dumps(values, sort_keys=True, default=_plain)


def _plain(value: Any) -> Any:
    """What a record holds in the place of a value that JSON does not know."""
    if isinstance(value, Mapping):
        return dict(value)
    return value.item() if isinstance(value, np.generic) else str(value)
