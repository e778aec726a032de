"""Resampling schemes: unbiased, bounded where they promise it, and never drawing what weighs nothing."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.planning.resampling import SCHEMES, effective_sample_size, multinomial, normalised, residual

PARTS = st.lists(st.floats(0, 1e6) | st.just(0.0) | st.sampled_from([5e-324, 1e-300, 1e300]), min_size=1, max_size=9)
WEIGHTS = PARTS.filter(lambda parts: math.isfinite(sum(parts)) and sum(parts) > 1e-290).map(
    lambda parts: np.array(parts) / sum(parts)
)
EXAMPLES = {
    "equal": [1 / 6] * 6,
    "one takes all": [0, 0, 1, 0, 0, 0],
    "progress or none": [math.e / (2 * math.e + 4)] * 2 + [1 / (2 * math.e + 4)] * 4,
    "tiny beside large": [1e-12, 0.5 - 1e-12, 0.25, 0.25],
    "zero at both ends": [0, 0.3, 0.7, 0],
    "quarters": [0.5, 0.25, 0.25, 0.0],
    "single": [1.0],
}


class Fixed:
    """A generator whose every uniform number is the same: the edges of [0, 1)."""

    def __init__(self, value: float) -> None:
        self.value = value

    def random(self, n: int | None = None):
        return self.value if n is None else np.full(n, self.value)


def counts(scheme, weights, rng) -> np.ndarray:
    return np.bincount(SCHEMES[scheme](weights, rng), minlength=len(weights))


@pytest.mark.parametrize("scheme", SCHEMES)
@given(weights=WEIGHTS, seed=st.integers(0, 2**32))
def test_as_many_slots_as_before_and_none_of_weight_zero(scheme, weights, seed):
    ancestors = SCHEMES[scheme](weights, np.random.default_rng(seed))
    assert ancestors.shape == weights.shape
    assert np.issubdtype(ancestors.dtype, np.integer)
    assert (weights[ancestors] > 0).all()


@pytest.mark.parametrize("edge", [0.0, math.nextafter(1, 0)])
@pytest.mark.parametrize("scheme", SCHEMES)
@given(weights=WEIGHTS)
def test_the_edges_of_chance_draw_nothing_of_weight_zero(scheme, edge, weights):
    rng: Any = Fixed(edge)
    ancestors = SCHEMES[scheme](weights, rng)
    assert ((ancestors >= 0) & (ancestors < len(weights))).all()
    assert (weights[ancestors] > 0).all()


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("weights", EXAMPLES.values(), ids=EXAMPLES)
def test_each_slot_survives_n_times_its_weight_on_average(scheme, weights):
    """4000 draws; the mean count must lie within 5 standard errors (of a multinomial, the widest scheme)."""
    w, draws = np.array(weights), 4000
    rng = np.random.default_rng(20)
    mean = sum(counts(scheme, w, rng) for _ in range(draws)) / draws
    error = np.sqrt(len(w) * w * (1 - w) / draws)
    assert (np.abs(mean - len(w) * w) <= 5 * error + 1e-9).all()


@given(weights=WEIGHTS, seed=st.integers(0, 2**32))
def test_systematic_rounds_down_or_up(weights, seed):
    n = counts("systematic", weights, np.random.default_rng(seed))
    expected = len(weights) * weights
    assert (np.floor(expected - 1e-9) <= n).all()
    assert (n <= np.ceil(expected + 1e-9)).all()


@pytest.mark.parametrize("scheme", ["systematic", "stratified"])
def test_a_point_on_an_edge_belongs_to_the_slot_that_begins_there(scheme):
    rng: Any = Fixed(0.0)
    assert SCHEMES[scheme](np.full(4, 0.25), rng).tolist() == [0, 1, 2, 3]


@given(weights=WEIGHTS, seed=st.integers(0, 2**32))
def test_stratified_is_less_than_two_away(weights, seed):
    n = counts("stratified", weights, np.random.default_rng(seed))
    assert (np.abs(n - len(weights) * weights) < 2 + 1e-9).all()


@given(weights=WEIGHTS, seed=st.integers(0, 2**32))
def test_residual_keeps_the_whole_part_for_sure(weights, seed):
    n = counts("residual", weights, np.random.default_rng(seed))
    assert (np.floor(len(weights) * weights - 1e-9) <= n).all()


@pytest.mark.parametrize("n", range(1, 40))
def test_residual_leaves_equal_weights_alone(n):
    assert residual(np.full(n, 1 / n), np.random.default_rng(0)).tolist() == list(range(n))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_weight_of_one_takes_every_slot(scheme):
    for n in range(1, 12):
        for slot in range(n):
            weights = np.eye(n)[slot]
            assert SCHEMES[scheme](weights, np.random.default_rng(n)).tolist() == [slot] * n


@pytest.mark.parametrize("scheme", SCHEMES)
def test_lambda_1000_keeps_only_those_that_progressed(scheme):
    weights = normalised(1000.0 * np.array([0, 1, 0, 1, 1, 0]))
    for seed in range(50):
        assert set(SCHEMES[scheme](weights, np.random.default_rng(seed))) <= {1, 3, 4}


def test_multinomial_draws_are_independent():
    """The count of one slot varies as a binomial's does; the low-variance schemes would fail this."""
    weights = np.full(6, 1 / 6)
    rng = np.random.default_rng(3)
    drawn = [np.bincount(multinomial(weights, rng), minlength=6)[0] for _ in range(4000)]
    assert np.var(drawn) == pytest.approx(6 * (1 / 6) * (5 / 6), rel=0.1)


LOGS = st.lists(st.floats(-1e300, 1e300) | st.just(-math.inf), min_size=1, max_size=9)


@given(LOGS.filter(lambda logs: max(logs) > -math.inf))
def test_normalised_weights_are_a_distribution_in_the_same_order(logs):
    weights = normalised(np.array(logs))
    assert weights.sum() == pytest.approx(1)
    assert (weights >= 0).all()
    assert weights[np.argmax(logs)] == weights.max()  # ties after rounding: the first of equals may be another
    assert all(weights[i] <= weights[j] for i in range(len(logs)) for j in range(len(logs)) if logs[i] <= logs[j])
    assert 1 - 1e-9 <= effective_sample_size(weights) <= len(logs) + 1e-9


@given(st.lists(st.floats(-30, 30), min_size=1, max_size=9), st.floats(-1e6, 1e6))
def test_normalised_forgets_a_common_factor(logs, shift):
    assert normalised(np.array(logs)) == pytest.approx(normalised(np.array(logs) + shift), abs=1e-6)


@pytest.mark.parametrize("logs", [[-math.inf] * 3, [0.0, math.nan], [math.inf, 0.0]])
def test_what_cannot_be_normalised_is_refused(logs):
    with pytest.raises(ValueError, match="finite maximum"):
        normalised(np.array(logs))


@pytest.mark.parametrize(
    "weights,ess", [([1 / 6] * 6, 6), ([0, 1, 0], 1), ([0.5, 0.5, 0, 0], 2), ([1.0], 1), ([0.8, 0.2], 1 / 0.68)]
)
def test_effective_sample_size(weights, ess):
    assert effective_sample_size(np.array(weights)) == pytest.approx(ess)
