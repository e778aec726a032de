"""The exact answer of a toy world against every path it has, and what must hold whatever the world."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.lessons.toy_world import ORIGIN, WORLDS, Detector, Place, ToyMind, ToyWorld, exact
from nesyfs_lab.memory import Transition, View
from tests.fakes import think

SHARE = st.floats(0, 1)
NAMES = ("p", "q", "r")


@st.composite
def worlds(draw):
    parts = [draw(st.floats(0.01, 1)) for _ in NAMES]
    habit = {f"go {name}": part / sum(parts) for name, part in zip(NAMES, parts, strict=True)}
    name = st.sampled_from(NAMES)
    places = {each: Place(draw(SHARE), draw(name), draw(name)) for each in NAMES}
    return ToyWorld("a story", habit, {action: draw(name) for action in habit}, places, "go p")


def detectors():
    return st.builds(Detector, SHARE, SHARE)


def by_all_paths(world, detector, lam, horizon):
    """The tilted law by its definition: each path with each row of reports, counted by its chance and weight."""
    mass = dict.fromkeys(world.habit, 0.0)
    for action, chance in world.habit.items():
        for path in itertools.product((True, False), repeat=2 * (horizon - 1)):
            here, weight = world.leads[action], chance
            for real, said in zip(path[::2], path[1::2], strict=True):
                place = world.places[here]
                weight *= place.progress if real else 1 - place.progress
                yes = 1 - detector.miss if real else detector.false_alarm
                weight *= yes * math.exp(lam) if said else 1 - yes
                here = place.on if real else place.off
            mass[action] += weight
    return {action: each / sum(mass.values()) for action, each in mass.items()}


@given(worlds(), detectors(), st.floats(0, 4), st.integers(2, 4))
def test_the_exact_answer_is_the_sum_over_all_paths(world, detector, lam, horizon):
    assert exact(world, detector, lam, horizon) == pytest.approx(by_all_paths(world, detector, lam, horizon))


@given(worlds(), detectors(), st.integers(2, 8))
def test_without_lambda_habit_is_left(world, detector, horizon):
    assert exact(world, detector, 0.0, horizon) == pytest.approx(world.habit)


@given(worlds(), SHARE, st.floats(0, 4), st.integers(2, 8))
def test_a_detector_that_says_yes_as_often_to_both_leaves_habit(world, yes, lam, horizon):
    assert exact(world, Detector(false_alarm=yes, miss=1 - yes), lam, horizon) == pytest.approx(world.habit)


def test_one_step_can_be_done_by_hand():
    world = WORLDS["one good way"]
    garden = 0.2 * (1 + 0.8 * (math.e - 1))
    assert exact(world, Detector(), 1.0, 2)[world.right] == pytest.approx(garden / (garden + 0.8))


@pytest.mark.parametrize("name", WORLDS)
def test_in_the_lesson_s_worlds_the_right_way_wins_with_the_paper_s_settings(name):
    shares = exact(WORLDS[name], Detector(), 1.0, 5)
    assert max(shares, key=lambda action: shares[action]) == WORLDS[name].right
    assert shares[WORLDS[name].right] < 1


def test_the_false_start_wins_where_nobody_looks_far():
    shares = exact(WORLDS["a false start"], Detector(), 1.0, 2)
    assert max(shares, key=lambda action: shares[action]) == "go to the cellar"


@pytest.mark.parametrize(
    "habit,leads,right",
    [
        ({"a": 0.5, "b": 0.4}, {"a": "p", "b": "p"}, "a"),
        ({"a": 1.0}, {"a": "nowhere"}, "a"),
        ({"a": 1.0}, {"a": "p"}, "b"),
        ({"a": 0.5, "b": 0.5}, {"a": "p"}, "a"),
    ],
)
def test_a_world_with_a_hole_is_refused(habit, leads, right):
    with pytest.raises(ValueError, match="habit"):
        ToyWorld("", habit, leads, {"p": Place(0.5, "p", "p")}, right)


def imagined(detector, n=4000):
    """One stage of ``n`` particles that all stand in the garden: how often it gets on, and what is said of it."""
    mind = ToyMind(WORLDS["one good way"], detector, np.random.default_rng(0))
    _, known = think(mind.retrieve([View(*ORIGIN[:2])] * n))
    _, actions = think(mind.act(known, [""] * n, real=True))
    garden = [i for i, action in enumerate(actions) if action == "go to the garden"]
    _, told = think(mind.observe([known[i] for i in garden], [actions[i] for i in garden]))
    _, changes = think(mind.update([Transition(ORIGIN.belief, "", text) for text in told]))
    _, verdicts = think(mind.progress([], [], [change.added for change in changes]))
    return len(garden) / n, [text.startswith("You get on") for text in told], [yes for yes, _ in verdicts], changes


def test_a_mind_follows_the_world_s_law():
    taken, real, seen, changes = imagined(Detector())
    assert taken == pytest.approx(0.2, abs=0.03)
    assert np.mean(real) == pytest.approx(0.8, abs=0.06)
    assert seen == real, "a perfect detector reports what is so"
    assert {next(iter(change.apply(ORIGIN.belief))).object for change in changes} == {"garden"}


def test_a_detector_errs_as_often_as_it_is_told_to():
    _, real, seen, _ = imagined(Detector(false_alarm=0.3, miss=0.1), n=20_000)
    on, off = np.array(seen)[real], np.array(seen)[~np.array(real)]
    assert on.mean() == pytest.approx(0.9, abs=0.03)
    assert off.mean() == pytest.approx(0.3, abs=0.06)


def test_after_the_first_step_one_only_goes_on():
    mind = ToyMind(WORLDS["one good way"], Detector(), np.random.default_rng(0))
    assert think(mind.act([()], [""], real=False))[1] == ["go on"]
