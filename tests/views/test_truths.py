"""The truth beside a belief, as scenes, widget and picture; drawn from a recording that comes with the package."""

import pytest

from nesyfs_lab.episode import recording
from nesyfs_lab.views.drawing import png
from nesyfs_lab.views.fidelity_plot import fidelity_figure
from nesyfs_lab.views.frames import Frames
from nesyfs_lab.views.graph_png import scene_png
from nesyfs_lab.views.graph_scene import SceneMaker
from nesyfs_lab.views.graph_view import GraphView
from nesyfs_lab.views.palette import MARKS, TRIPLETS, TRUTH
from nesyfs_lab.views.truths import Truths
from tests.records import FakeRecord, make_record

PNG = b"\x89PNG\r\n"


@pytest.fixture(scope="module")
def episode():
    return recording("mug-false-belief")


@pytest.fixture(scope="module")
def frames(episode):
    return Frames(episode.events)


def scene(frames, episode, step, **options):
    maker, truths = SceneMaker(**options), Truths(episode)
    for frame in frames:
        maker.learn(frame)
    return maker.scene(frames[step], truth=truths.at(frames[step]))


def test_each_triplet_is_marked_by_what_it_is_beside_the_truth(frames, episode):
    made = scene(frames, episode, 3)
    assert {edge.status for edge in made.edges} == {"true", "stale", "false", "missing", "untold"}
    assert made.caption == "Step 3: 9 triplets beside the truth (✓ 3 true, ~ 2 stale, ✗ 1 false, ? 1 missing, 3 untold)"
    assert made.legend == tuple(TRUTH)
    for edge in made.edges:
        assert edge.label.startswith(MARKS[edge.status].sign)
        assert MARKS[edge.status].word in edge.title


def test_what_only_the_truth_knows_is_drawn_too(frames, episode):
    (mug,) = (node for node in scene(frames, episode, 3).nodes if node.status == "missing")
    assert mug.label == "mug 1"
    assert "missing" in mug.title


def test_no_node_moves_when_the_truth_comes(frames, episode):
    maker, truths = SceneMaker(), Truths(episode)
    for frame in frames:
        maker.learn(frame)
    plain = {node.id: (node.x, node.y) for node in maker.scene(frames[3]).nodes}
    for node in maker.scene(frames[3], truth=truths.at(frames[3])).nodes:
        assert plain.get(node.id, (node.x, node.y)) == (node.x, node.y)
    assert {node.id: (node.x, node.y) for node in maker.scene(frames[3]).nodes} == plain


def test_of_a_crowd_what_is_wrong_is_shown_first(frames, episode):
    made = scene(frames, episode, 3, limit=4)
    assert [edge.status for edge in made.edges].count("stale") == 2
    assert {"false", "missing"} <= {edge.status for edge in made.edges}
    assert made.hidden == 6
    assert "6 not shown" in made.caption


def test_the_switch_of_the_widget(frames, episode):
    view = GraphView()
    truths = Truths(episode)
    view.truth_of, view.comparable = truths.at, truths.known
    view.show(frames[3])
    assert view.scene["legend"] == tuple(TRIPLETS)
    view.compare = True
    assert view.scene["legend"] == tuple(TRUTH)
    view.comparable = False
    assert view.scene["legend"] == tuple(TRIPLETS), "another record, whose world told nothing, took its place"


def test_a_step_in_progress_is_compared_with_the_step_before_it(frames, episode):
    part = FakeRecord(events=[e for e in episode.events if e.step <= 3], header=episode.header)
    assert Truths(part).at(frames[4]) == Truths(episode).at(frames[3])
    assert Truths(FakeRecord(events=[], header=episode.header)).at(frames[3]) is None


def test_a_record_whose_world_told_nothing_has_no_switch():
    record = make_record()
    truths = Truths(record)
    assert not truths.known
    assert truths.at(Frames(record.events)[0]) is None


def test_the_static_picture_has_the_same_marks(frames, episode):
    assert scene_png(scene(frames, episode, 3)).startswith(PNG)


@pytest.mark.parametrize("dark", [False, True])
def test_the_figure_of_two_readings(episode, dark):
    figure = fidelity_figure({"a $model$": episode, "the same": episode}, dark=dark)
    assert png(figure).startswith(PNG)
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert titles[0] == "a $model$: precision 53%, recall 76% over all steps"


def test_a_figure_of_nothing_is_refused():
    with pytest.raises(ValueError, match="name at least one episode"):
        fidelity_figure({})
    with pytest.raises(ValueError, match="told no truth"):
        fidelity_figure({"fake": make_record()})
