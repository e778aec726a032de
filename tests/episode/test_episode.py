"""Stepping: what a step tells, when it is over, and that only one is in progress at a time."""

import threading
from typing import Any

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, load_episode
from nesyfs_lab.events import Acted, Event, Generated, Observed, Planned, Updated
from nesyfs_lab.graph import KnowledgeGraph
from tests.fakes import FakeModel, FakeWorld, Walker, lively, of, only, timeless, turns


def test_the_first_step_begins_with_the_reset_and_each_ends_with_what_it_caused(played):
    first = [e for e in played.events if e.step == 0]
    assert isinstance(first[0], Observed)
    assert isinstance(first[-1], Updated)
    for step in range(1, 11):
        events = [e for e in played.events if e.step == step]
        observed = only(events, Observed)
        assert events.index(only(events, Acted)) < events.index(observed)
        assert isinstance(events[-1], Updated)
    assert of(played.events, Planned)
    assert {e.source for e in of(played.events, Acted)} == {"fast", "slow"}


def test_the_updates_of_a_record_fold_to_its_graph(played):
    graph = KnowledgeGraph()
    for e in of(played.events, Updated):
        assert graph.difference(KnowledgeGraph(e.removed)) == tuple(t for t in graph if t not in e.removed)
        assert all(t in graph for t in e.removed)
        assert all(t not in graph for t in e.added)
        graph = graph.updated(add=e.added, remove=e.removed)
    assert list(graph) == list(played.graph)
    assert any(e.removed for e in of(played.events, Updated))


def test_an_episode_is_what_world_agent_and_seed_make_it(played, agent):
    assert timeless(Episode(FakeWorld(), agent, seed=5).run(10).events) == timeless(played.events)
    assert timeless(Episode(FakeWorld(), agent, seed=6).run(10).events) != timeless(played.events)


def test_before_the_first_step_nothing_is_known_and_nothing_was_done():
    world = FakeWorld()
    ep = Episode(world, Walker())
    assert (ep.events, ep.steps, ep.task, ep.done, ep.won, ep.score, ep.live) == ((), 0, "", False, False, 0.0, True)
    assert len(ep.graph) == 0
    assert world.calls == []


def test_the_last_room_ends_it_and_a_limit_does_too():
    won = Episode(FakeWorld(rooms=4), Walker()).run()
    assert (won.steps, won.done, won.won, won.score) == (3, True, True, 1.0)
    late = Episode(FakeWorld(rooms=5, limit=2), Walker()).run()
    assert (late.steps, late.done, late.won, late.score) == (2, True, False, 0.5)


def test_over_is_over():
    ep = Episode(FakeWorld(rooms=2), Walker()).run()
    before = ep.events
    with pytest.raises(StopIteration, match="over"):
        ep.step()
    assert list(ep.stream()) == []
    assert ep.run(99).events == before


def test_run_counts_the_steps_of_the_episode_in_all():
    ep = Episode(FakeWorld(), Walker())
    ep.step()
    assert ep.run(3).steps == 3
    assert ep.run(3).steps == 3
    assert ep.run(0).steps == 3


def test_a_world_that_is_won_at_once():
    ep = Episode(FakeWorld(rooms=1), Walker())
    ep.step()
    assert ep.won


def test_a_step_that_ended_is_recorded_before_its_last_event_is_told():
    ep = Episode(FakeWorld(), Walker())
    told: list[Event] = []
    for event in ep.stream():
        told.append(event)
        assert ep.steps == (1 if isinstance(event, Updated) and event.step == 1 else 0)
    assert tuple(told) == ep.events


def test_a_stream_that_is_closed_anywhere_leaves_no_trace(agent, played):
    """Closed after each single event of a step with slow thinking; only then is the step played to its end."""
    slow = next(e.step for e in of(played.events, Planned))
    length = sum(e.step == slow for e in played.events)
    ep = Episode(FakeWorld(), agent, seed=5).run(slow - 1)
    before = timeless(ep.events)
    for count in range(1, length):
        stream = ep.stream()
        for _ in range(count):
            next(stream)
        stream.close()
        assert timeless(ep.events) == before
    assert length > 20
    assert timeless(ep.run(slow).events) == timeless([e for e in played.events if e.step <= slow])


def test_a_stream_that_is_let_go_of_frees_the_episode():
    ep = Episode(FakeWorld(), Walker())
    next(ep.stream())
    assert ep.run(2).steps == 2


def test_a_second_step_at_the_same_time_is_refused():
    ep = Episode(FakeWorld(), Walker())
    one, two = ep.stream(), ep.stream()
    next(one)
    for refused in (lambda: next(two), ep.step):
        with pytest.raises(RuntimeError, match="already in progress"):
            refused()
    list(one)
    assert ep.steps == 1
    assert ep.run(2).steps == 2


def test_a_second_thread_is_refused_while_the_first_one_waits_for_the_model():
    asked, answer = threading.Event(), threading.Event()

    def act(request: Any, i: int) -> Any:
        asked.set()
        assert answer.wait(20)
        return {"thought": "", "action": "east"}

    ep = Episode(FakeWorld(), NeSyFS(FakeModel(act=act)))
    first = threading.Thread(target=ep.step)
    first.start()
    assert asked.wait(20)
    with pytest.raises(RuntimeError, match="already in progress"):
        ep.step()
    answer.set()
    first.join(20)
    assert ep.steps == 1


def test_two_streams_that_were_begun_before_either_stepped_make_two_steps_in_turn():
    ep = Episode(FakeWorld(), Walker())
    one, two = ep.stream(), ep.stream()
    list(one)
    list(two)
    assert [e.step for e in of(ep.events, Acted)] == [1, 2]


def test_a_loaded_episode_shows_all_and_says_how_to_go_on(played, tmp_path):
    played.save(tmp_path / "e.jsonl")
    again = load_episode(tmp_path / "e.jsonl")
    assert timeless(again.events) == timeless(played.events)
    assert list(again.graph) == list(played.graph)
    assert (again.steps, again.task, again.done, again.won, again.score) == (
        10,
        played.task,
        False,
        False,
        played.score,
    )
    assert not again.live
    for refused in (again.step, again.run, lambda: next(again.stream())):
        with pytest.raises(RuntimeError, match=r"load_episode\(path, env=\.\.\., agent=\.\.\.\)"):
            refused()
    assert again.run(10) is again


def test_a_loaded_episode_that_is_over_raises_as_a_live_one_does(tmp_path):
    Episode(FakeWorld(rooms=2), Walker()).run().save(tmp_path / "e.jsonl")
    with pytest.raises(StopIteration):
        load_episode(tmp_path / "e.jsonl").step()


def test_the_events_cannot_be_changed_from_outside(played):
    with pytest.raises(TypeError):
        played.events[0] = None
    assert isinstance(played.events, tuple)


def test_the_true_state_never_reaches_the_model():
    word = "qqqtruth"
    world = FakeWorld(amend=lambda info: {**info, "facts": [("lamp", "in", word)]})
    model = lively()
    ep = Episode(world, NeSyFS(model, reflections=1)).run(4)
    assert all(e.facts == (("lamp", "in", word),) for e in of(ep.events, Observed))
    assert word not in str(model.requests)


def test_the_model_is_asked_for_what_the_record_says_and_for_nothing_else():
    model = FakeModel(act=turns({"thought": "", "action": "east"}))
    ep = Episode(FakeWorld(), NeSyFS(model)).run(2)
    assert [e.request for e in of(ep.events, Generated)] == model.requests
