"""The palette: no meaning by colour alone, readable in both themes, and told in docs/design.md as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nesyfs_lab.views.display import COMPARE, TITLES
from nesyfs_lab.views.events_line import event_signs
from nesyfs_lab.views.frames import Frames, next_frame
from nesyfs_lab.views.palette import CHOSEN, EDITED, EVENTS, FAILURE, NO, PAIR, SOURCES, TRIPLETS, TRUTH, YES, Mark
from tests.records import make_record, step_events

GUIDE = (Path(__file__).parents[2] / "docs" / "design.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (.*?) ?\| (.*?) \| (#\w{6}) \| (#\w{6}) \|(?: (.*?) \|)?$", re.MULTILINE)
VERDICTS = {"yes": YES, "no": NO, "failure": FAILURE, "edited": EDITED, "chosen": CHOSEN}
GROUPS: dict[str, dict[str, Mark]] = {
    "What became of a triplet": dict(TRIPLETS),  # type: ignore[arg-type]
    "What a triplet is beside the truth": dict(TRUTH),  # type: ignore[arg-type]
    "Of two beliefs": PAIR,
    "Who chose": SOURCES,
    "What happens inside a step": EVENTS,
    "Verdicts": VERDICTS,
}
LINES = {(): "solid", (9, 6): "dashed", (2, 4): "dotted", (12, 4, 2, 4): "dash-dotted"}


def rows(title):
    (part,) = (part for part in GUIDE.split("\n### ") if part.startswith(title))
    return {name: rest for name, *rest in ROW.findall(part.split("\n## ")[0])}


@pytest.mark.parametrize("title", GROUPS)
def test_the_table_of_signs_is_the_palette(title):
    told = rows(title)
    assert list(told) == list(GROUPS[title])
    for name, mark in GROUPS[title].items():
        sign, word, light, dark, last = told[name]
        assert (sign, word, light, dark) == (mark.sign, mark.word, mark.light, mark.dark), name
        if title.startswith(("What became", "What a triplet", "Of two")):
            assert last == f"{LINES[mark.dashes]}, {mark.width:g}", name


def test_the_table_says_which_panel_an_event_opens():
    told = {name: row[-1] for name, row in rows("What happens inside a step").items()}
    drafts = [next_frame(None, step_events(1)[:2], 1)]
    signs = [sign for frame in (*Frames(make_record().events), *drafts) for sign in event_signs(frame)]
    assert {sign["name"]: sign["panel"] for sign in signs} == told
    assert set(told.values()) <= {*TITLES, COMPARE}


@pytest.mark.parametrize("title", GROUPS)
def test_meanings_that_stand_together_differ_without_colour(title):
    marks = GROUPS[title].values()
    assert len({(mark.sign, mark.word) for mark in marks}) == len(marks)
    assert len({mark.sign for mark in marks}) == len(marks)
    assert all(mark.word for mark in marks)


def luminance(colour):
    """Relative luminance of ``#rrggbb`` (WCAG 2.1)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark, paper, least", [(False, "#ffffff", 3.8), (True, "#111111", 4.5)])
def test_colours_are_readable_on_the_paper_of_their_theme(dark, paper, least):
    """4.5 is what WCAG asks of text; the orange of No and of removed is large signs and lines on white (3.8)."""
    for group in GROUPS.values():
        for name, mark in group.items():
            assert contrast(mark.colour(dark), paper) >= least, name
