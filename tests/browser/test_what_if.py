"""What if, as a person asks it: change a belief and an action in a recording, fork it, step the fork, compare."""

from __future__ import annotations

import pytest

from nesyfs_lab.views.palette import PAIR
from tests.browser.driving import Bench, run_all, set_theme
from tests.browser.test_workbench import assert_clean, rgb

pytestmark = pytest.mark.browser

FORKED = """
import nesyfs_lab as nl
from tests.fakes import FakeModel
agent = nl.NeSyFS(FakeModel(), memory=nl.CodeMemory(), planner=nl.TSMC(particles=2, horizon=2))
wb = nl.Workbench(nl.recording("mug-false-belief"), env=nl.make_env("household", task="level1-0"), agent=agent)
wb
"""
PAIRED = "import nesyfs_lab as nl\nnl.SideBySide(nl.recording('mug-false-belief'), nl.recording('two-places'))"


def test_a_changed_belief_and_action_make_a_fork_beside_the_original(lab, page, shots):
    run_all(page, lab.notebook("what_if.ipynb", FORKED))
    bench = Bench(page)
    bench.slide("Home")
    for step in (1, 2, 3, 4):
        bench.slide("ArrowRight")
        bench.wait_line(f"Step {step} of")
    bench.tab("What if")
    panel = bench.root.locator(".nl-what-if")
    panel.locator("select").select_option(label="shelf 1 — is — empty")
    shots(bench.root, "what_if")
    panel.locator("textarea").fill("mug 1 | on")
    panel.get_by_role("button", name="Fork here").click()
    panel.get_by_role("alert").filter(has_text="three parts").wait_for()
    panel.locator("textarea").fill("mug 1 | on | shelf 1")
    panel.get_by_label("Next action").fill("take mug 1 from shelf 1")
    panel.get_by_label("votes").fill("3")
    panel.get_by_role("button", name="Fork here").click()
    fork = page.locator(".nl-fork")
    fork.get_by_text("Fork 1, after step 4").wait_for()
    child = Bench(page)
    child.wait_line("Step 4 of 4")
    child.press("Step")
    child.wait_line("Step 5 of 5")
    child.root.locator(".nl-step", has_text="take mug 1 from shelf 1").wait_for()
    child.tab("Compare")
    child.root.get_by_text("A and B part in step 4").wait_for()
    drawn = Bench(page, within=".nl-pair-view")
    drawn.wait_painted(rgb(PAIR["only_b"].light), 50)
    squeezed = "el => [...el.children].filter(c => c.scrollHeight > c.clientHeight + 1).length"
    assert drawn.root.evaluate(squeezed) == 0
    shots(drawn.root, "compare")
    fork.get_by_role("button", name="Close this fork").click()
    fork.wait_for(state="detached")
    bench.wait_line("Step 4 of")
    assert_clean(page)


def test_two_recordings_share_a_timeline(lab, page, shots):
    run_all(page, lab.notebook("pair.ipynb", PAIRED))
    root = page.locator(".nl-workbench").last
    root.get_by_text("A and B part in step 1").wait_for()
    mark = root.locator(".nl-mark[aria-current]").first
    mark.focus()
    mark.press("ArrowRight")
    root.get_by_text("A: step 1").wait_for()
    root.get_by_text("B: step 1").wait_for()
    assert root.locator(".nl-mark[aria-current]").count() == 2
    shots(root, "side_by_side")
    assert_clean(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_table_of_triplets_is_filtered_and_sorted(lab, page, shots, dark):
    run_all(page, lab.notebook("triplets.ipynb", "import nesyfs_lab as nl\nnl.Workbench(nl.recording('two-places'))"))
    bench = Bench(page)
    if dark:
        set_theme(page, dark=True)
    bench.slide("End")
    bench.tab("Triplets")
    table = bench.root.locator(".nl-triplets-view")
    rows = table.locator("tbody tr")
    rows.first.wait_for()
    everything = rows.count()
    shots(bench.root, f"triplets_{dark}")
    table.get_by_role("searchbox").fill("mug")
    assert 0 < rows.count() < everything
    assert all("mug" in text for text in rows.all_inner_texts())
    table.get_by_role("searchbox").fill("")
    table.get_by_role("button", name="since step").click()
    since = [int(text.split("\t")[4] or -1) for text in rows.all_inner_texts()]
    assert since == sorted(since)
    bench.tab("Ledger")
    bench.root.locator(".nl-ledger", has_text="reflecting").wait_for()
    shots(bench.root, f"ledger_{dark}")
    bench.tab("What if")
    bench.root.get_by_text("The episode is over after step 15").wait_for()
    shots(bench.root, f"what_if_{dark}")
    assert_clean(page)
