"""A person asks the graph: what is this, since when, who was shown it; and sees only a part of it."""

from __future__ import annotations

import pytest

from nesyfs_lab.episode import recording
from nesyfs_lab.views.page import save_html
from tests.browser.driving import Bench, run_all, set_theme
from tests.browser.test_workbench import RECORDED, assert_clean

pytestmark = pytest.mark.browser

CROWD = """
from nesyfs_lab.views import Workbench
from tests.crowd import crowd_record
Workbench(crowd_record(1000))
"""
# Where an edge's label, or a node, is on the screen.
FRAME = "box => [box.network.getScale(), ...Object.values(box.network.getViewPosition())].map(x => Math.round(100 * x))"
WHERE = """
(box, label) => {
  const { body } = box.network;
  const of = (set) => set.get().find((item) => item.label === label);
  const node = of(body.data.nodes);
  const edge = node || of(body.data.edges);
  const at = node ? box.network.getPosition(node.id) : body.edges[edge.id].labelModule.size;
  const point = node ? at : { x: at.xLine ?? at.left + at.width / 2, y: at.yLine ?? at.top + at.height / 2 };
  const dom = box.network.canvasToDOM(point);
  const frame = box.getBoundingClientRect();
  return [frame.left + dom.x, frame.top + dom.y];
}
"""
LINE = """
(box, label) => {
  const { body } = box.network;
  const edge = Object.values(body.edges).find((each) => each.options.label === label);
  const dom = box.network.canvasToDOM(edge.edgeType.getPoint(0.3));
  const frame = box.getBoundingClientRect();
  return [frame.left + dom.x, frame.top + dom.y];
}
"""


def edges(bench):
    """Labels of the drawn edges, without their signs."""
    labels = bench.root.locator(".nl-canvas").first.evaluate("b => b.network.body.data.edges.get().map(e => e.label)")
    return sorted(label.lstrip("+−◆✎ ") for label in labels)


def hover(bench, label, where=LINE):
    """The note beside the pointer that rests on an edge or a node."""
    box = bench.root.locator(".nl-canvas").first
    x, y = box.evaluate(where, label)
    bench.page.mouse.move(x - 3, y)
    bench.page.mouse.move(x, y)
    note = bench.root.locator(".nl-hover").first
    note.wait_for()
    return note.inner_text()


def at(bench, step):
    bench.go_to(step)
    bench.wait_scene(step)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_hovering_tells_since_when_and_which_prompts_held_it(lab, page, shots, dark):
    run_all(page, lab.notebook("hover.ipynb", RECORDED))
    bench = Bench(page)
    if dark:
        set_theme(page, dark=True)
    at(bench, 4)
    told = hover(bench, "◆ hold")
    shots(bench.root, f"hover_{dark}")
    lines = ["you — hold — mug 1", "retrieved for the prompts", "since step 3, from what was seen then:"]
    assert told.split("\n")[:3] == lines
    assert "You pick up the mug 1" in told
    assert "in the prompts of step 4" in told
    at(bench, 5)
    told = hover(bench, "+✎ belongs on")
    assert "since step 5, put there by you" in told
    assert "in no prompt yet" in told
    shots(bench.root, f"hover_edited_{dark}")
    told = hover(bench, "sink 1", WHERE)
    assert "in the prompts of step" in told
    assert "double-click: only what touches it" in told
    shots(bench.root, f"hover_node_{dark}")
    assert_clean(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_part_of_the_graph_is_seen_alone(lab, page, shots, dark):
    run_all(page, lab.notebook("focus.ipynb", RECORDED))
    bench = Bench(page)
    if dark:
        set_theme(page, dark=True)
    at(bench, 2)
    everything, before = edges(bench), bench.places()
    canvas = bench.root.locator(".nl-canvas")
    framed = canvas.evaluate(FRAME)
    field = bench.root.get_by_label("Show only triplets that hold these words").first
    field.fill("FRIDGE  open")
    bench.root.locator(".nl-focus", has_text=f"2 of {len(everything)} triplets").wait_for()
    assert edges(bench) == ["is", "opened"]
    after = bench.places()
    assert {name: before[name] for name in after} == after, "a node moved"
    shots(bench.root, f"focus_words_{dark}")
    assert canvas.evaluate(FRAME) != framed, "what is wanted is seen larger"
    field.press("Escape")
    assert edges(bench) == everything
    assert canvas.evaluate(FRAME) == framed, "the whole is framed as before"
    bench.root.get_by_label("only what changed").first.check()
    changed = edges(bench)
    assert changed == ["in", "in", "is", "is", "opened"]
    shots(bench.root, f"focus_changed_{dark}")
    at(bench, 3)
    assert edges(bench) == ["hold", "took"], "it stays while one goes on"
    bench.root.get_by_label("only what changed").first.uncheck()
    bench.root.get_by_label("only what the prompts held").check()
    assert edges(bench) == ["in"]
    bench.root.get_by_label("only what the prompts held").uncheck()
    x, y = bench.root.locator(".nl-canvas").evaluate(WHERE, "fridge 1")
    page.mouse.dblclick(x, y)
    around = bench.root.locator(".nl-focus button", has_text="around fridge 1 ✕")
    around.wait_for()
    assert "fridge 1" in bench.places()
    assert "sink 1" not in bench.places()
    shots(bench.root, f"focus_around_{dark}")
    around.click()
    assert "sink 1" in bench.places()
    field.fill("no such thing")
    bench.root.locator(".nl-focus", has_text="0 of").wait_for()
    assert edges(bench) == []
    assert_clean(page)


def test_a_filter_looks_through_all_of_a_crowd(lab, page, shots):
    run_all(page, lab.notebook("crowd.ipynb", CROWD))
    bench = Bench(page)
    at(bench, 1)
    assert 4 <= len(edges(bench)) <= 150
    bench.root.get_by_label("Show only triplets that hold these words").first.fill("thing 977")
    bench.root.locator(".nl-focus", has_text="1 of 1,002 triplets").wait_for()
    assert len(edges(bench)) == 1
    shots(bench.root, "focus_crowd")
    assert_clean(page)


def test_a_page_of_its_own_tells_the_same(page, tmp_path, shots):
    save_html(recording("two-places"), tmp_path / "e.html")
    page.goto((tmp_path / "e.html").as_uri())
    page.locator(".nl-canvas[data-step='0']").wait_for()
    page.keyboard.press("End")
    bench = Bench(page, within="#episode")
    bench.root.locator(".nl-canvas:not([data-step='0'])").wait_for()
    label = bench.root.locator(".nl-canvas").evaluate("b => b.network.body.data.edges.get().at(0).label")
    assert "since step " in hover(bench, label)
    shots(page, "hover_page")
    everything = len(edges(bench))
    bench.root.get_by_label("only what changed").first.check()
    assert 0 < len(edges(bench)) < everything
    assert_clean(page)
