"""What a malicious or endless world leaves in a record is shown as text, in every panel, and the page stays usable."""

from __future__ import annotations

import time

import pytest

from nesyfs_lab.views.page import save_html
from nesyfs_lab.views.palette import TRIPLETS
from tests.browser.driving import BUSY_TO_IDLE, IDLE, Bench, run_all
from tests.browser.test_workbench import assert_clean, rgb
from tests.hostile import crowded_record, hostile_record, long_record

pytestmark = pytest.mark.browser

SHOWN = """
import nesyfs_lab as nl
from tests.hostile import {make}
record = {make}()
nl.Workbench(record, agent=object(), beside={make}())
"""
BESIDE = "nl.SideBySide(record, {make}())"
SOON = 20  # seconds until a step is shown, also where other tests share two slow cores; a page that hangs takes longer
IN_ITS_ROW = """mark => {
  const [one, row] = [mark, mark.parentElement].map(el => el.getBoundingClientRect());
  return row.left <= one.left && one.right <= row.right;
}"""
FOREIGN = "img[src='x'], script, a[href], [onmouseover], [onerror]"
"""What the hostile texts would become if one of them were read as HTML."""


def opened(lab, page, make):
    """The workbench of a record with another of its kind beside it, and how long the notebook took."""
    begun = time.monotonic()
    run_all(page, lab.notebook(f"{make}.ipynb", SHOWN.format(make=make), BESIDE.format(make=make)))
    bench = Bench(page, "nl.Workbench(record")
    bench.wait_line("Step 0 of")
    return bench, time.monotonic() - begun


def assert_harmless(page, part):
    assert part.locator(FOREIGN).count() == 0
    assert page.evaluate("window.hacked") is None
    assert_clean(page)


def test_hostile_texts_are_texts_in_every_panel(lab, page, shots):
    bench, _ = opened(lab, page, "hostile_record")
    shots(bench.root, "hostile_Belief_0")
    bench.go_to(1)
    told = {"Decision": "<script>", "Plan": "<img src=x", "Triplets": "<img src=x", "Ledger": "<img src=x",
            "What if": "After step 1", "Compare": "<script>", "Belief": "Step 1:"}  # fmt: skip
    for title, text in told.items():
        bench.tab(title)
        bench.panel.get_by_text(text).first.wait_for()
        page.wait_for_timeout(200)
        shots(bench.root, f"hostile_{title}")
        assert_harmless(page, bench.root)
    bench.tab("Prompts")
    call = bench.root.locator("details.nl-call").first
    call.locator("summary").first.click()
    call.locator("pre", has_text="<script>").first.wait_for()
    call.locator("button", has_text="show whole").first.click()
    page.wait_for_timeout(300)
    shots(bench.root, "hostile_Prompts")
    for event in bench.root.locator(".nl-event").all():
        event.hover()
        event.click()
    assert_harmless(page, bench.root)
    pair = page.locator(".nl-workbench").last
    pair.locator(".nl-mark").nth(1).click()
    pair.get_by_text("A: step 1").wait_for()
    shots(pair, "hostile_SideBySide")
    assert_harmless(page, pair)


def test_five_thousand_triplets_stay_usable(lab, page, shots, record_property):
    bench, _ = opened(lab, page, "crowded_record")
    bench.wait_scene(0)
    for title in ("Belief", "Triplets", "Decision", "Plan", "Prompts", "Ledger", "What if", "Compare"):
        bench.tab(title)
        page.wait_for_timeout(500)
        page.wait_for_selector(IDLE, timeout=BUSY_TO_IDLE)
        took = [bench.go_to(step) for step in (1, 2, 3, 0)]
        record_property(f"5,000 triplets, {title}", f"{max(took):.2f} s")
        shots(bench.root, f"crowd_{title}")
        assert max(took) < SOON, f"{title}: {took}"
    bench.tab("Belief")
    bench.go_to(3)
    bench.wait_scene(3)
    bench.wait_painted(rgb(TRIPLETS["added"].light), 10)
    assert "not shown" in bench.root.locator(".nl-caption:visible").inner_text()
    assert len(bench.places()) < 400
    bench.root.get_by_text("show all").first.click()
    bench.root.locator(".nl-caption", has_text="not shown").first.wait_for(state="hidden", timeout=60_000)
    assert len(bench.places()) > 5_000
    assert_harmless(page, bench.root)


def test_five_hundred_steps_stay_usable(lab, page, shots, record_property):
    bench, took = opened(lab, page, "long_record")
    record_property("500 steps opened", f"{took:.1f} s")
    for title in ("Belief", "Triplets", "Decision", "Plan", "Prompts", "Ledger", "What if", "Compare"):
        bench.tab(title)
        page.wait_for_timeout(500)
        page.wait_for_selector(IDLE, timeout=BUSY_TO_IDLE)
        took = [bench.go_to(step) for step in (499, 250, 500)]
        record_property(f"500 steps, {title}", f"{max(took):.2f} s")
        assert max(took) < SOON, f"{title}: {took}"
    shots(bench.root, "long")
    assert_harmless(page, bench.root)


@pytest.mark.parametrize("make, last", [(hostile_record, 1), (crowded_record, 3), (long_record, 500)],
                         ids=["hostile", "crowd", "long"])  # fmt: skip
def test_the_exported_page_is_as_safe_and_as_quick(page, tmp_path, shots, record_property, make, last):
    save_html(make(), tmp_path / "page.html")
    begun = time.monotonic()
    page.goto((tmp_path / "page.html").as_uri())
    page.locator(".nl-mark[aria-current]").wait_for()
    size = (tmp_path / "page.html").stat().st_size
    record_property("opened", f"{time.monotonic() - begun:.1f} s, {size:,} bytes")
    for title in ("Belief", "Triplets", "Decision", "Plan", "Ledger"):
        page.get_by_role("tab", name=title).click()
        page.locator(".nl-mark").first.click()
        begun = time.monotonic()
        page.keyboard.press("End")
        page.locator(".nl-step", has_text=f"Step {last} of {last}").wait_for()
        took = time.monotonic() - begun
        record_property(title, f"{took:.2f} s")
        assert took < SOON
        assert page.locator(".nl-mark[aria-current]").evaluate(IN_ITS_ROW)
        shots(page, f"page_{make.__name__}_{title}")
    assert page.locator("main").locator(FOREIGN).count() == 0
    assert page.evaluate("window.hacked") is None
    assert_clean(page)
