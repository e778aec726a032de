"""A live episode from its first step to its exported page: every panel is asked, in both themes."""

from __future__ import annotations

import re

import pytest

from tests.browser.driving import Bench, run_all, run_cell, set_theme
from tests.browser.test_workbench import assert_clean

pytestmark = pytest.mark.browser

LIVE = """
import nesyfs_lab as nl
from tests.fakes import lively
planner = nl.TSMC(particles=3, horizon=3)
agent = nl.NeSyFS(lively(), votes=3, agreement=0.6, reflections=1, planner=planner, memory=nl.CodeMemory())
ep = nl.Episode(nl.make_env("household", task="level2-0"), agent, seed=5)
nl.Workbench(ep)
"""
STEPS = 6


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_live_episode_is_stepped_questioned_and_exported(lab, page, shots, dark):
    run_all(page, lab.notebook("live.ipynb", LIVE, "# later"))
    bench = Bench(page, "nl.Workbench(ep)")
    theme = "dark" if dark else "light"
    set_theme(page, dark=dark)
    for step in range(1, STEPS + 1):
        bench.press("Step")
        bench.wait_status(f"Ready after step {step}", 60)
    bench.wait_scene(STEPS)
    slow = bench.root.locator(".nl-mark", has_text="↻").last
    slow.click()
    step = int(slow.locator(".nl-number").inner_text())
    bench.wait_line(f"Step {step} of {STEPS}")
    bench.tab("Decision")
    bench.panel.get_by_text("slow").first.wait_for()
    shots(bench.root, f"live_Decision_{theme}")
    bench.tab("Plan")
    bench.panel.locator(".nl-plan-star").wait_for()
    bench.panel.get_by_text("Plan this step again").click()
    bench.panel.get_by_label("particles (N)", exact=True).fill("5")
    bench.panel.get_by_label("seed", exact=True).fill("1")
    bench.panel.get_by_role("button", name="Plan again").click()
    bench.panel.get_by_text(re.compile("^[=≠] ")).wait_for()
    again = bench.panel.locator(".nl-plan").nth(1)
    assert again.get_by_text("Planned again").count()
    assert again.locator(".nl-plan-dot").count() == 1 + 5 * 3
    bench.wait_status(f"Ready after step {STEPS}")
    shots(bench.root, f"live_Plan_{theme}")
    bench.panel.get_by_label("particles (N)", exact=True).fill("none")
    bench.panel.get_by_role("button", name="Plan again").click()
    bench.panel.get_by_text("planner.particles must be a whole number, not 'none'").wait_for()
    bench.panel.get_by_role("button", name="Recorded plan alone").click()
    again.wait_for(state="detached")
    for title, text in (("Prompts", "call"), ("Ledger", f"until step {step}"), ("Triplets", f"Step {step}:")):
        bench.tab(title)
        bench.panel.get_by_text(text).first.wait_for()
        shots(bench.root, f"live_{title}_{theme}")
    bench.go_to(STEPS - 1)
    bench.tab("What if")
    bench.panel.get_by_placeholder("One triplet a line").fill("moon 1 | in | sky 1")
    bench.panel.get_by_role("button", name="Fork here").click()
    fork = Bench(page, within=".nl-fork .nl-workbench")
    fork.press("Step")
    fork.wait_status(f"Ready after step {STEPS}", 60)
    fork.tab("Compare")
    fork.panel.locator(".nl-caption", has_text="1 only in B").or_(fork.panel.get_by_text("only in B")).first.wait_for()
    shots(fork.root, f"live_Compare_{theme}")
    page.emulate_media(color_scheme=theme)
    run_cell(page, "# later", "ep.to_html('live.html'); print('written')")
    page.locator(".jp-OutputArea-output", has_text="written").wait_for()
    page.goto((lab.root / "live.html").as_uri())
    page.locator(".nl-mark", has_text="↻").last.click()
    page.get_by_role("tab", name="Plan").click()
    page.locator("img.nl-picture").wait_for()
    shots(page, f"live_page_{theme}")
    assert_clean(page)
