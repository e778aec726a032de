"""Algorithm 2 with a mind that needs no model: its particles number their own histories."""

import math
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest

from nesyfs_lab.events import Event, Propagated, Resampled, Trace
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.memory import Change
from nesyfs_lab.planning import TSMC, Origin
from tests.fakes import of, think

START = Origin(KnowledgeGraph([Triplet("you", "at", "start")]), "o", "a")
Path = list[int]


def path(text: str) -> Path:
    """The history that a text of this mind carries: "a.2.0" is sample 2, then sample 0."""
    return [int(part) for part in text.split(".")[1:]]


def instant(method):
    """A thought without events."""

    def thinking(*args: Any, **kwargs: Any) -> Generator[Event, None, Any]:
        yield from ()
        return method(*args, **kwargs)

    return thinking


class FakeMind:
    """Particle i's action is its observation's history with ".i" added; the judge looks at that history."""

    def __init__(self, judge: Callable[[Path], bool] = lambda path: False) -> None:
        self.judge = judge
        self.calls: list[tuple[Any, ...]] = []

    @instant
    def retrieve(self, views):
        self.calls.append(("retrieve", list(views)))
        return [tuple(v.belief) for v in views]

    @instant
    def act(self, contexts, observations, *, real):
        self.calls.append(("act", list(contexts), list(observations), real))
        return ["a" + o[1:] + f".{i}" for i, o in enumerate(observations)]

    @instant
    def observe(self, contexts, actions):
        self.calls.append(("observe", list(contexts), list(actions)))
        return ["o" + a[1:] for a in actions]

    @instant
    def update(self, transitions):
        self.calls.append(("update", list(transitions)))
        return [Change((Triplet("you", "at", t.observation),), tuple(t.belief)[1:]) for t in transitions]

    @instant
    def progress(self, contexts, actions, new):
        self.calls.append(("progress", list(contexts), list(actions), list(new)))
        return [(self.judge(path(a)), f"thought on {a}") for a in actions]


def plan(judge=lambda path: False, seed=0, **settings) -> tuple[list[Any], Trace, FakeMind]:
    mind: Any = FakeMind(judge)
    events, trace = think(TSMC(**settings).plan(mind, START, np.random.default_rng(seed)))
    return events, trace, mind


def even(path: Path) -> bool:
    return path[-1] % 2 == 0


@pytest.mark.parametrize("n,horizon", [(6, 5), (1, 2), (1, 6), (3, 2), (40, 3)])
def test_the_shapes_of_a_trace(n, horizon):
    events, trace, _ = plan(even, particles=n, horizon=horizon)
    assert trace.actions.shape == trace.observations.shape == (horizon, n)
    assert trace.progress.shape == trace.weights.shape == trace.ancestors.shape == (horizon - 1, n)
    assert trace.ess.shape == (horizon - 1,)
    assert (trace.actions[0] == "a").all()
    assert (trace.observations[0] == "o").all()
    assert trace.chosen in range(n)
    assert len(of(events, Propagated)) == (horizon - 1) * n
    assert [e.tau for e in of(events, Resampled)] == list(range(2, horizon + 1))


def test_each_tau_asks_in_the_order_of_the_lines():
    _, _, mind = plan(horizon=3)
    assert [call[0] for call in mind.calls] == ["retrieve", "act", "observe", "update", "progress"] * 2


def test_only_the_state_at_tau_1_is_a_real_one():
    _, _, mind = plan(horizon=5)
    assert [call[3] for call in mind.calls if call[0] == "act"] == [True, False, False, False]


def test_the_events_and_the_trace_tell_the_same():
    events, trace, _ = plan(even)
    for e in of(events, Propagated):
        assert e.action == trace.actions[e.tau - 1, e.particle]
        assert e.observation == trace.observations[e.tau - 1, e.particle]
        assert e.progress == trace.progress[e.tau - 2, e.particle] == even(path(e.action))
        assert e.thought == f"thought on {e.action}"
        assert e.added == (Triplet("you", "at", e.observation),)
    for r in of(events, Resampled):
        assert r.weights == tuple(trace.weights[r.tau - 2])
        assert r.ancestors == tuple(trace.ancestors[r.tau - 2])
        assert r.ess == trace.ess[r.tau - 2]


@pytest.mark.parametrize("settings", [{}, {"ess_threshold": 0.0}, {"ess_threshold": 0.8, "lam": 3.0}])
@pytest.mark.parametrize("scheme", ["multinomial", "systematic", "stratified", "residual"])
def test_slots_go_on_from_the_slots_they_were_copied_from(scheme, settings):
    for seed in range(10):
        _, trace, mind = plan(even, seed, resampling=scheme, **settings)
        assert trace.actions[1].tolist() == [f"a.{i}" for i in range(6)]
        for t in range(3):
            copied = trace.observations[t + 1][trace.ancestors[t]]
            assert trace.actions[t + 2].tolist() == [f"a{o[1:]}.{i}" for i, o in enumerate(copied)]
            views = [call[1] for call in mind.calls if call[0] == "retrieve"][t + 1]
            assert [v.observation for v in views] == copied.tolist()
            assert [tuple(v.belief)[-1].object for v in views] == copied.tolist()  # the belief went along


