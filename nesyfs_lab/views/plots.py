"""A plan of Algorithm 2 as a picture: lineages, and below them weights at each tau and the effective sample size."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..events import Trace
from .drawing import FONT, Ink, drawable, dress, new_figure
from .palette import CHOSEN, LINEAGES, NO

_NUMBERED = 12  # particles; with more of them numbers and actions would run into each other
_ACTION = 30  # characters


class Link(NamedTuple):
    """From a slot at one column to a slot at the next that copied it; column c is tau = c + 1, the last is the draw."""

    column: int
    source: int
    target: int


@dataclass(frozen=True)
class Lineages:
    """Who descends from whom.

    Attributes:
        alive: links whose line reaches the end, each with the slot at tau = 2 that it goes through.
        dead: links whose line dies out.
        chosen: links of the chosen particle.
        roots: for each slot at the end, its slot at tau = 2.
    """

    alive: tuple[tuple[Link, int], ...]
    dead: tuple[Link, ...]
    chosen: frozenset[Link]
    roots: tuple[int, ...]


def lineages(trace: Trace) -> Lineages:
    """Read the ancestor matrix: slot i after resampling at row t copies slot ``ancestors[t, i]`` before it.

    A link from tau to tau + 1 therefore runs from ``ancestors[tau - 2, i]`` to i, and one more from tau = L to the end.
    """
    rows, n = trace.ancestors.shape
    histories = [trace.lineage_of(i) for i in range(n)]  # slots at tau = 2 .. L

    def links_of(end: int) -> Iterator[Link]:
        slots = (histories[end][0], *histories[end], end)  # at tau = 1 all slots are equal: lines start level
        return (Link(c, a, b) for c, (a, b) in enumerate(itertools.pairwise(slots)))

    alive = {link: histories[end][0] for end in range(n) for link in links_of(end)}
    origin = [Link(0, i, i) for i in range(n)]
    copies = [Link(t + 1, int(trace.ancestors[t, i]), i) for t in range(rows) for i in range(n)]
    return Lineages(
        tuple(alive.items()),
        tuple(link for link in (*origin, *copies) if link not in alive),
        frozenset(links_of(trace.chosen)),
        tuple(history[0] for history in histories),
    )


def plan_figure(trace: Trace, *, ess_threshold: float | None = 1.0, dark: bool = False) -> Figure:
    """The whole plan in one figure; ``png`` and ``svg`` of ``drawing`` turn it into bytes and text.

    Args:
        trace: L = horizon, N = particles.
        ess_threshold: share of N below which the plan resampled (docs/choices.md, 5); None where unknown.
        dark: for a dark page.
    """
    ink = Ink.of(dark)
    rows, n = trace.weights.shape
    figure = new_figure(10.0, min(2.8 + 0.28 * n, 12.0), ink)
    tall = 1.2 + 0.2 * min(n, 24)
    parts: Any = figure.subfigures(2, 1, height_ratios=[tall + 0.8, tall], hspace=0.03)
    top, bottom = parts
    for part in (top, bottom):
        part.set_facecolor(ink.paper)
    draw_lineages(top.subplots(), trace, dark)
    axes = bottom.subplots(1, rows + 1, width_ratios=[1.0] * rows + [1.5])
    for t, ax in enumerate(axes[:-1]):
        draw_weights(ax, trace, t, dark)
    draw_ess(axes[-1], trace, ess_threshold, dark)
    return figure


def draw_lineages(ax: Axes, trace: Trace, dark: bool = False) -> None:
    """Lines from the origin to the end; a dot's size is its weight, a filled dot made progress."""
    ink = Ink.of(dark)
    dress([ax], ink)
    tree = lineages(trace)
    rows, n = trace.weights.shape
    ax.add_collection(LineCollection([_line(k) for k in tree.dead], colors=ink.faint, linewidths=1, linestyles=":"))
    order = {root: i for i, root in enumerate(sorted(set(tree.roots)))}
    halo = [_line(link) for link in sorted(tree.chosen)]
    ax.add_collection(LineCollection(halo, colors=CHOSEN.colour(dark), linewidths=6.5, capstyle="round"))
    palette = LINEAGES[dark]
    colours = [palette[order[root] % len(palette)] for _, root in tree.alive]
    ax.add_collection(
        LineCollection([_line(k) for k, _ in tree.alive], colors=colours, linewidths=2.6, capstyle="round")
    )

    ax.scatter(np.zeros(n), np.arange(n), s=22, color=ink.faint, zorder=3)
    columns, slots = np.meshgrid(np.arange(1, rows + 1), np.arange(n), indexing="ij")
    made = trace.progress.astype(bool)
    sizes = 25 + 420 * trace.weights * min(1.0, n / 6)
    ax.scatter(columns[made], slots[made], s=sizes[made], color=ink.text, edgecolor=ink.text, zorder=3)
    ax.scatter(columns[~made], slots[~made], s=sizes[~made], color=ink.paper, edgecolor=ink.text, zorder=3)
    for t in range(rows):
        if not np.array_equal(trace.ancestors[t], np.arange(n)):
            ax.axvline(t + 1.5, color=NO.colour(dark), linestyle="--", linewidth=1, zorder=0)
    ax.scatter([rows + 1], [trace.chosen], marker="*", s=260, color=CHOSEN.colour(dark), zorder=4)
    _name_ends(ax, trace, tree, ink)

    ax.set_xlim(-0.25, rows + 1.15)
    ax.set_ylim(n - 0.4, -0.6)
    ax.set_xticks(range(rows + 2), ["τ = 1\n(now)", *(f"τ = {t + 2}" for t in range(rows)), "drawn"])
    _number_slots(ax, n)
    ax.set_ylabel("slot", fontsize=10)
    words = "Dot: size = weight, filled = progress. Dashed line: resampled. Dotted: died out."
    ax.set_title(f"Lineages. {CHOSEN.sign} and outline: chosen. {words}", fontsize=10, loc="left", color=ink.text)


