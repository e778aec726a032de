"""A plan that a person questions: particles are picked by mouse and keyboard, in both themes."""

from __future__ import annotations

import pytest

from tests.browser.driving import Bench, run_all, set_theme
from tests.browser.test_workbench import RECORDED, assert_clean

pytestmark = pytest.mark.browser

BESIDE = """
from dataclasses import replace
import nesyfs_lab as nl
from tests.plans import make_plan
evil = "<img src=x onerror='window.hacked = 1'>"
plan = make_plan(particles=6)
events = [replace(e, thought=evil, added=(nl.Triplet(evil, evil, evil),)) if isinstance(e, nl.Propagated) else e
          for e in plan.events]
plan.trace.actions[:] = plan.trace.observations[:] = evil
events[-1] = replace(events[-1], trace=replace(plan.trace, action=evil))
view = nl.PlanView(nl.recording("apple-planned"), beside=replace(plan, events=tuple(events), model=evil))
view
"""
WIDE = """
import nesyfs_lab as nl
from tests.plans import make_plan
view = nl.PlanView(make_plan(particles=24, horizon=10))
view
"""


def pressed(root):
    """The words of the picked particle."""
    return root.locator(".nl-plan-dot[aria-pressed=true]").get_attribute("aria-label")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_any_particle_of_the_workbench_is_picked_by_mouse_and_keyboard(lab, page, shots, dark):
    run_all(page, lab.notebook("plan.ipynb", RECORDED))
    bench = Bench(page)
    if dark:
        set_theme(page, dark=True)
    bench.tab("Plan")
    bench.root.get_by_text("Plans were made in step 4").wait_for()
    for step in range(1, 5):
        bench.slide("ArrowRight")
        bench.wait_line(f"Step {step} of 6")
    plan = bench.root.locator(".nl-plan")
    side = plan.locator(".nl-plan-side")
    side.get_by_text("Slot 2 of the draw, ★ chosen").wait_for()
    assert plan.locator(".nl-plan-dot").count() == 1 + 6 * 5
    assert plan.locator(".nl-plan-star").count() == 1
    shots(bench.root, f"plan_{dark}")
    chosen = plan.locator(".nl-plan-dot[aria-label*='in the chosen lineage']")
    assert chosen.count() == 4
    chosen.first.click()
    side.get_by_text("★ In the lineage that was chosen.").wait_for()
    page.keyboard.press("ArrowRight")
    side.get_by_role("heading", name="at τ = 3").wait_for()
    assert "in the chosen lineage" in pressed(plan)
    page.keyboard.press("Home")
    side.get_by_text("The origin, τ = 1").wait_for()
    page.keyboard.press("ArrowRight")
    for _ in range(6):
        page.keyboard.press("ArrowUp")
    side.get_by_role("heading", name="Slot 0 at τ = 2").wait_for()
    assert bench.root.locator(".nl-step", has_text="Step 4").count() == 1, "the keys stay in the plan"
    dead = plan.locator(".nl-plan-dot[aria-label*='dies here']").first
    dead.click()
    side.get_by_text("† It dies here: no copy was drawn.").wait_for()
    shots(bench.root, f"plan_dead_{dark}")
    bench.root.get_by_text("Graph of the picked particle's belief").click()
    drawn = Bench(page, within=".nl-plan-view")
    drawn.root.locator(".nl-caption", has_text="imagined").wait_for()
    shots(drawn.root, f"plan_graph_{dark}")
    assert_clean(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_large_plan_scrolls_inside(lab, page, shots, dark):
    run_all(page, lab.notebook("wide.ipynb", WIDE))
    root = page.locator(".nl-plan").last
    root.locator(".nl-plan-star").wait_for()
    if dark:
        set_theme(page, dark=True)
    shots(root, f"plan_wide_{dark}")
    box = root.locator(".nl-plan-picture")
    assert box.evaluate("b => b.scrollHeight > b.clientHeight")
    assert root.evaluate("r => r.scrollWidth <= r.clientWidth + 1"), "only the picture scrolls sideways"
    root.locator(".nl-plan-dot[aria-pressed=true]").focus()
    for _ in range(24):
        page.keyboard.press("ArrowDown")
    seen = (
        "d => { const p = d.closest('.nl-plan-picture').getBoundingClientRect(); const b = d.getBoundingClientRect();"
    )
    seen += " return b.bottom <= p.bottom + 1 && b.top >= p.top }"
    assert "slot 23" in pressed(root).lower()
    assert root.locator(".nl-plan-dot[aria-pressed=true]").evaluate(seen), "the picture follows the keys"
    assert_clean(page)


def test_a_plan_is_read_beside_another(lab, page, shots):
    run_all(page, lab.notebook("beside.ipynb", BESIDE))
    view = page.locator(".nl-plan-view").last
    view.get_by_text("≠").wait_for()
    assert view.locator(".nl-plan").count() == 2
    again = view.locator(".nl-plan").last
    again.get_by_text("Planned again").wait_for()
    again.get_by_text("judge: <img src=x").first.wait_for()
    assert page.evaluate("window.hacked") is None, "what a model wrote is text"
    shots(view, "plan_beside")
    assert_clean(page)
