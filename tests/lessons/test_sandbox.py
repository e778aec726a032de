"""The sandbox without a page: a slider moves, and picture and table follow."""

import re
import threading

import pytest

from nesyfs_lab.lessons import sandbox
from nesyfs_lab.lessons.chances_table import chances_html
from nesyfs_lab.lessons.sandbox import Sandbox
from nesyfs_lab.lessons.toy_world import WORLDS, Detector
from nesyfs_lab.lessons.trials import Trials
from nesyfs_lab.planning import TSMC


@pytest.fixture
def box():
    made = Sandbox(runs=12)
    made.wait()
    yield made
    made.wait()


def test_it_opens_with_the_paper_s_settings(box):
    assert box.wish.planner == TSMC()
    assert box.wish.detector == Detector()
    assert box.picture.png.startswith(b"\x89PNG")
    assert "12 trials" in box.table.value
    assert WORLDS["one good way"].story in box.story.value
    assert "6 particles" in box.picture.words


def test_each_field_changes_what_is_shown(box):
    changes = {"particles": 12, "horizon": 3, "lam": 2.0, "threshold": 0.4, "scheme": "systematic", "false_alarm": 0.2,
               "miss": 0.3, "seed": 5, "world": "a narrow path"}  # fmt: skip
    for name, value in changes.items():
        before = box.table.value
        getattr(box, name).value = value
        box.wait()
        assert box.table.value != before, name
    assert box.wish == ("a narrow path", Detector(0.2, 0.3), TSMC(12, 3, 2.0, 0.4, "systematic"), 5)
    assert box.error.value == ""


def test_what_is_shown_last_is_what_was_wanted_last(box):
    for value in (0.25, 1.5, 3.0, 0.5, 4.0) * 4:
        box.lam.value = value
    box.wait()
    trials = Trials(WORLDS["one good way"], Detector(), TSMC(lam=4.0))
    for _ in range(12):
        trials.add()
    assert box.table.value == chances_html(trials)


def test_the_theme_redraws_the_picture(box):
    light = box.picture.png
    box.picture.dark = True
    box.wait()
    assert box.picture.png != light


def test_a_fault_is_seen_and_the_next_wish_answered(box, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(sandbox, "chances_html", lambda trials: 1 / 0)
        box.seed.value = 1
        box.wait()
    assert "ZeroDivisionError" in box.error.value
    box.seed.value = 2
    box.wait()
    assert box.error.value == ""


def test_no_thread_is_left_behind(box):
    assert not any(thread.name == "nesyfs-lab sandbox" for thread in threading.enumerate())


def test_the_table_tells_each_method_and_marks_the_right_way():
    trials = Trials(WORLDS["one good way"], Detector(), TSMC(lam=0.0))
    trials.add()
    html = chances_html(trials)
    assert html.count("<tr") == 6
    assert "go to the garden ★" in html
    exact = html[html.index("nl-exact") :]
    assert re.findall(r"<b>(\d+%)</b>", exact) == ["50%", "30%", "20%"]
    assert "1 trial:" in html


def test_a_world_of_that_name_there_must_be():
    import traitlets

    with pytest.raises(traitlets.TraitError):
        Sandbox("atlantis")
