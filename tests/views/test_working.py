"""What the page is told while somebody works: by a thread of its own, for which who thinks never waits."""

import threading
import time

import pytest

from nesyfs_lab.models.contract import Progress
from nesyfs_lab.views.controls import Controls
from nesyfs_lab.views.worker import Worker
from nesyfs_lab.views.working import Working
from tests.records import FakeEpisode
from tests.waiting import wait


class Page:
    """Lines and pictures as they came; a picture can take its time."""

    def __init__(self) -> None:
        self.controls = Controls(
            step=list, run=list, pause=list, cancel=list, reset=list, slide=lambda _: None, opens=lambda _: None
        )
        self.lines: list[str] = []
        self.controls.status.observe(lambda change: self.lines.append(change["new"]), "value")
        self.drawn: list[float] = []
        self.may_draw = threading.Event()
        self.may_draw.set()

    def draw(self) -> None:
        self.drawn.append(time.monotonic())
        self.may_draw.wait(10)


@pytest.fixture
def page():
    return Page()


@pytest.fixture
def working(page):
    working = Working(Worker(FakeEpisode(), None), threading.RLock(), page.controls, page.draw)  # type: ignore[arg-type]
    yield working
    page.may_draw.set()
    working.end()


def test_it_tells_of_calls_and_draws_what_happened(page, working):
    working.begin("Step 3")
    assert len(page.lines) == 1
    assert "Step 3 …" in page.lines[0]
    working.heard()
    wait(lambda: page.drawn)
    assert "Step 3: thinking … 0." in page.lines[-1]
    working.progressed(Progress("extract", 0, 1, 400, 2))
    wait(lambda: "reading triplets 0/1 … 402 tokens, 0." in page.lines[-1])
    assert len(page.drawn) == 1, "a report is nothing to draw"


def test_who_thinks_never_waits_for_the_page(page, working):
    page.may_draw.clear()
    working.begin("Step 3")
    working.heard()
    wait(lambda: page.drawn)
    begun = time.monotonic()
    for number in range(1_000):
        working.progressed(Progress("act", 0, 1, 400, number))
        working.heard()
    assert time.monotonic() - begun < 0.1, "while it draws"
    assert len(page.drawn) == 1
    page.may_draw.set()
    wait(lambda: len(page.drawn) == 2)


def test_it_draws_at_most_ten_times_a_second(page, working):
    working.begin("Step 3")
    end = time.monotonic() + 0.55
    while time.monotonic() < end:
        working.heard()
        time.sleep(0.002)
    assert 1 <= len(page.drawn) <= 6
    assert all(later - earlier >= 0.09 for earlier, later in zip(page.drawn, page.drawn[1:], strict=False))


def test_what_was_heard_before_the_work_has_a_name_is_drawn(page, working):
    """The worker may be faster than who told it to work."""
    working.heard()
    working.begin("Planning step 2 again")
    wait(lambda: page.drawn)


def test_the_clock_goes_on_where_a_model_reports_nothing(page, working):
    working.begin("Step 3")
    wait(lambda: "thinking … 1." in page.lines[-1])
    assert not page.drawn


def test_a_fault_of_drawing_is_shown_and_the_work_goes_on(page, working):
    def draw():
        raise ValueError("no such colour")

    working._draw = draw
    working.begin("Step 3")
    working.heard()
    wait(lambda: "no such colour" in page.controls.error.value)
    working.progressed(Progress("act", 0, 1, 400, 2))
    wait(lambda: "proposing an action" in page.lines[-1])


def test_when_it_is_over_nothing_more_is_told(page, working):
    working.begin("Step 3")
    working.heard()
    working.end()
    said, drawn = len(page.lines), len(page.drawn)
    working.progressed(Progress("act", 0, 1, 400, 2))
    time.sleep(0.15)
    assert (len(page.lines), len(page.drawn)) == (said, drawn)
    working.begin("Step 4")
    working.begin("Step 5")
    wait(lambda: any("Step 5: thinking" in line for line in page.lines))
    assert not any("Step 4: " in line for line in page.lines)
