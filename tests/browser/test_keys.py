"""Keys of the widgets where the page takes keys for its shortcuts first, at the document, as Notebook 7 does."""

from __future__ import annotations

import pytest

from tests.browser.driving import Bench, run_all
from tests.browser.test_workbench import RECORDED, assert_clean

pytestmark = pytest.mark.browser

GREEDY = """
() => {
  window.nlTaken = [];
  document.addEventListener("keydown", (event) => {
    window.nlTaken.push(event.key);
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
"""


def test_a_widget_hears_its_keys_before_the_page_and_leaves_it_the_others(lab, page):
    run_all(page, lab.notebook("keys.ipynb", RECORDED))
    bench = Bench(page)
    page.evaluate(GREEDY)
    bench.go_to(3)
    page.keyboard.press("ArrowRight")
    bench.wait_line("Step 4 of 6")
    page.keyboard.press("Home")
    bench.wait_line("Step 0 of 6")
    bench.go_to(4)
    bench.root.locator(".nl-event").first.focus()
    page.keyboard.press("ArrowRight")
    assert bench.root.locator(".nl-event").nth(1).evaluate("e => e === document.activeElement")
    bench.tab("Plan")
    plan = bench.root.locator(".nl-plan")
    plan.locator(".nl-plan-dot").first.click()
    page.keyboard.press("Home")
    plan.get_by_text("The origin, τ = 1").wait_for()
    assert page.evaluate("window.nlTaken") == []
    bench.root.get_by_role("region", name="The picked particle").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("window.nlTaken") == [], "what scrolls"
    page.keyboard.press("Control+s")
    page.keyboard.press("Shift+Enter")
    bench.root.locator(".nl-mark[aria-current]").focus()
    page.keyboard.press("Control+ArrowRight")
    taken = ["Control", "s", "Shift", "Enter", "Control", "ArrowRight"]
    assert page.evaluate("window.nlTaken") == taken, "what is the page's own"
    bench.tab("Triplets")
    field = bench.panel.get_by_label("Show only triplets that hold these words")
    field.press_sequentially("you")
    assert field.input_value() == "you"
    assert page.evaluate("window.nlTaken") == taken
    assert_clean(page)
