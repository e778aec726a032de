"""Resampling schemes: from normalised weights to the slots that survive.

A scheme is a function ``(weights, rng) -> ancestors``: weights (N,) sum to 1, ancestors (N,) are slots, and slot i
appears N * weights[i] times on average (unbiasedness). Slots of weight zero are never drawn.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float64]
Ancestors = NDArray[np.int_]
Scheme = Callable[[Weights, np.random.Generator], Ancestors]


def multinomial(weights: Weights, rng: np.random.Generator) -> Ancestors:
    """N independent draws from Categorical(weights): Algorithm 2, lines 12 to 15."""
    return _inverse(weights, rng.random(len(weights)))


def systematic(weights: Weights, rng: np.random.Generator) -> Ancestors:
    """One uniform draw, N evenly spaced points: slot i survives floor or ceil of N * weights[i] times."""
    n = len(weights)
    return _inverse(weights, (rng.random() + np.arange(n)) / n)


def stratified(weights: Weights, rng: np.random.Generator) -> Ancestors:
    """One uniform draw in each of N equal strata."""
    n = len(weights)
    return _inverse(weights, (rng.random(n) + np.arange(n)) / n)


def residual(weights: Weights, rng: np.random.Generator) -> Ancestors:
    """floor(N * weights) copies of each slot for sure, the rest multinomial by what is left of the weights."""
    n = len(weights)
    sure = np.floor(n * weights + 1e-9).astype(int)  # 1e-9: 6 * (1/6) must count as one whole copy
    left = np.maximum(n * weights - sure, 0.0)
    certain = np.repeat(np.arange(n), sure)[:n]
    drawn = n - len(certain)
    if drawn == 0:
        return certain
    if left.sum() <= 0:  # only rounding is left over
        left = weights
    return np.concatenate([certain, _inverse(left / left.sum(), rng.random(drawn))])


SCHEMES: dict[str, Scheme] = {
    "multinomial": multinomial,
    "systematic": systematic,
    "stratified": stratified,
    "residual": residual,
}


def effective_sample_size(weights: Weights) -> float:
    """1 / sum(w^2) of normalised weights (N,): between 1 and N particles."""
    return float(1.0 / np.square(weights).sum())


def normalised(log_weights: Weights) -> Weights:
    """exp(log_weights) scaled to sum 1, without overflow.

    Raises:
        ValueError: when every weight is zero (all -inf) or one is not a number.
    """
    top = np.max(log_weights)
    if not np.isfinite(top):
        raise ValueError(f"log-weights must have a finite maximum to be normalised, got {log_weights.tolist()}")
    weights = np.exp(log_weights - top)
    total: Weights = weights / weights.sum()
    return total


def _inverse(weights: Weights, points: Weights) -> Ancestors:
    """Slots by the inverse distribution function; rounding never picks a slot of weight zero."""
    positive = np.flatnonzero(weights)
    edges = np.cumsum(weights[positive])
    places = np.searchsorted(edges, points * edges[-1], side="right")
    slots: Ancestors = positive[np.minimum(places, len(positive) - 1)]
    return slots
