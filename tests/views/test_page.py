"""An episode as one file: it holds everything, fetches nothing, and runs nothing that a world said."""

import base64
import gzip
import json
import re
from dataclasses import replace
from urllib.parse import unquote

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, recording, recordings
from nesyfs_lab.events import Updated
from nesyfs_lab.graph import Triplet
from nesyfs_lab.views.page import episode_html
from nesyfs_lab.views.workbench import Workbench
from tests.fakes import FakeWorld, lively
from tests.records import FakeRecord, step_events

EVIL = "</script><img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>"


def payload(page):
    """What the page holds, its steps row by row."""
    (packed,) = re.findall(r'<script type="text/plain" id="record">([^<]*)</script>', page)
    held = json.loads(gzip.decompress(base64.b64decode(packed)))
    columns = held["steps"]
    held["steps"] = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    return held


@pytest.fixture(scope="module")
def page():
    return episode_html(recording("mug-false-belief"))


def test_every_step_is_there_with_its_scene_and_panels(page):
    held = payload(page)
    assert [step["step"] for step in held["steps"]] == list(range(8))
    assert held["comparable"]
    assert {edge["status"] for edge in held["steps"][3]["truth"]["edges"]} >= {"true", "stale", "false", "missing"}
    assert "<svg" not in page.split("</head>")[1].split("<script")[0], "pictures are images, in which no script runs"
    (picture,) = re.findall(r'src="data:image/svg\+xml,([^"<>]*)"', held["steps"][7]["plan"])
    assert unquote(picture).rstrip().endswith("</svg>")
    assert "Yes" in held["steps"][1]["decision"]


def test_table_ledger_and_events_are_those_of_the_workbench(page):
    held = payload(page)
    bench = Workbench(recording("mug-false-belief"))
    for step in (0, 3, 7):
        bench.controls.timeline.value = step
        bench.display.graph.compare = True
        bench.display.open("Triplets")
        rows = [held["rows"][place] for place in held["steps"][step]["rows"]]
        assert [{**row, "seen": held["seen"][row["seen"]]} for row in rows] == bench.display.triplets.rows
        bench.display.open("Ledger")
        assert held["steps"][step]["ledger"] == bench.display.ledger.value
        assert held["steps"][step]["events"] == bench.controls.events.shown["events"]


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
        step["plan"] = re.sub(r'src="[^"]*', "", step["plan"])  # matplotlib numbers its clip paths anew
    assert first == second


@pytest.mark.parametrize("name", recordings())
def test_a_page_is_small_enough_to_send(name, tmp_path):
    recording(name).to_html(tmp_path / "page.html")
    assert 400_000 < (tmp_path / "page.html").stat().st_size < 1_500_000


def test_thirty_steps_with_plans_are_small_enough_to_send():
    """Every step plans with six particles, in a belief of a hundred triplets: more than any game of the README."""
    crowd = Updated(added=tuple(Triplet(f"thing {i}", "in", f"box {i % 30}") for i in range(100)), removed=())
    plans = [replace(event, step=step) for step in range(1, 31) for event in step_events(4)]
    page = episode_html(FakeRecord([*step_events(0), replace(crowd, step=0), *plans]))  # type: ignore[arg-type]
    assert len(payload(page)["steps"]) == 31
    assert len(page.encode("utf-8")) < 1_500_000


def test_what_a_world_says_stays_text():
    agent = NeSyFS(lively(), reflections=1)
    world = FakeWorld(rooms=9, tell=lambda room, moves: EVIL, amend=lambda info: {**info, "task": EVIL})
    page = episode_html(Episode(world, agent, seed=0).run(max_steps=1))
    held = payload(page)["steps"]
    shown = page + "".join(step["line"] + step["decision"] + step["plan"] + step["ledger"] for step in held)
    assert "<img src=x" not in shown
    assert "&lt;img src=x" in page, "the title"
    assert "&lt;img src=x" in held[1]["decision"]
    assert held[0]["truth"] is None


def test_an_episode_that_has_not_begun_is_a_page_too():
    assert payload(episode_html(Episode(FakeWorld(), NeSyFS(lively()))))["steps"] == []
