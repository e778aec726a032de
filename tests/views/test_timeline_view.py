"""What a mark of the timeline says, and which step it stands on."""

from nesyfs_lab.events import Updated
from nesyfs_lab.graph import Triplet
from nesyfs_lab.views.frames import Frames, next_frame
from nesyfs_lab.views.timeline_view import Timeline, mark_of
from tests.records import make_record


def test_a_mark_says_who_chose_what_was_vetoed_what_failed_and_what_solved():
    marks = [mark_of(frame) for frame in Frames(make_record().events)]
    assert [mark["step"] for mark in marks] == list(range(7))
    assert (marks[0]["sign"], marks[0]["name"]) == ("○", "start")
    kinds = {mark["name"] for mark in marks[1:]}
    assert kinds == {"fast", "slow", "user"}
    vetoed = [mark for mark in marks if "vetoed" in mark["words"]]
    assert vetoed
    assert all("✗" in mark["sign"] for mark in vetoed)
    failed = [mark for mark in marks if "failed" in mark["words"]]
    assert failed
    assert all("⚠" in mark["sign"] for mark in failed)
    assert marks[-1]["sign"].endswith("✓")
    assert "solved" in marks[-1]["words"]


def test_a_mark_says_that_a_person_edited_the_belief():
    edit = Updated(step=0, added=(Triplet("a", "b", "c"),), removed=(), edited=True)
    mark = mark_of(next_frame(None, [edit], 0))
    assert mark["sign"] == "○✎"
    assert mark["words"] == "Step 0, the first look, belief edited by you"


def test_a_timeline_follows_or_stays():
    frames, timeline = list(Frames(make_record().events)), Timeline()
    moves: list[int] = []
    timeline.on_move(moves.append)
    assert (timeline.value, timeline.last) == (0, 0)
    timeline.extend(frames[:3], follow=True)
    assert (timeline.value, timeline.last) == (2, 2)
    timeline.extend(frames, follow=False)
    assert (timeline.value, timeline.last) == (2, 6)
    timeline.point(9)
    assert timeline.value == 6
    assert moves == [], "nobody moved it"
    timeline.value = 2
    assert moves == [2]
    timeline.extend((), follow=False)
    assert (timeline.value, timeline.last, timeline.marks) == (0, 0, [])
