"""What calls of a model cost: tokens submitted and computed, seconds, and dollars where the record knows prices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..events import Generated
from ..models.contract import ModelError
from ..models.prices import checked_prices, cost


@dataclass(frozen=True)
class Costs:
    """Of some calls.

    Attributes:
        calls: requests, each with all its answers.
        prompt_tokens: submitted, once a request.
        cached_tokens: those of them that were not computed.
        answer_tokens: of all answers.
        seconds: of the model.
        dollars: None without prices.
    """

    calls: int
    prompt_tokens: int
    cached_tokens: int
    answer_tokens: int
    seconds: float
    dollars: float | None

    @property
    def computed_tokens(self) -> int:
        """Tokens of prompts that went through the model."""
        return self.prompt_tokens - self.cached_tokens


def costs(calls: Iterable[Generated], prices: Mapping[str, float] | None = None) -> Costs:
    """The sums over ``calls``; ``prices`` are dollars per million tokens (``models.prices``)."""
    calls = tuple(calls)
    return Costs(
        calls=len(calls),
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        cached_tokens=sum(map(_cached, calls)),
        answer_tokens=sum(call.completion_tokens for call in calls),
        seconds=sum(call.seconds for call in calls),
        dollars=None if prices is None else sum(_dollars(call, prices) for call in calls),
    )


def prices_in(header: Mapping[str, Any]) -> dict[str, float] | None:
    """The prices that a record's model was loaded with; None where there were none."""
    model = header.get("model")
    try:
        return checked_prices(model.get("prices") if isinstance(model, Mapping) else None)
    except ModelError:  # none, or a record that somebody else wrote
        return None


def _cached(call: Generated) -> int:
    return max(0, call.prompt_tokens - sum(c.prompt_tokens - c.cached_tokens for c in call.completions))


def _dollars(call: Generated, prices: Mapping[str, float]) -> float:
    # Greedy answers are all the same one, which was written once.
    return cost(call.completions if call.request.temperature > 0 else call.completions[:1], prices)
