"""What every matplotlib picture here needs: ``Figure`` without pyplot (safe in any thread), two inks, safe text."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from .text import one_line

# Fonts and their caches are shared by all figures, and are not made for threads.
_RENDERING = threading.Lock()
FONT = "DejaVu Sans"  # comes with matplotlib


@dataclass(frozen=True)
class Ink:
    """Colours of paper, text and faint lines."""

    paper: str
    text: str
    faint: str

    @classmethod
    def of(cls, dark: bool) -> Ink:
        """For a dark or a light background."""
        return cls("#212121", "#E6E6E6", "#6A6A6A") if dark else cls("#FFFFFF", "#222222", "#B0B0B0")


class Picture(Figure):
    """A figure that a notebook shows although pyplot, which would see to that, was never imported."""

    def _repr_png_(self) -> bytes:
        return png(self)


def new_figure(width: float, height: float, ink: Ink) -> Figure:
    """An empty figure of ``width`` x ``height`` inches."""
    return Picture(figsize=(width, height), dpi=100, layout="constrained", facecolor=ink.paper)


def dress(axes: Iterable[Axes], ink: Ink) -> None:
    """Give axes the theme's colours."""
    for ax in axes:
        ax.set_facecolor(ink.paper)
        ax.tick_params(colors=ink.text, labelsize=9)
        for spine in ax.spines.values():
            spine.set_color(ink.faint)
        for text in (ax.title, ax.xaxis.label, ax.yaxis.label):
            text.set_color(ink.text)


@cache
def _glyphs() -> frozenset[int]:
    path = font_manager.findfont(FONT, fallback_to_default=True)
    return frozenset(font_manager.get_font(path).get_charmap())


def drawable(text: str, limit: int) -> str:
    """``text`` on one line, cut, with a box for each character that the font lacks.

    Draw it with ``parse_math=False``: a dollar sign of a world must not start a formula.
    """
    return "".join(c if ord(c) in _glyphs() else "□" for c in one_line(text, limit))


def png(figure: Figure) -> bytes:
    """The figure as PNG. A cell waits for it, so it is drawn once, where ``savefig`` draws twice."""
    buffer = io.BytesIO()
    with _RENDERING:
        FigureCanvasAgg(figure).print_png(buffer)  # type: ignore[no-untyped-call]
    return buffer.getvalue()


def svg(figure: Figure) -> str:
    """The figure as SVG."""
    buffer = io.BytesIO()
    with _RENDERING:
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue().decode("utf-8")
