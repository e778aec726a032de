"""Two episodes beside each other: where they part, what differs, what they cost."""

from dataclasses import replace

import pytest

from nesyfs_lab.events import Acted, Updated
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.views.frames import Frames
from nesyfs_lab.views.graph_scene import SceneMaker, frame_of
from nesyfs_lab.views.pair_view import PairView
from nesyfs_lab.views.panels.ledger import ledger_html
from nesyfs_lab.views.panels.pair import parting, parting_html, totals_html
from nesyfs_lab.views.side_by_side import SideBySide
from tests.records import HEADER, FakeRecord, make_record

SHARED, MINE, YOURS = Triplet("mug 1", "on", "desk 1"), Triplet("you", "at", "desk 1"), Triplet("you", "at", "sink 1")


def other_from(step):
    """``make_record``, whose agent acts otherwise from ``step`` on."""
    events = [replace(e, action="look") if isinstance(e, Acted) and e.step >= step else e for e in make_record().events]
    return FakeRecord(events, header={**HEADER, "seed": 8, "agent": {**HEADER["agent"], "votes": 9}})


@pytest.mark.parametrize("step", [1, 3, 6])
def test_where_they_part(step):
    one, other = Frames(make_record().events), Frames(other_from(step).events)
    assert parting(one, other) == step
    assert parting(one, one) is None
    assert parting(one, one[:2]) is None
    assert parting(one, ()) is None


def test_the_headline_tells_who_plays_what():
    records = make_record(), other_from(3)
    frames = Frames(records[0].events), Frames(records[1].events)
    told = parting_html(records, frames, 3)
    assert "<b>Step 3: A plays" in told
    assert 'B plays <bdi class="nl-code">look</bdi>' in told
    assert "A and B part in step 3: they act otherwise." in told
    assert "control" not in told  # one model, no fork
    assert "B has no such step" in parting_html(records, (frames[0], frames[1][:2]), 3)
    assert "Nothing tells A and B apart so far" in parting_html(records, (frames[0], frames[0]), 3)
    assert "A looks around" in parting_html(records, frames, 0)


def test_an_edit_alone_is_told_as_one():
    record = make_record()
    extra = Updated(step=6, added=(MINE,), removed=(), edited=True)
    frames = Frames(record.events), Frames([*record.events, extra])
    assert "step 6: ✎ edited after step 6. All actions are the same so far." in parting_html(
        (record, record), frames, 6
    )


def test_a_step_in_progress_is_no_difference():
    record = make_record()
    begun = [event for event in record.events if event.step == 6][:1]
    frames = Frames(record.events), Frames([*(e for e in record.events if e.step < 6), *begun])
    told = parting_html((record, record), frames, 6)
    assert "B has not acted yet" in told
    assert "Nothing tells A and B apart so far" in told


def test_another_belief_alone_is_told_as_one():
    record = make_record()
    extra = Updated(step=3, added=(MINE,), removed=())
    events = sorted([*record.events, extra], key=lambda event: event.step)
    told = parting_html((record, record), (Frames(record.events), Frames(events)), 3)
    assert "part in step 3: what they see or believe differs. All actions are the same so far." in told


def test_a_later_edit_is_not_why_they_parted():
    record = make_record()
    extras = [Updated(step=3, added=(MINE,), removed=()), Updated(step=5, added=(), removed=(MINE,), edited=True)]
    events = sorted([*record.events, *extras], key=lambda event: event.step)
    told = parting_html((record, record), (Frames(record.events), Frames(events)), 3)
    assert "part in step 3: what they see or believe differs. ✎ edited after step 5. All actions" in told


def test_a_believed_difference_parts_them_too():
    events = make_record().events
    extra = Updated(step=6, added=(MINE,), removed=(), edited=True)
    assert parting(Frames(events), Frames([*events, extra])) == 6


def test_the_table_tells_settings_that_differ_and_those_alone():
    records = make_record(), other_from(3)
    told = totals_html(records, (Frames(records[0].events), Frames(records[1].events)))
    assert "<td>7</td><td>8</td>" in told
    assert "agent: votes" in told
    assert "agreement" not in told
    assert told.count("fake-model") == 2


