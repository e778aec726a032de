"""The real planner in a toy world: it comes to what was computed, and its summaries say what it does."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nesyfs_lab.lessons.toy_world import WORLDS, Detector, exact
from nesyfs_lab.lessons.trials import Trials, compared, plan, shares, survivors, voted
from nesyfs_lab.planning import TSMC
from nesyfs_lab.planning.resampling import SCHEMES

WORLD = WORLDS["one good way"]
NOISY = Detector(false_alarm=0.1, miss=0.2)


def generator(seed=0):
    return np.random.default_rng(seed)


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize(
    "scheme,threshold", [*((scheme, 1.0) for scheme in SCHEMES), ("systematic", 0.5), ("residual", 0.0)]
)
def test_with_many_particles_the_planner_comes_to_the_exact_answer(name, scheme, threshold):
    world, planner = WORLDS[name], TSMC(3000, 4, 1.0, threshold, scheme)
    found = shares(plan(world, NOISY, planner, generator()), world)
    wanted = list(exact(world, NOISY, planner.lam, planner.horizon).values())
    assert found == pytest.approx(wanted, abs=0.06)


@pytest.mark.parametrize("settings", [{"lam": 0.0}, {"particles": 1, "lam": 4.0}])
def test_without_lambda_or_with_one_particle_habit_is_left(settings):
    table = compared(WORLD, planner=TSMC(**{"particles": 3, "horizon": 3, **settings}), runs=400)
    for method in ("TSMC", "rollouts"):
        assert table.loc[method].to_numpy() == pytest.approx(list(WORLD.habit.values()), abs=0.09)


def test_a_detector_that_tosses_a_coin_leaves_habit():
    table = compared(WORLD, Detector(0.5, 0.5), TSMC(particles=24), runs=150)
    for method in ("TSMC", "rollouts", "exact"):
        assert table.loc[method].to_numpy() == pytest.approx(list(WORLD.habit.values()), abs=0.09)


def test_the_shares_are_how_often_an_action_is_played():
    planner = TSMC(particles=4, horizon=3)
    runs = [plan(WORLD, NOISY, planner, generator(seed)) for seed in range(600)]
    played = np.mean([[trace.action == action for action in WORLD.habit] for trace in runs], axis=0)
    assert np.mean([shares(trace, WORLD) for trace in runs], axis=0) == pytest.approx(played, abs=0.08)


@settings(max_examples=25)
@given(st.sampled_from(list(WORLDS)), st.integers(1, 9), st.integers(2, 6), st.sampled_from([0.0, 0.5, 1.0]))
def test_shares_are_a_distribution(name, n, horizon, threshold):
    trace = plan(WORLDS[name], NOISY, TSMC(n, horizon, 1.0, threshold), generator(n))
    found = shares(trace, WORLDS[name])
    assert found.sum() == pytest.approx(1)
    assert (found >= 0).all()
    assert found[list(WORLDS[name].habit).index(trace.action)] > 0


@pytest.mark.parametrize("seed", range(5))
def test_survivors_are_the_roots_of_the_lineages(seed):
    trace = plan(WORLD, NOISY, TSMC(particles=8), generator(seed))
    assert 1 <= survivors(trace) == len({trace.lineage_of(i)[0] for i in range(8)}) < 8


def test_the_vote_is_the_majority_by_its_definition():
    """All ways in which three may answer."""
    habit = list(WORLD.habit.values())
    wanted = np.zeros(3)
    for answers in itertools.product(range(3), repeat=3):
        counts = np.bincount(answers, minlength=3)
        wanted += np.prod([habit[i] for i in answers]) * (counts == counts.max()) / (counts == counts.max()).sum()
    rng = generator()
    assert np.mean([voted(WORLD, 3, rng) for _ in range(20_000)], axis=0) == pytest.approx(wanted, abs=0.015)


def test_a_trial_is_the_same_whenever_it_is_made():
    trials = Trials(WORLD, NOISY, TSMC(), seed=3)
    before = trials.trace(1)
    trials.add()
    trials.add()
    again = trials.trace(1)
    assert before.actions.tolist() == again.actions.tolist()
    assert before.weights.tolist() == again.weights.tolist()
    assert len(trials) == trials.summary().runs == 2
    assert Trials(WORLD, NOISY, TSMC(), seed=4).trace(1).weights.tolist() != before.weights.tolist()


def test_a_summary_tells_means_and_spreads():
    planner = TSMC(particles=6, horizon=3)
    trials = Trials(WORLD, NOISY, planner)
    for _ in range(5):
        trials.add()
    told = trials.summary()
    each = np.array([shares(trials.trace(number), WORLD) for number in range(5)])
    assert told.chance["TSMC"] == pytest.approx(each.mean(axis=0))
    assert told.spread["TSMC"] == pytest.approx(each.std(axis=0))
    assert told.chance["habit"].tolist() == list(WORLD.habit.values())
    assert told.survivors == np.mean([survivors(trials.trace(number)) for number in range(5)])
    assert told.ess == pytest.approx(np.mean([trials.trace(number).ess[-1] for number in range(5)]))
    assert 1 <= told.ess <= 6


def test_what_cannot_be_is_refused():
    with pytest.raises(ValueError, match="add"):
        Trials(WORLD, NOISY, TSMC()).summary()
    with pytest.raises(ValueError, match="seed"):
        Trials(WORLD, NOISY, TSMC(), seed=-1)
