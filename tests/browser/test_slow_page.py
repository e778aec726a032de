"""A page that is too busy to read a widget's script within the two seconds that anywidget grants it."""

from __future__ import annotations

import pytest

from nesyfs_lab.views.palette import TRIPLETS
from tests.browser.driving import Bench, run_all
from tests.browser.test_workbench import RECORDED, rgb

pytestmark = pytest.mark.browser

# Time is always up before the script is there, which makes sure of what else happens now and then.
LATE = """
const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (time) => time === 2000 ? timeout(0) : timeout(time);
"""
TOO_LATE = "[anywidget] Failed to initialize model."


def test_a_workbench_in_a_slow_page_works_as_in_a_fast_one(lab, page):
    page.add_init_script(LATE)
    run_all(page, lab.notebook("slow.ipynb", RECORDED))
    assert any(TOO_LATE in error for error in page.seen.errors), "the page was in time"
    bench = Bench(page)
    bench.wait_line("Step 0 of 6")
    bench.wait_scene(0)
    bench.slide("End")
    bench.wait_line("Step 6 of 6")
    bench.wait_scene(6)
    bench.wait_painted(rgb(TRIPLETS["kept"].light), 1)
    bench.tab("Prompts")
    bench.slide("Home")
    bench.slide("ArrowRight")
    bench.root.locator(".nl-prompts", has_text="in step 1").wait_for()  # rows of another step are about to go
    bench.root.locator("details.nl-call summary").first.click()
    bench.root.locator("details.nl-call[open] pre").first.wait_for()
    assert all(TOO_LATE in error for error in page.seen.errors), page.seen.errors
    assert page.seen.offsite == []
