"""Every panel over episodes of three worlds, in both themes: what it shows, and that nothing is fetched or goes wrong.

The household episode was played by a language model; shop and TextWorld are played here by a script that follows dice.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

import nesyfs_lab as nl
from nesyfs_lab.views.frames import Frames
from nesyfs_lab.views.palette import MARKS, PAIR
from tests.browser.driving import Bench, run_all, set_theme
from tests.browser.server import Lab
from tests.browser.test_workbench import assert_clean, rgb
from tests.fakes import FakeModel, lively, turns

pytestmark = pytest.mark.browser

SEARCHES = ("search[day backpack]", "click[next >]", "click[back to search]", "search[polyester]")
SCRIPTED = ("shop", "textworld")
TABS = ("Belief", "Triplets", "Decision", "Plan", "Prompts", "Ledger", "What if", "Compare")
CELL = """
import nesyfs_lab as nl
from tests.fakes import lively
one, other = nl.{read}({names[0]!r}), nl.{read}({names[1]!r})
nl.Workbench(one, beside=other, agent=nl.NeSyFS(lively()))
"""


@pytest.fixture(scope="module")
def episodes(lab: Lab) -> dict[str, tuple[str, Any]]:
    """World -> a cell that shows two of its episodes, and the first of them."""
    names = ("apple-planned", "mug-forgotten")
    made = {"household": (CELL.format(read="recording", names=names), nl.recording(names[0]))}
    for world in SCRIPTED:
        files = [f"scripted-{world}-{seed}.jsonl" for seed in (0, 1)]
        for seed, file in enumerate(files):
            model = lively()
            if world == "shop":  # what can be searched for is not listed
                words = turns(*({"thought": "perhaps", "action": words} for words in SEARCHES * 9))
                model = FakeModel(**{**model.script, "act": words})
            agent = nl.NeSyFS(model, reflections=1, planner=nl.TSMC(particles=4, horizon=3), memory=nl.CodeMemory())
            episode = nl.Episode(nl.make_env(world, task=0), agent, seed=seed)
            episode.save(lab.root / file)
            episode.run(max_steps=8)
        made[world] = (CELL.format(read="load_episode", names=files), nl.load_episode(lab.root / files[0]))
    return made


def seen_in(panel, title, frame):
    """That the open panel tells what the record says of the step."""
    if title == "Belief":
        return panel.locator(".nl-caption", has_text=f"Step {frame.step}: {len(frame.after)} triplet")
    if title == "Triplets":
        rows = len(frame.after) + len(frame.removed)
        return panel.locator(".nl-table-caption", has_text=f"Step {frame.step}: {rows} row")
    if title == "Plan":
        return panel.locator(".nl-plan-star")
    if title == "Prompts":
        return panel.get_by_text(f"{len(frame.calls)} call")
    text = {"Decision": frame.action, "Ledger": f"until step {frame.step}", "What if": f"After step {frame.step}",
            "Compare": re.compile("A and B part in step|Nothing tells A and B apart so far")}[title]  # fmt: skip
    return panel.get_by_text(text)


@pytest.mark.parametrize("world", ["household", *SCRIPTED])
def test_every_panel_in_both_themes(lab, page, shots, episodes, world):
    cell, episode = episodes[world]
    planned = next(frame for frame in Frames(episode.events) if frame.planned is not None)
    run_all(page, lab.notebook(f"{world}.ipynb", cell, "nl.SideBySide(one, other)"))
    bench = Bench(page, "nl.Workbench(one")
    pair = Bench(page, "nl.SideBySide(one")
    for dark in (False, True):
        set_theme(page, dark=dark)
        theme = "dark" if dark else "light"
        bench.go_to(0)  # so that each panel is drawn in this theme
        bench.go_to(planned.step)
        for title in TABS:
            bench.tab(title)
            seen_in(bench.panel, title, planned).first.wait_for()
            page.wait_for_timeout(300)  # the picture of a plan follows its table
            shots(bench.root, f"{world}_{title}_{theme}")
        bench.tab("Belief")
        changed = "added" if planned.added else "removed" if planned.removed else "kept"
        bench.wait_painted(rgb(MARKS[changed].colour(dark)), 1)
        pair.root.locator(".nl-mark").nth(planned.step).click()
        pair.root.get_by_text(f"A: step {planned.step}").wait_for()
        pair.root.locator(".nl-caption", has_text=f"Step {planned.step}: ").wait_for()
        assert PAIR["only_a"].word in pair.root.locator("ul.nl-legend").inner_text()
        shots(pair.root, f"{world}_SideBySide_{theme}")
    assert_clean(page)
