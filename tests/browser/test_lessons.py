"""The lessons as a student goes through them: questions by keyboard, sliders, and every notebook in both themes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.browser.driving import run_all, set_theme

pytestmark = pytest.mark.browser

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def opened(lab, page, name, height=4000):
    """Run a copy of a notebook with all of its cells in view; no cell may fail."""
    page.set_viewport_size({"width": 1400, "height": height})
    shutil.copy(NOTEBOOKS / name, lab.root)
    run_all(page, lab.address(name))
    page.keyboard.press("Escape")
    page.keyboard.press("Control+b")
    assert page.locator("[data-mime-type='application/vnd.jupyter.stderr']").all_inner_texts() == []
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").all_inner_texts() == []


def in_both_themes(page, shots, name):
    page.wait_for_timeout(500)
    shots(page, name)
    set_theme(page, dark=True)
    page.wait_for_timeout(1500)
    shots(page, f"{name}_dark")
    assert page.seen.offsite == []
    assert page.seen.errors == []


def ask(page, text):
    """The question that holds ``text``, scrolled into view."""
    form = page.locator(".nl-question", has_text=text).first
    form.scroll_into_view_if_needed()
    return form


def test_a_question_is_answered_by_keyboard(lab, page, shots):
    opened(lab, page, "00_tour.ipynb")
    form = ask(page, "What happened in that step?")
    verdict = form.locator(".nl-verdict")
    assert verdict.inner_text() == ""
    form.locator("input").first.focus()
    page.keyboard.press("Enter")
    assert verdict.inner_text() == "Choose an answer first."
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    form.get_by_text("✗ Not yet.").wait_for()
    shots(form, "question_wrong")
    page.keyboard.press("ArrowDown")
    assert verdict.inner_text() == "", "another choice has not been judged"
    page.keyboard.press("Enter")
    form.get_by_text("✓ Right.").wait_for()
    assert "The tabs Decision and Plan" in verdict.inner_text()
    shots(form, "question_right")
    assert len(form.locator("input").all()) == 3, "no key reached the notebook"
    in_both_themes(page, shots, "tour")


def test_the_sandbox_follows_its_sliders(lab, page, shots):
    opened(lab, page, "05_resampling_in_a_sandbox.ipynb", 4600)
    box = page.locator(".nl-sandbox").first
    box.scroll_into_view_if_needed()
    picture = box.locator("img.nl-picture")
    box.get_by_text("200 trials").wait_for(timeout=60_000)
    first = picture.get_attribute("src")
    shots(box, "sandbox")
    size = box.bounding_box()

    handle = box.locator(".widget-hslider", has_text="λ").locator(".noUi-handle")
    handle.focus()
    handle.press("ArrowRight")
    page.wait_for_function("([el, was]) => el.src !== was", arg=[picture.element_handle(), first])
    for _ in range(10):
        handle.press("ArrowRight")
    box.get_by_text("200 trials").wait_for(timeout=60_000)
    assert box.bounding_box() == size, "something jumps"
    box.locator("select").first.select_option("a false start")
    box.get_by_text("The cellar makes progress at once").wait_for()
    box.get_by_text("200 trials").wait_for(timeout=60_000)
    shots(box, "sandbox_false_start")
    in_both_themes(page, shots, "sandbox_notebook")
    assert picture.evaluate("img => img.complete && img.naturalWidth") == 1000


def test_votes_under_a_slider(lab, page, shots):
    opened(lab, page, "04_reflection_and_votes.ipynb", 4200)
    table = page.locator(".nl-votes-table")
    table.scroll_into_view_if_needed()
    assert "9 votes: 8 Yes" in table.inner_text()
    handle = page.locator(".widget-hslider", has_text="Agreement").locator(".noUi-handle")
    handle.focus()
    for _ in range(4):
        handle.press("ArrowLeft")
    table.get_by_text("9 votes: 6 Yes").wait_for()
    in_both_themes(page, shots, "votes_notebook")


def test_one_s_own_world_beside_its_truth(lab, page, shots):
    opened(lab, page, "06_bring_your_own.ipynb", 6200)
    bench = page.locator(".nl-workbench").first
    bench.scroll_into_view_if_needed()
    assert bench.get_by_role("checkbox").first.is_checked()
    mark = bench.locator(".nl-mark").last
    mark.click()
    bench.locator(".nl-canvas[data-step='6']").wait_for()
    bench.get_by_text("stale").first.wait_for()
    shots(bench, "own_world")
    in_both_themes(page, shots, "own_notebook")
