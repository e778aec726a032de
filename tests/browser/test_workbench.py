"""The workbench as a person sees it: a small notebook in a real JupyterLab, in a real Chromium."""

from __future__ import annotations

import pytest

from nesyfs_lab.views.palette import TRIPLETS, TRUTH
from tests.browser.driving import Bench, run_again, run_all, set_theme

pytestmark = pytest.mark.browser

RECORDED = "from tests.records import make_record\nfrom nesyfs_lab.views import Workbench\nWorkbench(make_record())"
LIVE = (
    "from tests.records import FakeEpisode\nfrom nesyfs_lab.views import Workbench\n"
    "ep = FakeEpisode(seconds={seconds}, fail_at={fail_at})\nwb = Workbench(ep)\nwb"
)
TRUE = "import nesyfs_lab as nl\nnl.Workbench(nl.recording('mug-false-belief'))"


def live(seconds, fail_at=None):
    return LIVE.format(seconds=seconds, fail_at=fail_at)


def rgb(colour):
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def assert_clean(page):
    """Nothing left the machine, and nothing of ours went wrong in the page."""
    assert page.seen.offsite == []
    assert page.seen.errors == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_recording_is_painted_and_goes_back_in_time(lab, page, dark):
    run_all(page, lab.notebook("recorded.ipynb", RECORDED))
    bench = Bench(page)
    if dark:
        set_theme(page, dark=True)
    bench.wait_line("Step 0 of 6")
    before = bench.places()
    for step in (1, 2):
        bench.slide("ArrowRight")
        bench.wait_line(f"Step {step} of 6")
    for status in ("added", "removed", "retrieved"):
        colour = rgb(TRIPLETS[status].colour(dark))
        bench.wait_painted(colour, 40)
    after = bench.places()
    assert {name: after[name] for name in before} == before, "a kept node moved"
    assert {"mug 1", "apple 1"} <= set(after) - set(before)
    bench.slide("Home")
    bench.wait_line("Step 0 of 6")
    bench.wait_painted(rgb(TRIPLETS["removed"].colour(dark)), 0)
    assert bench.button("Step").is_disabled()
    assert_clean(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_belief_is_compared_with_the_truth(lab, page, dark):
    run_all(page, lab.notebook("truth.ipynb", TRUE))
    bench = Bench(page)
    if dark:
        set_theme(page, dark=True)
    for step in (1, 2, 3):
        bench.slide("ArrowRight")
        bench.wait_line(f"Step {step} of 7")
    bench.wait_scene(3)
    before = bench.places()
    caption, legend = bench.panel.locator(".nl-caption"), bench.panel.locator("ul.nl-legend")
    bench.root.get_by_label("compare with the truth").check()
    bench.root.locator(".nl-caption", has_text="beside the truth").wait_for()
    for verdict in ("true", "stale", "false"):
        bench.wait_painted(rgb(TRUTH[verdict].colour(dark)), 40)
        assert TRUTH[verdict].word in legend.inner_text()
    after = bench.places()
    assert {name: after[name] for name in before.keys() & after.keys()} == {
        name: before[name] for name in before.keys() & after.keys()
    }, "a node moved"
    assert "2 stale" in caption.inner_text()
    bench.slide("Home")
    bench.root.locator(".nl-caption", has_text="Step 0: 3 triplets beside the truth").wait_for()
    bench.root.get_by_label("compare with the truth").uncheck()
    bench.root.locator(".nl-caption", has_text="added").wait_for()
    assert TRIPLETS["added"].word in legend.inner_text()
    assert_clean(page)


def test_zoom_and_selection_stay_while_stepping(lab, page):
    run_all(page, lab.notebook("zoom.ipynb", RECORDED))
    bench = Bench(page)
    bench.wait_painted(rgb(TRIPLETS["added"].light), 40)
    bench.root.get_by_label("Zoom out").click()
    bench.root.locator(".nl-canvas").evaluate("box => box.network.selectNodes([0])")
    zoom = bench.zoom()
    for step in (1, 2, 3):
        bench.slide("ArrowRight")
        bench.wait_line(f"Step {step} of 6")
        bench.wait_scene(step)
    assert bench.zoom() == zoom
    assert bench.root.locator(".nl-canvas").evaluate("box => box.network.getSelectedNodes()") == [0]
    bench.root.get_by_label("Show the whole graph").click()
    assert bench.zoom() != zoom
    assert_clean(page)


def test_every_panel_shows_its_step(lab, page):
    run_all(page, lab.notebook("panels.ipynb", RECORDED))
    bench = Bench(page)
    for step in range(1, 5):
        bench.slide("ArrowRight")
        bench.wait_line(f"Step {step} of 6")
    height = bench.root.bounding_box()["height"]
    bench.tab("Decision")
    bench.root.get_by_text("1 of 5 Yes (4 needed): vetoed").first.wait_for()
    bench.tab("Plan")
    bench.root.locator(".nl-plan-side", has_text="★ chosen").wait_for()
    assert bench.root.locator(".nl-plan-star").count() == 1
    bench.tab("Prompts")
    call = bench.root.locator("details.nl-call").nth(1)
    call.wait_for()
    assert bench.root.locator("details.nl-call").count() == 30
    assert "aligned with the task" not in call.inner_text(), "prompts come when they are opened"
    call.locator("summary").click()
    call.get_by_text("Is go to drawer 1 aligned with the task?").wait_for()
    example = call.get_by_text("Its answer.")
    assert not example.is_visible(), "what is the same in all prompts is folded away"
    call.get_by_text("sent, 1 worked example").click()
    example.wait_for()
    assert abs(bench.root.bounding_box()["height"] - height) < 8, "the page jumps when a tab is opened"
    assert_clean(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_events_of_a_step_are_walked_and_open_their_panels(lab, page, shots, dark):
    run_all(page, lab.notebook("events.ipynb", RECORDED))
    bench = Bench(page)
    set_theme(page, dark=dark)
    line, panels = bench.root.locator(".nl-events"), bench.root.locator(".lm-TabBar")
    below = panels.bounding_box()["y"] - bench.root.bounding_box()["y"]
    bench.go_to(2)
    events = line.locator(".nl-event")
    events.nth(7).wait_for()
    assert [text.replace("\n", " ") for text in events.all_inner_texts()][:3] == [
        "◆ retrieved 2 triplets", "» proposed", "✗ vetoed 2/5",
    ]  # fmt: skip
    assert "go to drawer 1" in events.nth(2).get_attribute("title")
    shots(bench.root, f"events_{dark}")
    bench.root.locator(".nl-mark[aria-current]").focus()
    page.keyboard.press("Tab")  # from the timeline to the first of the events
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    bench.root.get_by_text("2 of 5 Yes (4 needed): vetoed").wait_for()
    bench.go_to(4)
    events.nth(13).wait_for()
    line.get_by_text("imagined τ 3").click()
    bench.root.locator(".nl-plan-star").wait_for()
    line.get_by_text("updated").click()
    bench.root.locator(".nl-canvas").wait_for()
    shots(bench.root, f"events_of_a_plan_{dark}")
    assert panels.bounding_box()["y"] - bench.root.bounding_box()["y"] == below, "the line is as high for any step"
    assert_clean(page)


def test_steps_pauses_cancels_and_resets(lab, page):
    run_all(page, lab.notebook("live.ipynb", live(1.0)))
    bench = Bench(page)
    bench.wait_status("Ready")
    bench.press("Step")
    bench.wait_status("reflecting")
    bench.root.locator(".nl-event", has_text="proposed").wait_for()  # the line grows while a step is thought
    assert bench.button("Step").is_disabled()
    assert not bench.button("Cancel").is_disabled()
    bench.wait_status("Ready after step 1")
    bench.press("Run")
    bench.wait_status("Step 2")
    bench.press("Pause")
    bench.wait_status("Pausing after this step")
    bench.slide("Home")
    bench.wait_line("Step 0 of 1")  # the timeline answers while the model thinks
    bench.wait_status("Ready after step 2")
    bench.wait_line("Step 0 of 2")
    bench.press("Newest")
    bench.wait_line("Step 2 of 2")
    bench.press("Step")
    bench.wait_status("proposing an action")
    bench.press("Cancel")
    bench.wait_status("Cancelled; nothing of the step was recorded. Ready after step 2")
    bench.wait_line("Step 2 of 2")
    bench.press("Reset")
    bench.wait_status("Ready after step 0")
    bench.wait_line("Step 0 of 0")
    assert_clean(page)


def test_an_error_is_shown_in_the_widget(lab, page):
    run_all(page, lab.notebook("error.ipynb", live(0.05, fail_at=2)))
    bench = Bench(page)
    bench.press("Run")
    bench.wait_status("Step 2 failed")
    alert = bench.root.get_by_role("alert")
    assert "ValueError: the <b>world</b> broke" in alert.inner_text()
    bench.root.get_by_text("Traceback", exact=True).click()
    assert "records.py" in bench.root.locator(".nl-error pre").inner_text()
    assert_clean(page)


def test_running_the_cell_again_stops_the_old_worker(lab, page):
    run_all(page, lab.notebook("again.ipynb", "from tests.records import FakeEpisode\nep = FakeEpisode(seconds=20)",
                               "from nesyfs_lab.views import Workbench\nwb = Workbench(ep)\nwb"))  # fmt: skip
    bench = Bench(page)
    bench.press("Step")
    bench.wait_status("proposing an action")
    page.locator(".jp-CodeCell").nth(1).locator(".jp-InputArea-editor").click()
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(1000)
    again = Bench(page)
    again.wait_status("Ready")
    assert not again.button("Step").is_disabled()
    assert_clean(page)


def test_a_second_run_of_all_cells_draws_again(lab, page):
    run_all(page, lab.notebook("twice.ipynb", RECORDED))
    run_again(page)
    Bench(page).wait_painted(rgb(TRIPLETS["added"].light), 40)
    assert_clean(page)


def test_the_exported_page_opens_offline(page, tmp_path):
    from nesyfs_lab.graph import KnowledgeGraph
    from nesyfs_lab.views import save_graph_html

    graph = KnowledgeGraph(
        [("mug 1", "in", "fridge 1"), ("<img src=x onerror='window.hacked = 1'>", "href", "fridge 1")]
    )
    save_graph_html(graph, tmp_path / "belief.html", changes={"added": [("mug 1", "in", "fridge 1")]})
    page.goto((tmp_path / "belief.html").as_uri())
    page.locator("#mynetwork canvas").wait_for()
    assert page.evaluate("network.body.data.nodes.length") == 3
    assert page.evaluate("window.hacked") is None
    assert [url for url in page.seen.offsite if not url.startswith("file:")] == []
    assert page.seen.errors == []
