"""The events inside a step: one sign each, those of a moment of a plan folded, in order, with all of it in words."""

from dataclasses import replace

import pytest

from nesyfs_lab.events import EVENT_TYPES, Acted, Failed, Generated, Propagated, Retrieved, Updated
from nesyfs_lab.graph import Triplet
from nesyfs_lab.views.display import TITLES
from nesyfs_lab.views.events_line import EventsLine, event_signs
from nesyfs_lab.views.frames import Frames, next_frame
from nesyfs_lab.views.palette import EVENTS
from nesyfs_lab.views.workbench import Workbench
from tests.records import make_record, step_events


@pytest.fixture(scope="module")
def frames():
    return Frames(make_record().events)


def words(frame):
    return [sign["word"] for sign in event_signs(frame)]


def test_a_step_is_told_in_order(frames):
    assert words(frames[0]) == ["observed", "updated +8 −0"]
    assert words(frames[2]) == [
        *("retrieved 2 triplets", "proposed", "vetoed 2/5", "proposed", "aligned 5/5"),
        *("acted", "observed", "updated +4 −1"),
    ]


def test_what_particles_do_at_one_tau_is_one_sign(frames):
    signs = event_signs(frames[4])
    assert [s["word"] for s in signs if s["name"] == "imagined"] == [f"imagined τ {tau}" for tau in (2, 3, 4, 5)]
    (first, *_) = (s for s in signs if s["name"] == "imagined")
    assert "6 particles moved, 2 with progress" in first["words"]
    assert "Effective sample size" in first["words"]
    assert "6 calls of the model" in first["words"]
    assert [s["panel"] for s in signs if s["name"] in ("imagined", "planned")] == ["Plan"] * 5
    assert signs[-3]["words"].startswith("acted\n")
    assert "chosen by ↻ slow" in signs[-3]["words"]


def test_a_failure_and_an_edit_have_signs_of_their_own(frames):
    (failed,) = (s for s in event_signs(frames[3]) if s["name"] == "failed")
    assert failed["sign"] == "⚠"
    assert "outdated: the answer is not JSON" in failed["words"]
    assert words(frames[5])[-2:] == ["updated +1 −1", "edited +1 −0"]


def test_every_kind_of_event_has_a_sign(frames):
    """All kinds are in the record, and each shows: calls with what came of them, all others by themselves."""
    assert {type(event) for event in make_record().events} == set(EVENT_TYPES.values())
    told = {sign["name"] for frame in frames for sign in event_signs(frame)}
    assert told == set(EVENTS) - {"asked"}
    for frame in frames:
        for sign in event_signs(frame):
            assert sign["sign"] == EVENTS[sign["name"]].sign
            assert sign["panel"] in TITLES


def test_calls_that_nothing_came_of_yet_are_told_last():
    events = step_events(1)
    calls = [i for i, event in enumerate(events) if isinstance(event, Generated)]
    begun = event_signs(next_frame(None, events[: calls[1] + 1], 1))
    assert [sign["word"] for sign in begun] == ["retrieved 2 triplets", "proposed", "asked 1 call"]
    assert begun[-1]["panel"] == "Prompts"


def test_a_plan_in_progress_grows_by_whole_moments():
    events = step_events(4)
    cut = [i for i, event in enumerate(events) if isinstance(event, Propagated)]
    signs = event_signs(next_frame(None, events[: cut[7] + 1], 4))
    assert signs[-1]["word"] == "imagined τ 3"
    assert "2 particles moved" in signs[-1]["words"]


def test_long_and_foreign_text_is_cut_and_cleaned():
    name = "\u202e" + "x" * 100_000
    events = [
        Retrieved(step=1, triplets=(), entities=(name,) * 50),
        Acted(step=1, action=name, source="user"),
        Updated(step=1, added=(Triplet(name, name, name),) * 9, removed=()),
        Failed(step=1, purpose=name, reason=name),
    ]
    for sign in event_signs(next_frame(None, events, 1)):
        assert len(sign["words"]) < 2_000
        assert "\u202e" not in sign["words"]


def test_a_person_opens_the_panel_that_shows_an_event():
    opened: list[str] = []
    line = EventsLine(opened.append)
    line._handle_custom_msg({"open": "Plan"}, [])
    line._handle_custom_msg({"open": 3}, [])
    line._handle_custom_msg("Plan", [])
    assert opened == ["Plan"]


def test_the_workbench_shows_the_events_of_its_step_and_opens_panels():
    bench = Workbench(make_record())
    assert bench.controls.events.shown["step"] == 0
    bench.controls.timeline.value = 2
    shown = bench.controls.events.shown
    assert (shown["step"], len(shown["events"])) == (2, 8)
    bench.controls.events._handle_custom_msg({"open": "Decision"}, [])
    assert bench.display.tabs.selected_index == TITLES.index("Decision")
    assert "vetoed" in bench.display.decision.value
    bench.controls.events._handle_custom_msg({"open": "no such panel"}, [])
    assert bench.display.tabs.selected_index == TITLES.index("Decision")


def test_before_the_first_step_the_line_is_empty():
    line = EventsLine(print)
    line.show(next_frame(None, [replace(e, step=0) for e in step_events(0)], 0))
    line.show(None)
    assert line.shown == {"step": -1, "events": []}
