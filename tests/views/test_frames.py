from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.events import Acted, Updated
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.views.frames import Frames
from nesyfs_lab.views.plan_view import PlanView
from nesyfs_lab.views.side_by_side import SideBySide
from nesyfs_lab.views.workbench import Workbench
from tests.records import make_record, step_events

TRIPLETS = st.builds(Triplet, *[st.sampled_from("abc")] * 3)
UPDATES = st.builds(
    lambda add, remove: (tuple(add), tuple(remove)), st.lists(TRIPLETS, max_size=4), st.lists(TRIPLETS, max_size=4)
)
RECORDS = st.lists(st.lists(UPDATES, min_size=1, max_size=3), max_size=8).map(
    lambda steps: [Updated(step=k, added=a, removed=r) for k, step in enumerate(steps) for a, r in step]
)


def naive_fold(events, step):
    """The belief after ``step``, from scratch and with plain sets."""
    believed: set[Triplet] = set()
    for event in events:
        if event.step <= step:
            believed = (believed - set(event.removed)) | set(event.added)
    return believed


@given(RECORDS)
def test_each_belief_is_the_fold_of_all_updates_so_far(events):
    frames = Frames(events)
    assert [frame.step for frame in frames] == sorted({e.step for e in events})
    for frame in frames:
        before, after = naive_fold(events, frame.step - 1), naive_fold(events, frame.step)
        assert (set(frame.before), set(frame.after)) == (before, after)
        assert set(frame.added) == after - before
        assert set(frame.removed) == before - after


@given(RECORDS, st.integers(0, 30))
def test_a_record_read_in_two_parts_gives_the_same_frames(events, cut):
    frames = Frames(events[:cut])
    kept = list(frames)
    changed = frames.sync(events)
    assert list(frames) == list(Frames(events))
    assert all(old is new for old, new in zip(kept[:changed], frames, strict=False)), "an earlier frame was made again"


def test_a_frame_tells_its_step():
    frames = Frames(make_record().events)
    assert [frame.step for frame in frames] == list(range(7))
    reset, first, vetoed, failed, planned, edited, won = frames
    assert reset.seen is None
    assert reset.action is None
    assert len(reset.added) == 8
    assert first.seen == reset.observed
    assert [a.reflected.aligned for a in vetoed.attempts if a.reflected] == [False, True]
    assert Triplet("fridge 1", "is", "closed") in vetoed.removed
    assert (failed.failures[0].purpose, failed.action, failed.source) == (
        "outdated",
        "take mug 1 from fridge 1",
        "fast",
    )
    assert planned.attempts[-1].reflected is None, "after K vetoes the last proposal is not voted on"
    assert planned.source == "slow"
    assert len(planned.propagated) == 24
    assert len(planned.resampled) == 4
    assert planned.focus == ("mug 1", "sink 1")
    assert edited.source == "user"
    assert len(edited.added) == 2
    assert won.observed
    assert won.observed.won
    assert first.tokens_sent > 0
    assert first.tokens_written > 0
    assert first.seconds == 2.5


def test_a_draft_builds_on_the_record_and_leaves_no_trace():
    record = make_record().events
    frames = Frames([e for e in record if e.step < 2])
    draft = frames.draft([e for e in step_events(2) if not isinstance(e, Acted | Updated)])
    assert draft
    assert draft.step == 2
    assert draft.before == frames[-1].after == draft.after
    assert draft.seen == frames[-1].observed
    assert len(frames) == 2
    assert frames.draft([]) is frames[-1]
    assert Frames().draft([]) is None


def test_a_draft_of_the_first_step_begins_after_the_reset():
    draft = Frames().draft([*step_events(0), *step_events(1)[:3]])
    assert draft
    assert (draft.step, len(draft.before), draft.seen) == (1, 8, step_events(0)[0])


def test_five_hundred_steps_stay_small():
    events = [e for step in range(500) for e in step_events(step)]
    tracemalloc.start()
    frames = Frames(events)
    for frame in frames:
        assert frame.added is not None
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(frames) == 500
    assert isinstance(frames[-1].after, KnowledgeGraph)
    assert used < 5_000_000, f"{used / 1e6:.1f} MB"


@pytest.mark.parametrize(
    "make",
    [Workbench, PlanView, lambda it: Workbench(make_record(), beside=it), lambda it: SideBySide(make_record(), it)],
)
def test_what_is_no_episode_is_refused_with_where_to_get_one(make):
    with pytest.raises(TypeError, match=r"recording\(name\) give one; got 'mug-forgotten'"):
        make("mug-forgotten")
