"""Drawing tokens from logits: exactly from the model's distribution, restricted to what is allowed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Logits = NDArray[np.float32]

_DRAWS = 8
"""Draws from the whole vocabulary before all tokens are put in order; most answers need one."""
_BLOCK = 512


def candidates(logits: Logits, temperature: float, rng: np.random.Generator) -> Iterator[int]:
    """Tokens in the order in which they are to be tried.

    The first is drawn from softmax(logits / temperature); each later one from the same distribution without those
    before it. So the first *allowed* one is a draw from the distribution restricted to the allowed tokens. At
    temperature 0 the order is that of the logits.

    Args:
        logits: (V,), one a token of the vocabulary; not changed.
    """
    if temperature <= 0:
        yield int(logits.argmax())
        yield from map(int, np.argsort(-logits, kind="stable")[1:])
        return
    weights = _weights(logits, temperature)
    tried: list[int] = []
    while len(tried) < _DRAWS and (not tried or weights.any()):
        token = _draw(weights, rng.random())
        yield token
        tried.append(token)
        weights[token] = 0.0
    # The Gumbel trick: sorting perturbed log-weights orders all tokens as drawing them one by one would.
    with np.errstate(divide="ignore"):
        perturbed = np.log(weights.astype(np.float64)) + rng.gumbel(size=len(weights))
    for token in map(int, np.argsort(-perturbed)):
        if weights[token] > 0:
            yield token
    # What is left has a weight of zero in single precision; it is tried in the order of the logits.
    for token in map(int, np.argsort(-logits, kind="stable")):
        if weights[token] == 0 and token not in tried:
            yield token


def choose(logits: Logits, tokens: Sequence[int], temperature: float, rng: np.random.Generator) -> tuple[int, float]:
    """One of ``tokens`` by the distribution restricted to them, and its log-probability there at temperature 1."""
    few = logits[np.asarray(tokens)].astype(np.float64)
    index = int(few.argmax()) if temperature <= 0 else _draw(_weights(few, temperature), rng.random())
    return tokens[index], float(few[index] - _log_sum_exp(few))


def log_probability(logits: Logits, token: int) -> float:
    """The token's log-probability in nats at temperature 1, over the whole vocabulary."""
    return float(logits[token]) - _log_sum_exp(logits)


def _weights(logits: NDArray[np.floating], temperature: float) -> NDArray[np.floating]:
    """Proportional to softmax(logits / temperature), the largest 1."""
    weights: NDArray[np.floating] = logits - logits.max()
    if temperature != 1.0:
        weights /= temperature
    np.exp(weights, out=weights)
    return weights


def _draw(weights: NDArray[np.floating], uniform: float) -> int:
    """The index at ``uniform`` in [0, 1) of the cumulated weights; sums over blocks first, to be quick and exact."""
    whole = len(weights) // _BLOCK * _BLOCK
    sums = weights[:whole].reshape(-1, _BLOCK).sum(axis=1, dtype=np.float64)
    sums = np.append(sums, weights[whole:].sum(dtype=np.float64)).cumsum()
    target = uniform * sums[-1]
    block = min(int(np.searchsorted(sums, target, side="right")), len(sums) - 1)
    start = block * _BLOCK
    inner = weights[start : start + _BLOCK].cumsum(dtype=np.float64)
    if block:
        target -= sums[block - 1]
    index = start + int(np.searchsorted(inner, target, side="right"))
    if index < len(weights) and weights[index] > 0:
        return index
    return int(weights.argmax())  # rounding at a block's edge; happens about never


def _log_sum_exp(logits: NDArray[np.floating]) -> float:
    largest = float(logits.max())
    return largest + math.log(float(np.exp(logits - largest).sum(dtype=np.float64)))


def generator(seed: int, sample: int) -> np.random.Generator:
    """The random numbers of answer number ``sample`` to a request with ``seed``."""
    return np.random.default_rng([seed & (2**64 - 1), sample])
