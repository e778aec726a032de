"""Plans as values, and plans made again."""

from dataclasses import replace

import numpy as np
import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.agents.chance import chance_after
from nesyfs_lab.episode import Episode, load_episode, plan_of, recorded_model, recording, replan, replanning
from nesyfs_lab.episode.plans import makers
from nesyfs_lab.episode.tables import tables
from nesyfs_lab.events import Generated, Planned, Propagated
from nesyfs_lab.models import Cancelled, ModelError
from nesyfs_lab.planning import TSMC
from tests.fakes import FakeWorld, Walker, lively, of, timeless
from tests.plans import make_plan


def planned_steps(episode):
    return [event.step for event in of(episode.events, Planned)]


def same(one, other):
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in vars(one))


def test_a_plan_holds_what_its_step_imagined(played):
    for step in planned_steps(played):
        plan = plan_of(played, step)
        moves = [e for e in played.events if isinstance(e, Propagated) and e.step == step]
        assert list(plan.moves.values()) == moves
        assert plan.done
        assert plan.action == next(e.action for e in of(played.events, Planned) if e.step == step)
        assert plan.start.action == plan.trace.actions[0, 0]
        assert plan.start.observed.observation == plan.trace.observations[0, 0]
        assert plan.settings["particles"] == 2
        table = played.to_frames()["particles"]
        assert plan.to_frame().equals(table[table["step"] == step].reset_index(drop=True))


def test_copies_in_the_table_are_what_resampling_drew():
    plan = make_plan(particles=8, horizon=4)
    table = plan.to_frame()
    assert table.groupby("tau")["copies"].sum().tolist() == [8, 8, 8]
    drawn = [row.count(slot) for row in plan.trace.ancestors.tolist() for slot in range(8)]
    assert table["copies"].tolist() == drawn


def test_a_step_without_a_plan_names_those_with_one(played):
    step = next(k for k in range(1, 11) if k not in planned_steps(played))
    with pytest.raises(ValueError, match=f"no plan in step {step}: plans were made in step {planned_steps(played)[0]}"):
        plan_of(played, step)
    with pytest.raises(ValueError, match="no step of this episode has one"):
        plan_of(Episode(FakeWorld(), Walker(), seed=0).run(2), 1)


def test_a_particles_belief_is_the_real_one_and_what_its_lineage_imagined():
    plan = make_plan(particles=5, horizon=5)
    for slot in range(5):
        graph = plan.start.belief
        for tau, held in enumerate(plan.trace.lineage_of(slot), 2):
            move = plan.moves[tau, held]
            graph = graph.updated(add=move.added, remove=move.removed)
            assert plan.belief(tau, held) == graph
            assert plan.lineage(tau, held) == plan.trace.lineage_of(slot)[: tau - 1]
        assert plan.belief(6, slot) == graph
        assert plan.lineage(6, slot) == plan.trace.lineage_of(slot)
    for tau, slot in ((1, 0), (7, 0), (2, 5), (2, -1)):
        with pytest.raises(ValueError, match="tau goes from 2 to 6 here and slots from 0 to 4"):
            plan.lineage(tau, slot)


def test_a_plan_in_the_making_has_the_rows_so_far():
    whole = make_plan(particles=3, horizon=4)
    for count in range(len(whole.events)):
        plan = replace(whole, events=whole.events[:count])
        rows, n = plan.trace.ancestors.shape
        assert not plan.done
        assert n <= 3
        assert np.array_equal(plan.trace.ancestors, whole.trace.ancestors[:rows, :n])
        assert np.array_equal(plan.trace.actions[1:], whole.trace.actions[1 : rows + 1, :n])
        for tau, slot in plan.moves:
            assert plan.lineage(tau, slot) == whole.lineage(tau, slot)
        with pytest.raises(ValueError, match="tau goes from 2"):
            plan.lineage(rows + 3, 0)
    assert len(tables(whole.events[:-1])["particles"]) == 0


