"""An episode as one file: it holds everything, fetches nothing, and runs nothing that a world said."""

import base64
import gzip
import json
import re

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, recording, recordings
from nesyfs_lab.views.page import episode_html, save_html
from tests.fakes import FakeWorld, lively

EVIL = "</script><img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>"


def payload(page):
    (packed,) = re.findall(r'<script type="text/plain" id="record">([^<]*)</script>', page)
    return json.loads(gzip.decompress(base64.b64decode(packed)))


@pytest.fixture(scope="module")
def page():
    return episode_html(recording("mug-false-belief"))


def test_every_step_is_there_with_its_scene_and_panels(page):
    held = payload(page)
    assert [step["step"] for step in held["steps"]] == list(range(8))
    assert held["comparable"]
    assert {edge["status"] for edge in held["steps"][3]["truth"]["edges"]} >= {"true", "stale", "false", "missing"}
    assert "<svg" not in page.split("</head>")[1].split("<script")[0], "pictures are images, in which no script runs"
    assert "data:image/svg+xml;base64," in held["steps"][7]["plan"]
    assert "Yes" in held["steps"][1]["decision"]


def test_the_timeline_says_who_chose_and_how_it_ended():
    marks = [step["mark"] for step in payload(episode_html(recording("apple-planned")))["steps"]]
    assert (marks[0]["sign"], marks[0]["name"]) == ("○", "start")
    assert marks[3]["name"] == "slow"
    assert "2 vetoed" in marks[3]["words"]
    assert "solved" in marks[-1]["words"]
    assert marks[-1]["sign"].endswith("✓")


def test_the_page_names_no_other_place(page):
    assert not re.findall(r"""(?:src|href)\s*=\s*["']?(?!data:)https?:""", page)
    assert "default-src 'none'" in page


def test_two_exports_of_a_record_are_equal(page):
    first, second = (payload(episode_html(recording("mug-false-belief"))) for _ in range(2))
    for step in (*first["steps"], *second["steps"]):
        step["plan"] = re.sub(r"base64,[^\"]*", "", step["plan"])  # matplotlib numbers its clip paths anew
    assert first == second


@pytest.mark.parametrize("name", recordings())
def test_a_page_is_small_enough_to_send(name, tmp_path):
    save_html(recording(name), tmp_path / "page.html")
    assert 400_000 < (tmp_path / "page.html").stat().st_size < 1_500_000


def test_what_a_world_says_stays_text():
    agent = NeSyFS(lively(), reflections=1)
    world = FakeWorld(rooms=9, tell=lambda room, moves: EVIL, amend=lambda info: {**info, "task": EVIL})
    page = episode_html(Episode(world, agent, seed=0).run(max_steps=1))
    held = payload(page)["steps"]
    shown = page + "".join(step["line"] + step["decision"] + step["plan"] for step in held)
    assert "<img src=x" not in shown
    assert "&lt;img src=x" in page, "the title"
    assert "&lt;img src=x" in held[1]["decision"]
    assert held[0]["truth"] is None


def test_an_episode_that_has_not_begun_is_a_page_too():
    assert payload(episode_html(Episode(FakeWorld(), NeSyFS(lively()))))["steps"] == []
