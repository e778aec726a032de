from __future__ import annotations

import gc
import sys
import threading
import time
from typing import Any

import pytest

from nesyfs_lab.events import Acted
from nesyfs_lab.views.display import TITLES
from nesyfs_lab.views.what_if import Wish
from nesyfs_lab.views.workbench import Workbench
from tests.records import FakeEpisode, FakeRecord, make_record
from tests.waiting import PATIENCE, wait


@pytest.fixture(autouse=True)
def no_background_error(monkeypatch):
    """An exception that a thread lets go is a fault of the workbench: it must be in the error panel instead."""
    lost: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: lost.append(args))
    yield
    gc.collect()
    assert lost == []


def status(bench):
    return bench.controls.status.value


def idle(bench):
    wait(lambda: not bench._worker.busy)
    bench.join()


def test_a_recording_is_shown_and_cannot_be_stepped():
    bench = Workbench(make_record())
    assert all(getattr(bench.controls, name).disabled for name in ("step", "run", "pause", "cancel", "reset"))
    assert "recorded episode" in status(bench)
    assert bench.controls.timeline.last == 6
    assert bench.controls.timeline.value == 0
    assert not bench.start(1)
    bench.controls.timeline.value = 4
    assert "Step 4" in bench.controls.line.value
    bench.display.tabs.selected_index = TITLES.index("Plan")
    plan = bench.display.plan.view
    assert plan.first.scene["action"] == "go to dining table 1"
    assert plan.layout.display == ""
    bench.controls.timeline.value = 3
    assert plan.layout.display == "none"
    assert "Plans were made in step 4" in bench.display.plan.none.value
    bench.controls.timeline.value = 4
    bench.display.tabs.selected_index = TITLES.index("Prompts")
    assert len(bench.display.prompts.calls) == 30


def test_a_panel_is_drawn_only_when_it_is_visible():
    bench = Workbench(make_record())
    bench.controls.timeline.value = 2
    assert bench.display.decision.value == ""
    bench.display.tabs.selected_index = TITLES.index("Decision")
    assert "vetoed" in bench.display.decision.value
    bench.controls.timeline.value = 3
    assert "safe default" in bench.display.decision.value


def test_step_plays_one_step():
    bench = Workbench(FakeEpisode())
    assert "Ready" in status(bench)
    assert not bench.controls.step.disabled
    bench.controls.step.click()
    idle(bench)
    assert "Ready after step 1" in status(bench)
    assert [frame.step for frame in bench.frames] == [0, 1]
    assert bench.controls.timeline.value == 1


def test_progress_and_votes_are_shown_while_the_model_thinks():
    bench = Workbench(FakeEpisode(seconds=0.6))
    bench.display.tabs.selected_index = TITLES.index("Decision")
    said = []
    bench.controls.status.observe(lambda change: said.append((time.monotonic(), change["new"])), "value")
    bench.start(1)
    wait(lambda: "Fast thinking, proposal 1" in bench.display.decision.value)
    assert "still going on" in bench.display.decision.value
    assert "in progress" in bench.controls.line.value
    idle(bench)
    texts = " ".join(text for _, text in said)
    assert "Step 1: reflecting 3/5 … 4" in texts
    assert "tokens" in texts
    assert len(said) < 12 * (said[-1][0] - said[0][0]) + 12, "more than about ten updates a second"
    assert "still going on" not in bench.display.decision.value


def test_steps_that_were_played_in_another_cell_are_taken_in():
    episode = FakeEpisode(seconds=0.01)
    bench = Workbench(episode)
    list(episode.stream())
    bench.start(1)
    idle(bench)
    assert [frame.step for frame in bench.frames] == [0, 1, 2]


def test_run_goes_to_the_end():
    bench = Workbench(FakeEpisode(seconds=0.01))
    bench.controls.run.click()
    idle(bench)
    assert "Solved after step 6" in status(bench)
    assert len(bench.frames) == 7
    assert bench.controls.step.disabled
    assert bench.controls.run.disabled
    assert not bench.controls.reset.disabled
    assert not bench.start(1)


def test_pause_stops_after_the_step():
    bench = Workbench(FakeEpisode(seconds=0.2))
    bench.start()
    bench.controls.pause.click()
    assert "Pausing" in status(bench)
    idle(bench)
    assert "Ready after step 1" in status(bench)
    assert bench.controls.pause.disabled
    assert not bench.controls.step.disabled


