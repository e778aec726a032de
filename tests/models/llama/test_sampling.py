"""Drawing tokens: the distribution, restricted or not, and the order of the candidates."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.models.llama.sampling import candidates, choose, generator, log_probability

DRAWS = 4000


def chi_square(counts, probabilities):
    expected = np.asarray(probabilities) * np.sum(counts)
    return float((((np.asarray(counts) - expected) ** 2) / expected).sum())


def softmax(logits):
    weights = np.exp(np.asarray(logits, dtype=float))
    return weights / weights.sum()


LOGITS = np.array([2.0, 1.0, 0.5, 0.0, -1.0], dtype=np.float32)
CRITICAL = {4: 23.5, 2: 18.4, 1: 15.1}  # chi-square, one in ten thousand


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_the_first_candidate_follows_the_distribution(temperature):
    rng = generator(1, 0)
    counts = np.bincount([next(candidates(LOGITS, temperature, rng)) for _ in range(DRAWS)], minlength=5)
    assert chi_square(counts, softmax(LOGITS / temperature)) < CRITICAL[4]


def test_the_first_allowed_candidate_follows_the_restricted_distribution():
    rng, allowed = generator(2, 0), [2, 3, 4]
    drawn = [next(t for t in candidates(LOGITS, 1.0, rng) if t in allowed) for _ in range(DRAWS)]
    assert chi_square(np.bincount(drawn, minlength=5)[2:], softmax(LOGITS[2:])) < CRITICAL[2]


def test_so_it_does_when_nearly_all_mass_is_not_allowed():
    logits = np.concatenate([np.full(3000, 8.0), [0.0, 0.7]]).astype(np.float32)
    rng = generator(3, 0)
    drawn = [next(t for t in candidates(logits, 1.0, rng) if t >= 3000) - 3000 for _ in range(1500)]
    assert chi_square(np.bincount(drawn, minlength=2), softmax([0.0, 0.7])) < CRITICAL[1]


def test_a_choice_follows_the_restricted_distribution():
    rng, tokens = generator(4, 0), [4, 0, 2]
    drawn = [choose(LOGITS, tokens, 1.0, rng)[0] for _ in range(DRAWS)]
    assert chi_square([drawn.count(t) for t in tokens], softmax(LOGITS[tokens])) < CRITICAL[2]


def test_the_log_probability_of_a_choice_is_that_among_the_options():
    token, logprob = choose(LOGITS, [1, 3], 0.0, generator(0, 0))
    assert token == 1
    assert logprob == pytest.approx(np.log(softmax([1.0, 0.0])[0]))


def test_the_log_probability_of_a_token_is_that_of_the_model():
    assert log_probability(LOGITS, 2) == pytest.approx(np.log(softmax(LOGITS)[2]))


@given(st.lists(st.floats(-60, 60, width=32), min_size=1, max_size=1200), st.sampled_from([0.0, 0.3, 1.0]))
def test_every_token_is_a_candidate_once(values, temperature):
    logits = np.array(values, dtype=np.float32)
    before = logits.copy()
    assert sorted(candidates(logits, temperature, generator(0, 0))) == list(range(len(values)))
    assert (logits == before).all()


def test_greedy_takes_the_likeliest_first():
    assert list(candidates(LOGITS[::-1].copy(), 0.0, generator(0, 0))) == [4, 3, 2, 1, 0]


def test_excluded_tokens_come_last():
    logits = np.array([-np.inf, 0.0, -np.inf, 1.0], dtype=np.float32)
    for seed in range(20):
        assert set(islice(candidates(logits, 1.0, generator(seed, 0)), 2)) == {1, 3}


def test_seeds_and_samples_have_numbers_of_their_own():
    first = [generator(seed, sample).random() for seed in (0, 1, -1, 2**63) for sample in (0, 1)]
    assert len(set(first)) == len(first)
    assert generator(5, 2).random() == generator(5, 2).random()