def _name_ends(ax: Axes, trace: Trace, tree: Lineages, ink: Ink) -> None:
    """To the right of each end: the action at tau = 2 of its lineage, which would be played."""
    rows, n = trace.weights.shape
    if n > _NUMBERED:
        counts = Counter(str(trace.actions[1, root]) for root in tree.roots)
        lines = [f"{count} × {drawable(action, _ACTION)}" for action, count in counts.most_common(8)]
        ax.text(
            rows + 1.25, n / 2, "\n".join(lines), va="center", fontsize=9, color=ink.text, parse_math=False, family=FONT
        )
        return
    for slot, root in enumerate(tree.roots):
        label = f"slot {root} at τ = 2: {drawable(str(trace.actions[1, root]), _ACTION)}"
        weight = "bold" if slot == trace.chosen else "normal"
        ax.text(rows + 1.22, slot, label, va="center", fontsize=9, color=ink.text, weight=weight,
                parse_math=False, family=FONT, clip_on=False)  # fmt: skip


def draw_weights(ax: Axes, trace: Trace, t: int, dark: bool = False) -> None:
    """The normalised weights at tau = t + 2, before resampling, one bar per slot."""
    ink = Ink.of(dark)
    dress([ax], ink)
    weights, made = trace.weights[t], trace.progress[t].astype(bool)
    n = len(weights)
    solid, hollow = ink.text, ink.paper
    ax.barh(range(n), weights, height=0.7, color=[solid if m else hollow for m in made], edgecolor=solid, linewidth=0.8)
    ax.axvline(1 / n, color=ink.faint, linestyle=":", linewidth=1.2, zorder=0)
    ax.set_ylim(n - 0.4, -0.6)
    ax.set_xlim(0, max(0.05, 1.35 * float(trace.weights.max())))
    ax.set_xticks([])
    _number_slots(ax, n)
    if n <= _NUMBERED:
        for slot, weight in enumerate(weights):
            ax.text(weight, slot, f" {weight:.2f}", va="center", fontsize=9, color=ink.text)
    ax.set_title(f"weights, τ = {t + 2}", fontsize=10)


def draw_ess(ax: Axes, trace: Trace, threshold: float | None, dark: bool = False) -> None:
    """Effective sample size over tau, and the line below which the plan resampled."""
    ink = Ink.of(dark)
    dress([ax], ink)
    rows, n = trace.weights.shape
    taus = np.arange(2, rows + 2)
    ax.plot(taus, trace.ess, color=ink.text, marker="o", linewidth=1.6)
    title = "ESS"
    if threshold is not None:
        ax.axhline(threshold * n, color=NO.colour(dark), linestyle="--", linewidth=1.4)
        title = "ESS (dashed: always resampled)" if threshold == 1.0 else "ESS (resampled below the dashed line)"
    ax.set_ylim(0, n * 1.12)
    ax.set_xlim(1.6, rows + 1.4)
    ax.set_xticks(taus)
    ax.set_xlabel("τ", fontsize=10)
    ax.yaxis.tick_right()
    ax.set_title(title, fontsize=10)


def _number_slots(ax: Axes, n: int) -> None:
    if n <= _NUMBERED:
        ax.set_yticks(range(n))
    else:
        ax.yaxis.set_major_locator(MaxNLocator(nbins=_NUMBERED, integer=True))


def _line(link: Link) -> list[tuple[int, int]]:
    return [(link.column, link.source), (link.column + 1, link.target)]