def test_cancel_abandons_the_call_in_progress():
    episode = FakeEpisode(seconds=0.05)
    bench = Workbench(episode)
    bench.start(1)
    idle(bench)
    episode.agent.model.seconds = 60
    bench.start(1)
    wait(lambda: "proposing an action" in status(bench))
    start = time.monotonic()
    bench.controls.cancel.click()
    idle(bench)
    assert time.monotonic() - start < 30, "it waited for the call"
    assert "nothing of the step was recorded" in status(bench)
    assert "step 1" in status(bench)
    assert [e.step for e in episode.events][-1] == 1
    assert len(bench.frames) == 2
    episode.agent.model.seconds = 0.05
    bench.start(1)
    idle(bench)
    assert len(bench.frames) == 3
    assert episode.agent.model.progress is None


def test_cancel_between_calls_closes_the_stream():
    class Uncancellable(FakeEpisode):
        def _play(self, steps):
            for event in super()._play(steps):
                yield event
                if isinstance(event, Acted):
                    cancelled.wait(PATIENCE)

    cancelled = threading.Event()
    episode = Uncancellable(seconds=0.01)
    episode.agent.model.cancel = None
    bench = Workbench(episode)
    bench.start()
    wait(lambda: bench._draft and isinstance(bench._draft[-1], Acted))
    bench.cancel()
    cancelled.set()
    idle(bench)
    assert episode.closed == 1
    assert episode.events == []
    assert len(bench.frames) == 0


def test_an_error_is_shown_and_the_step_can_be_tried_again():
    episode = FakeEpisode(seconds=0.01, fail_at=2)
    bench = Workbench(episode)
    bench.start()
    idle(bench)
    panel = bench.controls.error.value
    assert "ValueError: the &lt;b&gt;world&lt;/b&gt; broke" in panel
    assert "Traceback" in panel
    assert "_play" in panel
    assert "Step 2 failed" in status(bench)
    assert len(bench.frames) == 2
    episode.fail_at = None
    bench.controls.step.click()
    idle(bench)
    assert bench.controls.error.value == ""
    assert len(bench.frames) == 3


def test_a_double_click_starts_one_job():
    bench = Workbench(FakeEpisode(seconds=0.1))
    assert [bench.start(1), bench.start(1)] == [True, False]
    idle(bench)
    assert len(bench.frames) == 2


def test_the_timeline_works_while_the_model_thinks():
    bench = Workbench(FakeEpisode(seconds=0.02))
    bench.start(3)
    idle(bench)
    bench.episode.agent.model.seconds = 0.5
    bench.start(1)
    wait(lambda: "Step 4" in bench.controls.line.value)
    bench.controls.timeline.value = 2
    assert "Step 2" in bench.controls.line.value
    assert bench.display.graph.after != len(bench.frames), "a recorded step is drawn by the page"
    idle(bench)
    assert bench.controls.timeline.value == 2, "nobody is pulled out of the past"
    assert bench.controls.timeline.last == 4


def test_reset_makes_a_new_episode_also_in_the_middle_of_a_step():
    first = FakeEpisode(seconds=0.02)
    bench = Workbench(first)
    bench.start(2)
    idle(bench)
    first.agent.model.seconds = 60
    bench.start()
    wait(lambda: "proposing" in status(bench))
    bench.controls.reset.click()
    idle(bench)
    assert bench.episode is first.children[0]
    assert first.events[-1].step == 2
    assert "Ready after step 0" in status(bench)
    assert len(bench.frames) == 1
    assert bench.controls.timeline.last == 0
    first.agent.model.seconds = 0.01
    bench.start(1)
    idle(bench)
    assert [frame.step for frame in bench.frames] == [0, 1]


def test_running_the_cell_again_stops_the_predecessor():
    episode = FakeEpisode(seconds=60)
    old = Workbench(episode)
    old.start()
    wait(lambda: "proposing" in status(old))
    new = Workbench(episode)
    idle(old)
    assert "newer workbench" in status(old)
    assert old.controls.step.disabled
    assert not old.start(1)
    episode.agent.model.seconds = 0.01
    new.start(1)
    idle(new)
    assert len(new.frames) == 2


def test_a_recording_may_be_shown_twice():
    record = make_record()
    old = Workbench(record)
    Workbench(record)
    assert "A recorded episode" in status(old)


def test_a_new_episode_with_the_same_model_stops_the_old_call():
    old_episode, new_episode = FakeEpisode(seconds=60), FakeEpisode()
    new_episode.agent = old_episode.agent
    old = Workbench(old_episode)
    old.start()
    wait(lambda: "proposing" in status(old))
    new = Workbench(new_episode)
    idle(old)
    assert not old.controls.step.disabled, "it may go on later"
    old_episode.agent.model.seconds = 0.01
    new.start(1)
    idle(new)
    assert len(new.frames) == 2