def test_the_belief_of_the_origin_is_the_first_one_of_all():
    _, _, mind = plan()
    assert all(view == (START.belief, "o") for view in mind.calls[0][1])
    assert len(START.belief) == 1


@pytest.mark.parametrize("lam", [0.0, 0.5, 1.0, 1000.0])
def test_with_threshold_1_the_weights_are_those_of_line_9(lam):
    for seed in range(5):
        _, trace, _ = plan(even, seed, lam=lam)
        for progress, weights, ess in zip(trace.progress, trace.weights, trace.ess, strict=True):
            omega = np.exp(lam * (progress - progress.max()))
            assert weights == pytest.approx(omega / omega.sum())
            assert ess == pytest.approx(omega.sum() ** 2 / (omega**2).sum())


def test_with_threshold_0_nothing_is_resampled_and_progress_adds_up():
    _, trace, _ = plan(even, lam=0.7, ess_threshold=0.0)
    assert (trace.ancestors == np.arange(6)).all()
    omega = np.exp(0.7 * np.cumsum(trace.progress, axis=0))
    assert trace.weights == pytest.approx(omega / omega.sum(axis=1, keepdims=True))


def test_with_threshold_0_the_slot_is_drawn_by_its_weight():
    judge = lambda path: path[0] == 0  # noqa: E731
    chosen = [plan(judge, seed, lam=1.0, horizon=2, ess_threshold=0.0)[1].chosen for seed in range(1500)]
    chance = math.e / (math.e + 5)
    assert np.mean(np.array(chosen) == 0) == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / 1500))


@pytest.mark.parametrize("threshold", [0.3, 0.7, 0.95])
def test_between_the_thresholds_weights_gather_until_they_are_reset(threshold):
    resampled = kept = 0
    for seed in range(20):
        _, trace, _ = plan(even, seed, lam=1.5, horizon=7, ess_threshold=threshold)
        log = np.zeros(6)
        for progress, weights, ancestors, ess in zip(
            trace.progress, trace.weights, trace.ancestors, trace.ess, strict=True
        ):
            log = log + 1.5 * progress
            assert weights == pytest.approx(np.exp(log) / np.exp(log).sum())
            if ess < threshold * 6:
                resampled, log = resampled + 1, np.zeros(6)
            else:
                kept += 1
                assert ancestors.tolist() == list(range(6))
    assert kept or threshold == 0.95
    assert resampled or threshold == 0.3


def test_lambda_1000_never_lets_a_slot_without_progress_live():
    for seed in range(20):
        _, trace, _ = plan(even, seed, lam=1000.0)
        for progress, ancestors in zip(trace.progress, trace.ancestors, strict=True):
            assert progress[ancestors].all()


def test_the_largest_lambda_does_not_overflow():
    _, trace, _ = plan(lambda path: True, lam=1e307, horizon=5, ess_threshold=0.0)
    assert np.isfinite(trace.weights).all()


@pytest.mark.parametrize("settings", [{}, {"ess_threshold": 0.5}, {"resampling": "systematic"}])
def test_a_plan_depends_on_its_generator_alone(settings):
    def told(seed: int) -> list[Any]:
        _, trace, _ = plan(even, seed, **settings)
        return [trace.actions.tolist(), trace.ancestors.tolist(), trace.chosen, trace.action]

    assert told(1) == told(1)
    assert len({str(told(seed)) for seed in range(10)}) > 1


def test_every_slot_can_be_chosen():
    assert {plan(seed=seed, horizon=2)[1].chosen for seed in range(100)} == set(range(6))


@pytest.mark.parametrize(
    "settings,said",
    [
        ({"particles": 0}, "particles"),
        ({"particles": -1}, "particles"),
        ({"horizon": 1}, "tau = 1 is the origin"),
        ({"horizon": 0}, "horizon"),
        ({"lam": -0.1}, "lam"),
        ({"lam": math.nan}, "lam"),
        ({"lam": math.inf}, "lam"),
        ({"lam": 1e308}, "lam"),
        ({"ess_threshold": 1.1}, "ess_threshold"),
        ({"ess_threshold": -0.1}, "ess_threshold"),
        ({"ess_threshold": math.nan}, "ess_threshold"),
        ({"resampling": "bootstrap"}, "multinomial, systematic, stratified, residual"),
    ],
)
def test_a_setting_out_of_range_is_refused_by_name(settings, said):
    with pytest.raises(ValueError, match=said):
        TSMC(**settings)


@pytest.mark.parametrize("name,value", [("particles", 2.0), ("horizon", "5"), ("particles", None)])
def test_a_number_that_is_not_whole_is_refused_by_name(name, value):
    with pytest.raises(TypeError, match=f"{name} must be a whole number"):
        TSMC(**{name: value})


def test_settings_tell_all_of_it():
    assert TSMC(particles=3, lam=0.5).settings() == {
        "kind": "TSMC",
        "particles": 3,
        "horizon": 5,
        "lam": 0.5,
        "ess_threshold": 1.0,
        "resampling": "multinomial",
    }