def test_the_same_settings_make_the_recorded_plan(played, agent, tmp_path):
    played.save(tmp_path / "e.jsonl")
    loaded = load_episode(tmp_path / "e.jsonl")
    assert planned_steps(played)
    for step in planned_steps(played):
        recorded = plan_of(played, step)
        again = replan(loaded, step, agent=replace(agent, model=recorded_model(played)))
        assert same(again.trace, recorded.trace)
        assert list(again.moves.values()) == list(recorded.moves.values())
        assert (again.settings, again.seed, again.again) == (recorded.settings, 5, True)
        live = replan(played, step)
        assert same(live.trace, recorded.trace)
        assert timeless(of(live.events, Propagated)) == timeless(of(recorded.events, Propagated))


def test_a_shipped_recording_is_planned_again_by_its_own_answers():
    episode = recording("two-places")
    agent = NeSyFS(recorded_model(episode), reflections=2, planner=TSMC(particles=3, horizon=2))
    again = replan(episode, 10, agent=agent)
    assert same(again.trace, plan_of(episode, 10).trace)
    assert again.model == "qwen2.5-coder-1.5b"
    with pytest.raises(ModelError, match="differs in seed"):
        replan(episode, 10, agent=agent, seed=1)


def test_other_settings_and_another_seed_leave_the_episode_as_it_is(played):
    before, step = timeless(played.events), planned_steps(played)[0]
    again = replan(played, step, planner=TSMC(particles=7, horizon=4, lam=2.0), seed=3)
    assert again.trace.actions.shape == (4, 7)
    assert (again.settings["lam"], again.seed, again.step) == (2.0, 3, step)
    assert again.start == plan_of(played, step).start
    assert not same(again.trace, replan(played, step, planner=TSMC(7, 4, lam=2.0), seed=4).trace)
    assert timeless(played.events) == before
    assert {event.step for event in again.events} == {step}


def test_planning_again_can_be_watched_and_cancelled(played):
    step = planned_steps(played)[0]
    thinking = replanning(played, step)
    first = next(thinking)
    assert [type(event) for event in first.events] == [Generated]
    assert (first.again, first.done, first.step) == (True, False, step)
    thinking.close()
    grown = list(replanning(played, step))
    assert [len(plan.events) for plan in grown] == list(range(1, len(grown) + 1))
    assert grown[-1].done
    model = lively()
    model.script["observe"] = Cancelled()
    with pytest.raises(Cancelled):
        replan(played, step, agent=NeSyFS(model))


def test_who_cannot_plan_is_told_at_once(played, tmp_path):
    step = planned_steps(played)[0]
    played.save(tmp_path / "e.jsonl")
    with pytest.raises(ValueError, match=r"a recording holds no agent: give one, as in replan\(episode, step, agent="):
        replanning(load_episode(tmp_path / "e.jsonl"), step)
    with pytest.raises(TypeError, match=r"Walker has no plan\(situation, action, rng\)"):
        replanning(played, step, agent=Walker())
    with pytest.raises(ValueError, match="there is no plan in step 99"):
        replanning(played, 99)


def test_a_chance_that_does_not_fit_asks_for_a_seed(played, tmp_path):
    step = planned_steps(played)[0]
    played.save(tmp_path / "e.jsonl")
    other = load_episode(tmp_path / "e.jsonl")
    other.header["seed"] = 6
    with pytest.raises(ValueError, match=rf"give a seed of your own, as in replan\(episode, {step}, seed=1\)"):
        replan(other, step, agent=NeSyFS(lively()))
    assert replan(other, step, agent=NeSyFS(lively()), seed=1).done


def test_chance_moves_on_by_each_sampled_request(played):
    sampled = [e for e in played.events if isinstance(e, Generated) and e.step == 2 and e.request.seed is not None]
    rng = chance_after(sampled[:-1], np.random.default_rng([5, 2]))
    chance_after(sampled[-1:], rng)


def test_a_header_tells_who_made_a_step():
    first, later = {"planner": {"lam": 1}}, {"planner": {"lam": 2}}
    header = {"agent": first, "model": {"name": "a"}, "resumed": [{"step": 3, "agent": later}]}
    assert makers(header, 3) == (first, {"name": "a"})
    assert makers(header, 4) == (later, {"name": "a"})
    assert makers(header | {"fork": {"step": 4}}, 4) == ({}, {})
    assert makers(header | {"fork": {"step": 3}}, 4)[0] == later
    assert makers({}, 1) == ({}, {})