def test_forks_of_one_episode_think_side_by_side():
    """Seen: a new fork abandoned the step of its sibling, whose model it shares, and only told so far below."""
    record, first, second = make_record(), FakeEpisode(seconds=60), FakeEpisode()
    second.agent = first.agent
    old = Workbench(record)
    busy = Workbench(first, beside=record)
    busy.start()
    wait(lambda: "proposing" in status(busy))
    Workbench(second, beside=record)
    assert "proposing" in status(busy)
    third = FakeEpisode()
    third.agent = first.agent
    Workbench(record)  # the cell ran again: those forks are no longer seen
    Workbench(third, beside=record)
    idle(busy)
    assert "Cancelled" in status(busy)
    old.close()


def test_forks_that_share_a_model_hear_and_cancel_their_own_calls():
    record, first, second = make_record(), FakeEpisode(seconds=1.5), FakeEpisode()
    second.agent = first.agent
    Workbench(record)
    one, other = Workbench(first, beside=record), Workbench(second, beside=record)
    one.start(1)
    wait(lambda: "proposing" in status(one))
    other.start(1)
    wait(lambda: "Step 1 …" in status(other))
    wait(lambda: "proposing" in status(one) and "proposing" not in status(other))
    other.cancel()
    idle(one)
    idle(other)
    assert len(one.frames) == 2, "its call was not the one that was cancelled"
    assert "Cancelled" in status(other)
    assert first.agent.model.progress is None, "nobody listens any more"


def test_closing_a_workbench_stops_its_forks():
    bench, child = Workbench(make_record()), Workbench(FakeEpisode(seconds=60))
    bench.forks.show(Wish(0, (), (), None, None), None, child)
    child.start()
    wait(lambda: "proposing" in status(child))
    bench.close()
    idle(child)


def test_a_busy_workbench_with_another_model_keeps_nobody_waiting():
    busy = Workbench(FakeEpisode(seconds=60))
    busy.start()
    wait(lambda: "proposing" in status(busy))
    other = Workbench(FakeEpisode(seconds=0.01))
    other.start(1)
    idle(other)
    assert len(other.frames) == 2
    assert "proposing" in status(busy), "and it goes on undisturbed"
    busy.close()
    idle(busy)


def test_a_step_that_was_played_but_not_written_is_not_called_lost():
    class FullDisk(FakeEpisode):
        def _play(self, steps):
            for event in super()._play(steps):
                if self.events:  # the step is in the record by now
                    raise OSError("no space left on device")
                yield event

    bench = Workbench(FullDisk(seconds=0.01))
    bench.start(1)
    idle(bench)
    assert len(bench.frames) == 2
    assert "no space left on device" in bench.controls.error.value
    assert "Step 1 was played and is kept here, but its file was not written." in status(bench)


def test_closing_stops_the_worker_and_leaves_other_models_alone():
    episode = FakeEpisode(seconds=60)
    bench = Workbench(episode)
    bench.start()
    wait(lambda: "proposing" in status(bench))
    bench.close()
    idle(bench)
    assert episode.events == []
    busy = FakeEpisode()
    busy.agent.model.cancel = lambda: pytest.fail("an idle workbench cancelled somebody else's call")
    Workbench(busy).close()


def test_a_saved_notebook_keeps_a_picture_and_a_line():
    data, _ = Workbench(make_record())._repr_mimebundle_()
    assert {"application/vnd.jupyter.widget-view+json", "image/png", "text/plain"} <= set(data)
    assert data["text/plain"].startswith("Workbench(recorded episode, 6 steps)")


def test_nothing_is_printed(capsys):
    bench = Workbench(FakeEpisode(seconds=0.01, fail_at=3))
    bench.start()
    idle(bench)
    assert capsys.readouterr() == ("", "")
    assert "matplotlib.pyplot" not in sys.modules


def test_an_empty_record_says_what_to_do():
    bench = Workbench(FakeRecord([]))
    assert "press Step" in bench.controls.line.value
    for index in range(4):
        bench.display.tabs.selected_index = index


def test_an_opened_call_is_answered_only_for_the_step_shown(monkeypatch):
    bench = Workbench(make_record())
    bench.display.tabs.selected_index = TITLES.index("Prompts")
    bench.controls.timeline.value = 2
    sent: list[dict[str, Any]] = []
    prompts = bench.display.prompts
    monkeypatch.setattr(prompts, "send", sent.append)
    for asked in (
        {"step": 2, "open": 1},
        {"step": 1, "open": 0},
        {"step": 2, "open": 99},
        {"step": 2, "open": "x"},
        "x",
    ):
        prompts._answer(prompts, asked, [])
    assert [(m["step"], m["opened"]) for m in sent] == [(2, 1)]
    assert "Is go to drawer 1 aligned" in sent[0]["messages"][-1]["text"]
