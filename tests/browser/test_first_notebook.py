"""The first two notebooks as a newcomer runs them, with the small model where a model is needed."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from nesyfs_lab.views.palette import TRIPLETS
from tests.browser.driving import Bench, run_all, run_cell, set_theme

pytestmark = pytest.mark.browser

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
FIRST, SECOND = "01_step_an_episode.ipynb", "02_inside_a_plan.ipynb"
CALLING = re.compile(r"Step \d+: .+ \d+/\d+ … [\d,]+ tokens")
PATIENCE = 600  # seconds for one step of the small model; over 240 were seen on two slow cores


def opened(lab, page, name):
    """Run a copy of a notebook in the room that a hidden side bar leaves; no cell may fail."""
    shutil.copy(NOTEBOOKS / name, lab.root)
    run_all(page, lab.address(name))
    page.keyboard.press("Escape")
    page.keyboard.press("Control+b")
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").all_inner_texts() == []
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").all_inner_texts() == []


def assert_clean(page):
    """Nothing left the machine, and nothing of ours went wrong in the page."""
    assert page.seen.offsite == []
    assert page.seen.errors == []


def rgb(colour):
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def picture(bench, name):
    """Keep what a workbench looks like where $SCREENSHOTS names a folder."""
    if folder := os.environ.get("SCREENSHOTS"):
        bench.page.wait_for_timeout(400)
        bench.root.screenshot(path=Path(folder) / f"{name}.png")


def go_to(bench, step):
    bench.slide("Home")
    for _ in range(step):
        bench.slide("ArrowRight")
    bench.wait_line(f"Step {step} of 7")


@pytest.mark.model  # one of the cells loads it
def test_the_recorded_workbench(lab, page):
    opened(lab, page, FIRST)
    bench = Bench(page, "recorded = nl.recording")
    assert bench.button("Step").is_disabled()
    go_to(bench, 1)
    before = bench.places()
    go_to(bench, 2)
    bench.wait_scene(2)
    for status in ("added", "removed", "retrieved"):
        bench.wait_painted(rgb(TRIPLETS[status].light), 40)
    after = bench.places()
    assert "empty" in set(after) - set(before)
    kept = set(after) & set(before)
    assert len(kept) >= 4
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}, "a kept node moved"
    picture(bench, "belief")

    bench.tab("Prompts")
    call = bench.root.locator("details.nl-call", has_text="reading triplets").last
    call.locator("summary").click()
    call.get_by_text("On the shelf 1, you see a mug 1").first.wait_for()
    answer = call.locator("pre").last
    assert '["shelf 1", "is", "empty"]' in answer.inner_text()
    answer.scroll_into_view_if_needed()
    picture(bench, "prompts")

    go_to(bench, 7)
    bench.tab("Decision")
    bench.root.get_by_text("2 of 5 Yes (4 needed): vetoed").first.wait_for()
    picture(bench, "decision")
    bench.tab("Plan")
    bench.root.locator(".nl-plan-dot[aria-label*='in the chosen lineage']").nth(1).click()
    bench.root.get_by_role("heading", name="Slot 0 at τ = 3").wait_for()
    picture(bench, "plan")

    bench.tab("Belief")
    set_theme(page, dark=True)
    go_to(bench, 2)
    bench.wait_painted(rgb(TRIPLETS["added"].dark), 40)
    picture(bench, "belief_dark")
    assert_clean(page)


@pytest.mark.model
@pytest.mark.timeout(2000)
def test_the_live_workbench(lab, page):
    opened(lab, page, FIRST)
    record = lab.root / "records" / "my_first_episode.jsonl"
    bench = Bench(page, "ep = nl.Episode(env, agent")
    bench.wait_status("Ready")

    bench.press("Step")
    bench.wait_status(CALLING, PATIENCE)
    bench.press("Pause")
    bench.wait_status("Pausing after this step")
    bench.wait_status("Ready after step 1", PATIENCE)
    bench.wait_line("Step 1 of 1")
    picture(bench, "live")
    finished = record.read_text(encoding="utf-8")
    assert '"step": 1' in finished or '"step":1' in finished

    bench.slide("Home")
    bench.wait_line("Step 0 of 1")
    bench.press("Newest")
    bench.press("Step")
    bench.wait_status(CALLING, PATIENCE)
    bench.press("Cancel")
    bench.wait_status("Cancelled; nothing of the step was recorded. Ready after step 1")
    bench.wait_line("Step 1 of 1")
    assert record.read_text(encoding="utf-8") == finished

    run_cell(page, "for origin in", "model.close()\nprint('It is shut.')")
    page.locator(".jp-OutputArea-output", has_text="It is shut.").wait_for()
    bench.press("Step")
    bench.wait_status("Step 2 failed; nothing of it was recorded")
    assert "ModelError: This model is closed; load it again." in bench.root.get_by_role("alert").inner_text()
    picture(bench, "error")

    run_cell(
        page, "# child = recorded.fork", 'child = ep.fork(1, add=[("mug 1", "in", "fridge 1")])\nnl.Workbench(child)'
    )
    child = Bench(page, "child = ep.fork")
    child.wait_line("Step 1 of 1")
    assert "mug 1" in child.places()
    picture(child, "child")
    assert_clean(page)


def test_a_plan_taken_apart(lab, page):
    page.set_viewport_size({"width": 1400, "height": 11000})  # all cells in view, so all are on the page
    opened(lab, page, SECOND)
    cells = page.locator(".jp-CodeCell")
    book = json.loads((NOTEBOOKS / SECOND).read_text(encoding="utf-8"))
    assert cells.count() == sum(cell["cell_type"] == "code" for cell in book["cells"])
    for cell in cells.all():
        assert cell.locator(".jp-OutputArea-output").count(), cell.inner_text()
    cells.first.locator(".nl-plan-star").wait_for()
    assert cells.first.locator(".nl-plan-dot").count() > 20
    assert_clean(page)
