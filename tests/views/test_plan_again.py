"""A plan made again from the workbench: beside the recorded one, cancelled, refused with a reason."""

import threading
import time

import pytest

import nesyfs_lab as nl
from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, load_episode, plan_of
from nesyfs_lab.events import Planned
from nesyfs_lab.models import Cancelled, ModelError
from nesyfs_lab.planning import TSMC
from nesyfs_lab.views.display import TITLES
from nesyfs_lab.views.plan_again import PlanWish
from nesyfs_lab.views.workbench import Workbench
from tests.fakes import FakeWorld, lively, of, timeless


def make_agent():
    return NeSyFS(lively(), votes=3, agreement=0.6, reflections=1, planner=TSMC(particles=2, horizon=3))


@pytest.fixture
def played():
    return Episode(FakeWorld(), make_agent(), seed=5).run(10)


def opened(episode, **others):
    """A workbench at the episode's first plan, and its Plan panel."""
    bench = Workbench(episode, **others)
    bench.controls.timeline.value = step = of(episode.events, Planned)[0].step
    bench.display.tabs.selected_index = TITLES.index("Plan")
    return bench, bench.display.plan, step


def field(panel, name):
    return panel.form.numbers._fields[f"planner.{name}"]


def test_a_plan_is_made_again_beside_the_recorded_one(played):
    before = timeless(played.events)
    bench, panel, step = opened(played)
    assert panel.view.children[0] is panel.view.first
    field(panel, "particles").value, field(panel, "lam").value, panel.form.seed.value = "5", "2.5", "3"
    panel.form.button.click()
    bench.join(60)
    again = panel.view.second.plan
    assert again.done
    assert again.trace.actions.shape == (3, 5)
    assert (again.settings["lam"], again.seed, again.step) == (2.5, 3, step)
    assert panel.view.first.plan.trace is plan_of(played, step).trace
    assert timeless(played.events) == before
    assert not bench.controls.step.disabled
    assert bench.controls.cancel.disabled
    assert "Ready after step 10" in bench.controls.status.value
    bench.controls.timeline.value = 0
    assert panel.folded.layout.display == "none"
    bench.controls.timeline.value = step
    assert panel.view.second in panel.view.children, "it stays with its step"
    panel.form.drop.click()
    assert panel.view.second not in panel.view.children
    assert panel.form.drop.layout.display == "none"
    assert bench.start(1), "the episode goes on"
    bench.join(60)
    assert len(played.events) > len(before)


def test_without_a_seed_and_with_the_same_numbers_it_is_the_recorded_plan(played):
    bench, panel, step = opened(played)
    panel.form.button.click()
    bench.join(60)
    recorded = plan_of(played, step).trace
    assert panel.view.second.plan.trace.actions.tolist() == recorded.actions.tolist()
    assert "= Both play" in panel.view.verdict.value


def test_a_recording_is_planned_again_by_the_agent_that_it_was_opened_with(played, tmp_path):
    played.save(tmp_path / "e.jsonl")
    loaded = load_episode(tmp_path / "e.jsonl")
    bench, panel, _ = opened(loaded)
    assert "nl.Workbench(recorded, agent=nl.NeSyFS(model))" in panel.form.told.value
    assert panel.form._fields.layout.display == "none"
    bench.close()
    bench, panel, _ = opened(loaded, agent=NeSyFS(lively(), planner=TSMC(particles=4, horizon=2)))
    panel.form.button.click()
    bench.join(60)
    assert panel.view.second.plan.trace.actions.shape == (2, 4)
    assert "A recorded episode" in bench.controls.status.value


@pytest.mark.parametrize(
    "name, text, reason",
    [
        ("particles", "many", "planner.particles must be a whole number, not &#x27;many&#x27;"),
        ("particles", "0", "particles must be at least 1, got 0"),
        ("seed", "-1", "seed must be a whole number from 0, or empty, not &#x27;-1&#x27;"),
        ("seed", "x", "seed must be a whole number from 0, or empty"),
    ],
)
def test_what_cannot_be_is_told_and_stays_in_its_field(played, name, text, reason):
    bench, panel, _ = opened(played)
    typed = panel.form.seed if name == "seed" else field(panel, name)
    typed.value = text
    panel.form.button.click()
    assert reason in panel.form.error.value
    assert typed.value == text
    assert bench.thread is None
    assert panel.view.second not in panel.view.children


def test_a_model_that_fails_is_told_and_the_episode_is_as_it_was(played):
    before = timeless(played.events)
    played.agent.model.script["observe"] = ModelError("the model is gone")
    bench, panel, step = opened(played)
    panel.form.button.click()
    bench.join(60)
    assert f"Planning step {step} again failed; the episode is as it was." in bench.controls.status.value
    assert "the model is gone" in bench.controls.error.value
    assert timeless(played.events) == before


def test_it_can_be_cancelled_and_two_jobs_do_not_meet(played):
    model, asked, free = played.agent.model, threading.Event(), threading.Event()

    def observe(request, i):
        asked.set()
        assert free.wait(30)
        raise Cancelled

    model.script["observe"], model.progress = observe, None
    model.cancel = free.set
    bench, panel, step = opened(played)
    bench.plan_again(PlanWish(step, make_agent(), 1))
    bench.join(60)
    first = panel.view.second.plan
    panel.form.button.click()
    assert asked.wait(30)
    assert panel.form.button.disabled
    assert "Cancel there stops it" in panel.form.busy.value
    assert bench.controls.step.disabled
    assert not bench.controls.cancel.disabled
    assert not bench.start(1)
    with pytest.raises(ValueError, match="the agent is at work"):
        bench.plan_again(PlanWish(step, played.agent, 1))
    bench.controls.cancel.click()
    bench.join(60)
    deadline = time.monotonic() + 20
    while "Cancelled; the episode is as it was. Ready after step 10." not in bench.controls.status.value:
        assert time.monotonic() < deadline, bench.controls.status.value
        time.sleep(0.01)
    assert panel.view.second.plan is first, "what was not done is gone"
    assert "being made" not in panel.view.verdict.value
    assert (panel.form.button.disabled, panel.form.busy.value) == (False, "")
    assert free.is_set()
    assert model.progress is None


def test_an_agent_that_does_not_plan_is_not_asked_to(played):
    _, panel, _ = opened(played)
    panel.form.show(1, nl.graph, made=False)
    assert panel.form._fields.layout.display == "none"
