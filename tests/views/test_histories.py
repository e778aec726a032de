from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.views.frames import Frames
from nesyfs_lab.views.histories import Histories
from nesyfs_lab.views.triplets_view import triplet_rows
from tests.records import make_record


def learned():
    frames, histories = Frames(make_record().events), Histories()
    for frame in frames:
        histories.learn(frame)
    return frames, histories


def test_a_history_never_tells_of_later_steps():
    frames, histories = learned()
    for frame in frames:
        for triplet in frame.after:
            history = histories.of(triplet, frame.step)
            assert history.since is not None
            assert history.since <= frame.step
            assert all(step <= frame.step for step in history.shown)
            assert triplet in frames[history.since].after


def test_a_frame_that_is_made_again_is_counted_once():
    frames, histories = learned()
    before = [histories.of(t, 6) for t in frames[-1].after]
    histories.learn(frames[-1])
    assert [histories.of(t, 6) for t in frames[-1].after] == before


def test_an_edit_has_no_observation():
    frames, histories = learned()
    (edited,) = (t for t in frames[5].edited if t in frames[5].after)
    history = histories.of(edited, 5)
    assert (history.edited, history.seen) == (True, "")
    assert histories.of(Triplet("never", "was", "here"), 6) == (None, False, "", ())


def test_each_triplet_of_the_step_has_its_row():
    frames, histories = learned()
    for frame in frames:
        rows = triplet_rows(frame, histories)
        assert [tuple(row["parts"]) for row in rows] == [*frame.after, *frame.removed]
        assert {row["status"] for row in rows} <= {"added", "removed", "retrieved", "kept"}
        assert all(row["verdict"] == "" for row in rows)


@given(st.lists(st.tuples(st.text(max_size=300), st.text(max_size=300), st.text(max_size=300)), max_size=5))
def test_rows_are_short_and_clean_whatever_a_world_says(given_triplets):
    from nesyfs_lab.views.graph_scene import frame_of

    graph = KnowledgeGraph(tuple(Triplet(*parts) for parts in given_triplets))
    frame = frame_of(graph, KnowledgeGraph())
    histories = Histories()
    histories.learn(frame)
    for row in triplet_rows(frame, histories):
        assert all(len(part) <= 200 and "\u202e" not in part for part in row["parts"])
