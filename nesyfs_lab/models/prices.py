"""What answers of a server cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from .contract import Completion, ModelError

KINDS = ("prompt", "cached", "output")
_MILLION = 1_000_000


def cost(completions: Iterable[Completion], prices: Mapping[str, float]) -> float:
    """Dollars for ``completions``.

    Samples that were drawn in one call share their prompt, which is paid once: all but the first have only cached
    tokens (a prompt that was sent by itself never has, for its last token is computed anew).

    Args:
        prices: dollars per million tokens of ``prompt``, ``output`` and, where those are cheaper, ``cached`` ones.
    """
    total = 0.0
    for completion in completions:
        computed = completion.prompt_tokens - completion.cached_tokens
        total += completion.completion_tokens * prices["output"]
        if computed > 0:
            total += computed * prices["prompt"] + completion.cached_tokens * prices.get("cached", prices["prompt"])
    return total / _MILLION


def checked_prices(prices: object) -> dict[str, float]:
    """``prices`` as plain numbers.

    Raises:
        ModelError: one is missing, unknown, or no price.
    """
    if not isinstance(prices, Mapping) or not {"prompt", "output"} <= set(prices) <= set(KINDS):
        raise ModelError(
            'prices are dollars per million tokens, such as {"prompt": 0.15, "cached": 0.075, "output": 0.6}; '
            "cached may be left out."
        )
    for kind, price in prices.items():
        if isinstance(price, bool) or not isinstance(price, int | float) or not 0 <= price < math.inf:
            raise ModelError(f"The price of {kind} tokens must be a number of dollars from 0, not {price!r}.")
    return {kind: float(prices[kind]) for kind in KINDS if kind in prices}
