"""What the status line says while somebody works, by a clock that the test winds."""

import pytest

from nesyfs_lab.events import Acted, Generated, Observed, Proposed
from nesyfs_lab.models.contract import Progress
from nesyfs_lab.views.worker import Worker
from nesyfs_lab.views.working import Working
from tests.records import FakeEpisode, generated, observed

ACTED, PROPOSED, CALLED = (
    Acted(action="wait", source="fast"),
    Proposed(thought="", action="wait", attempt=0),
    generated("act", "", []),
)


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("nesyfs_lab.views.working.time.monotonic", lambda: now[0])
    return now


@pytest.fixture
def said():
    return []


@pytest.fixture
def working(clock, said):
    episode = FakeEpisode()
    worker = Worker(episode, None)  # type: ignore[arg-type]
    worker._model = episode.agent.model  # as while it plays a step
    return Working(worker, said.append)


def test_an_answer_is_drawn_with_the_first_report_of_the_next_call(working, clock, said):
    working.begin("Step 3")
    clock[0] += 0.01
    assert not working.heard(ACTED)
    assert isinstance(seen := observed("You wait."), Observed)
    assert not working.heard(seen), "both together"
    assert working.progressed(Progress("extract", 0, 1, 400, 2))
    assert said[-1] == "Step 3: reading triplets 0/1 … 402 tokens, 0.0 s"
    clock[0] += 0.04
    assert not working.progressed(Progress("extract", 0, 1, 400, 3)), "it was drawn, and the tick is not over"
    assert len(said) == 2
    clock[0] += 0.07
    assert not working.progressed(Progress("extract", 0, 1, 400, 4)), "nothing new"
    assert len(said) == 3


def test_calls_wait_for_the_tick(working, clock, said):
    assert isinstance(CALLED, Generated)
    working.begin("Step 3")
    clock[0] += 0.01
    assert not working.heard(CALLED)
    assert not working.progressed(Progress("act", 0, 1, 400, 2)), "a call is nothing to draw early"
    clock[0] += 0.1
    assert working.heard(CALLED)
    assert said == ["Step 3 …", "Step 3: thinking … 0.1 s"]


def test_what_a_silent_model_brings_is_drawn_at_once(working, said):
    """It reports nothing during its next call."""
    working._worker._model = object()
    working.begin("Step 3")
    assert not working._worker.hears
    assert not working.heard(CALLED)
    assert working.heard(PROPOSED)
