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
    return Working(Worker(FakeEpisode(), None), said.append)  # type: ignore[arg-type]


def test_calls_wait_for_the_tick_and_what_tells_something_does_not(working, clock, said):
    assert isinstance(CALLED, Generated)
    working.begin("Step 3")
    assert working.heard(CALLED)
    clock[0] += 0.01
    assert not working.heard(CALLED)
    assert working.heard(PROPOSED), "though a call was drawn just before"
    assert said == ["Step 3 …", "Step 3: thinking … 0.0 s", "Step 3: thinking … 0.0 s"]


def test_what_comes_at_once_is_drawn_together_at_the_next_tick_of_a_call(working, clock, said):
    working.begin("Step 3")
    assert working.heard(ACTED)
    assert isinstance(seen := observed("You wait."), Observed)
    assert not working.heard(seen)
    assert not working.progressed(Progress("extract", 0, 1, 400, 2)), "too early"
    clock[0] += 0.11
    assert working.progressed(Progress("extract", 0, 1, 400, 2))
    assert said[-1] == "Step 3: reading triplets 0/1 … 402 tokens, 0.1 s"
    clock[0] += 0.11
    assert not working.progressed(Progress("extract", 0, 1, 400, 3)), "it was drawn"