def test_a_scene_marks_what_only_one_believes():
    one, other = KnowledgeGraph((SHARED, MINE)), KnowledgeGraph((SHARED, YOURS))
    scene = SceneMaker().scene(frame_of(other), other=one)
    status = {edge.label.split()[-1] + edge.status: edge for edge in scene.edges}
    assert sorted(edge.status for edge in scene.edges) == ["both", "only_a", "only_b"]
    assert status["atonly_a"].label == "A at"
    assert status["atonly_b"].label == "B at"
    assert {node.label: node.status for node in scene.nodes} == {
        "mug 1": "kept", "desk 1": "kept", "you": "kept", "sink 1": "only_b",
    }  # fmt: skip
    assert scene.caption == "Step 0: 1 triplet in both beliefs, 1 only in A, 1 only in B"


def test_equal_beliefs_have_no_difference():
    graph = KnowledgeGraph((SHARED, MINE))
    scene = SceneMaker().scene(frame_of(graph), other=graph)
    assert {edge.status for edge in scene.edges} == {"both"}


def test_the_widget_walks_both_and_takes_in_what_is_new():
    grown = make_record()
    short = FakeRecord([e for e in grown.events if e.step < 3])
    shown = SideBySide(grown, short)
    shown.go_to(5)
    assert [timeline.value for timeline in shown.timelines] == [5, 2]
    assert "No such step" in shown.pair.right.value
    shown.timelines[0].value = 1
    assert shown.timelines[1].value == 1
    short.events = grown.events
    shown.refresh()
    assert shown.timelines[1].last == 6
    with pytest.raises(TypeError, match="an episode is needed"):
        SideBySide(grown, None)  # type: ignore[arg-type]


def test_a_place_does_not_depend_on_the_order_of_viewing():
    """Also in a tab Compare, which is told B only up to the shown step."""
    a, b = (Frames(record.events) for record in (make_record(), other_from(2)))
    extra = Updated(step=6, added=(Triplet("lamp 1", "on", "desk 1"), MINE), removed=(), edited=True)
    b.sync([*other_from(2).events, extra])
    records = make_record(), other_from(2)
    places = []
    for order in ((0, 3, 6), (6, 3, 0)):
        view = PairView()
        for step in order:
            view.show(records, (a, b[: step + 1]), step)
        view.show(records, (a, b), 6)
        places.append({node["label"]: (node["x"], node["y"]) for node in view.graph.scene["nodes"]})
    assert places[0] == places[1]
    assert "lamp 1" in places[0]


def test_the_ledger_sums_what_the_record_tells():
    frames = Frames(make_record().events)
    html = ledger_html(frames, frames[-1], HEADER)
    calls = [call for frame in frames for call in frame.calls]
    assert f"<td>{len(calls):,}</td><td>{sum(call.prompt_tokens for call in calls):,}</td>" in html
    assert "dollars" not in html
    priced = {**HEADER, "model": {"name": "m", "prices": {"prompt": 1.0, "output": 2.0}}}
    assert "dollars" in ledger_html(frames, frames[-1], priced)
    assert "Nothing has happened" in ledger_html((), None)


def test_a_saved_notebook_shows_both_beliefs_as_a_picture():
    data, _ = SideBySide(make_record(), other_from(3))._repr_mimebundle_()
    assert data["image/png"].startswith("iVBORw0")  # the first bytes of a PNG
    assert data["text/plain"] == "SideBySide(7 and 7 steps)"


def test_that_picture_is_of_the_newest_beliefs():
    record = make_record()
    extra = Updated(step=6, added=(MINE,), removed=(), edited=True)
    shown = SideBySide(record, FakeRecord([*record.events, extra]))
    assert shown.pair.graph.drawn.caption.startswith("Step 0")
    newest = shown.pair.newest(shown.frames)
    assert newest.caption.startswith("Step 6")
    assert [edge.status for edge in newest.edges].count("only_b") == 1
    empty = SideBySide(FakeRecord([]), FakeRecord([]))
    assert not empty.pair.newest(empty.frames).edges
