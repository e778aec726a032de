"""The signs of the lab in one table, drawn from the palette that the views use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..views.palette import CHOSEN, EDITED, EVENTS, FAILURE, NO, SOURCES, TRIPLETS, TRUTH, YES, Mark
from ..views.styles import style_sheet
from ..views.text import escape


@dataclass(frozen=True)
class Page:
    """HTML that a notebook shows; ``text`` where it cannot."""

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


def signs() -> Page:
    """Every sign, line and colour, with its meaning, by the place where it is met."""
    start = replace(EVENTS["observed"], word="the first look")
    parts: dict[str, list[tuple[str, Mark]]] = {
        "Timeline": [("start", start), *SOURCES.items(), ("failure", FAILURE)],
        "Votes": [("yes", YES), ("no", NO), ("chosen", CHOSEN), ("edited", EDITED)],
        "Belief": [(name, mark) for name, mark in TRIPLETS.items()],
        "Belief beside the truth": [(name, mark) for name, mark in TRUTH.items()],
    }
    columns = "".join(f"<td><h4>{title}</h4>{_listed(marks)}</td>" for title, marks in parts.items())
    text = "\n".join(f"{title}: {_spelled(marks)}" for title, marks in parts.items())
    return Page(
        f'<style>{style_sheet()}</style><div class="nl-panel"><table class="nl-table nl-signs"><tr>{columns}</tr>'
        "</table></div>",
        text,
    )


def _listed(marks: Iterable[tuple[str, Mark]]) -> str:
    return "".join(_line(name, mark) for name, mark in marks)


def _line(name: str, mark: Mark) -> str:
    line = ""
    if name in TRIPLETS or name in TRUTH:  # these are arrows of a graph
        dash = " ".join(map(str, mark.dashes))
        stroke = f'stroke="var(--nl-{name})" stroke-width="{mark.width}" stroke-dasharray="{dash}"'
        line = f'<svg width="34" height="10" aria-hidden="true"><line x1="0" y1="5" x2="34" y2="5" {stroke}/></svg> '
    sign = f'<b style="color:var(--nl-{name}, inherit)">{escape(mark.sign)}</b>'
    return f"<div>{line}{sign} {escape(mark.word)}</div>"


def _spelled(marks: Iterable[tuple[str, Mark]]) -> str:
    return ", ".join(f"{mark.sign} {mark.word}".strip() for _, mark in marks)
