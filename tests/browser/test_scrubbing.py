"""Going through an episode needs no kernel: while the model thinks, and when the kernel is gone."""

from __future__ import annotations

import re

import pytest

from tests.browser.driving import Bench, run_all, set_theme
from tests.browser.scrubbing import restart_newest_kernel, scrub, watch
from tests.browser.test_workbench import assert_clean

pytestmark = pytest.mark.browser

THINKING = """
from nesyfs_lab.views import Workbench
from tests.crowd import crowd_episode
ep = crowd_episode(1000, seconds=60)
wb = Workbench(ep)
wb
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_belief_follows_while_the_model_thinks_and_when_the_kernel_is_gone(lab, page, shots, dark):
    run_all(page, lab.notebook("scrub.ipynb", THINKING))
    bench = Bench(page)
    if dark:
        set_theme(page, dark=True)
    bench.wait_line("Step 60 of 60")
    bench.wait_scene(60)
    watch(bench)
    scrub(bench, 10)
    bench.slide("End")
    bench.wait_line("Step 60 of 60")
    bench.press("Step")
    bench.wait_status("proposing an action")
    scrub(bench, 10)
    bench.wait_line("Step 50 of 60")
    bench.wait_scene(50)
    shots(bench.root, f"scrub_{dark}")
    restart_newest_kernel(lab)
    scrub(bench, 10)
    bench.wait_scene(40)
    bench.root.locator(".nl-gone", has_text="all else shows step 50").wait_for()
    assert re.match("Step 40: 1,000 triplets", bench.root.locator(".nl-caption").inner_text())
    before = bench.places()
    bench.root.get_by_label("show all").check()
    bench.root.locator(".nl-caption", has_text="not shown").wait_for(state="hidden")
    after = bench.places()
    assert len(after) > 1_000 > len(before)
    assert {name: after[name] for name in before} == before, "a node moved"
    scrub(bench, 10)
    shots(bench.root, f"gone_{dark}")
    assert_clean(page)
