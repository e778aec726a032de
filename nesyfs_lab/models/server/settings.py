"""What a user may choose of a server."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..contract import ModelError
from ..prices import checked_prices

OPTIONS = ("model", "api_key_env", "concurrency", "timeout", "retries", "prices", "extra")
"""What ``load_model`` takes for a server."""

_OURS = {"messages", "model", "n", "response_format", "stream"}
_SECRET = re.compile(r"(^|[^a-z])(api_?key|key|secret|password|authorization|access_?token)($|[^a-z])", re.IGNORECASE)


@dataclass(frozen=True)
class Settings:
    """How a server is asked.

    Attributes:
        concurrency: requests under way at once.
        timeout: seconds until an answer must be there.
        retries: how often a request is sent again after a failure that may pass.
        prices: dollars per million tokens (``prompt``, ``cached``, ``output``); None where nobody pays.
        extra: more of each request's body, such as ``{"top_k": 40}`` or ``{"logprobs": True}``.
    """

    concurrency: int = 8
    timeout: float = 600.0
    retries: int = 5
    prices: Mapping[str, float] | None = None
    extra: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Check all of them.

        Raises:
            ModelError: one makes no sense.
        """
        _need(_whole(self.concurrency, 1), f"concurrency must be a whole number from 1, not {self.concurrency!r}.")
        _need(_whole(self.retries, 0), f"retries must be a whole number from 0, not {self.retries!r}.")
        _need(_seconds(self.timeout), f"timeout must be seconds above 0, not {self.timeout!r}.")
        if self.prices is not None:
            object.__setattr__(self, "prices", checked_prices(self.prices))
        object.__setattr__(self, "extra", _checked_extra(self.extra))

    def info(self) -> dict[str, Any]:
        """The settings for a record."""
        chosen = {"prices": self.prices and dict(self.prices), "extra": self.extra and dict(self.extra)}
        return {
            "concurrency": self.concurrency,
            "timeout": self.timeout,
            "retries": self.retries,
            **{name: value for name, value in chosen.items() if value},
        }


def _checked_extra(extra: Mapping[str, Any] | None) -> dict[str, Any]:
    try:
        plain = json.loads(json.dumps(dict(extra or {}), allow_nan=False))
    except (TypeError, ValueError):
        raise ModelError('extra must be a mapping that JSON can hold, such as {"top_k": 40}.') from None
    if taken := _OURS & set(plain):
        raise ModelError(f"extra cannot set {', '.join(sorted(taken))}: a request does, or load_model's own options.")
    if named := next((name for name in _names(plain) if _SECRET.search(name)), None):
        raise ModelError(f"extra is kept in records, so it cannot hold {named!r}: put a key into the environment.")
    assert isinstance(plain, dict)
    return plain


def _names(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(name for item in value.values() for name in _names(item))]
    return [name for item in value for name in _names(item)] if isinstance(value, list) else []


def _whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _seconds(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ModelError(otherwise)
