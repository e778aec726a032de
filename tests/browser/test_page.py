"""The exported page as a student opens it: from a file, with keys and clicks, in both themes."""

import pytest

from nesyfs_lab.episode import recording
from nesyfs_lab.views.page import save_html
from tests.browser.test_workbench import assert_clean

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_stepped_compared_and_read(page, tmp_path, shots, scheme):
    save_html(recording("mug-false-belief"), tmp_path / "page.html")
    page.emulate_media(color_scheme=scheme)
    page.goto((tmp_path / "page.html").as_uri())
    current = page.locator(".nl-mark[aria-current]")
    current.wait_for()
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        assert current.locator(".nl-number").inner_text() == str(step)
    assert "Step 3: 9 triplets" in page.locator(".nl-caption").inner_text()
    page.get_by_label("compare with the truth").check()
    assert "beside the truth" in page.locator(".nl-caption").inner_text()
    assert "stale" in page.locator("ul.nl-legend").inner_text()
    page.get_by_role("tab", name="Decision").click()
    page.get_by_text("of 5 Yes").first.wait_for()
    page.keyboard.press("End")
    page.get_by_role("tab", name="Plan").click()
    picture = page.locator("img.nl-picture")
    picture.wait_for()
    assert picture.evaluate("image => image.naturalWidth") > 300
    page.locator(".nl-event", has_text="acted").click()
    page.get_by_text("of 5 Yes").first.wait_for()
    page.get_by_role("tab", name="Triplets").click()
    table = page.locator(".nl-triplets-view")
    assert "stale" in table.inner_text(), "compared, as the graph is"
    table.get_by_role("searchbox").fill("mug")
    assert all("mug" in text for text in table.locator("tbody tr").all_inner_texts())
    shots(page, f"page_triplets_{scheme}")
    page.get_by_role("tab", name="Ledger").click()
    page.locator(".nl-ledger", has_text="until step 7").wait_for()
    shots(page, f"page_ledger_{scheme}")
    page.locator(".nl-mark").first.click()
    assert current.locator(".nl-number").inner_text() == "0"
    page.keyboard.press(" ")  # plays by itself
    page.locator(".nl-mark[aria-current]", has_text="1").wait_for(timeout=10_000)
    assert (page.locator("body").get_attribute("data-jp-theme-light") == "false") == (scheme == "dark")
    assert_clean(page)
