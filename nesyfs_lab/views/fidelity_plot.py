"""How true a belief was over an episode: what it held of the truth, step by step, and what it lacked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..episode import Comparison, beside_truth
from .drawing import Ink, drawable, dress, new_figure
from .frames import Record
from .palette import TRUTH, Beside

_HATCH: dict[Beside, str] = {"true": "", "stale": "//", "false": "xx", "missing": ".."}


def fidelity_figure(episodes: Mapping[str, Record], dark: bool = False) -> Figure:
    """One picture for each belief, on one scale: bars of triplets, above the line believed and below it missing.

    Args:
        episodes: by the name that stands above them, such as ``{"model": ep, "code": reread(ep, agent)}``.
        dark: for a dark background.

    Raises:
        ValueError: when there is no episode, or one whose world told no truth.
    """
    if not episodes:
        raise ValueError('name at least one episode, such as {"model": ep}')
    compared = {name: beside_truth(each) for name, each in episodes.items()}
    ink = Ink.of(dark)
    figure = new_figure(9.0, 0.8 + 2.4 * len(compared), ink)
    axes = figure.subplots(len(compared), 1, squeeze=False, sharey=True)[:, 0]
    for ax, (name, steps) in zip(axes, compared.items(), strict=True):
        _draw(ax, steps, ink, dark)
        judged = sum(len(c.verdicts) - c.count("untold") for c in steps)
        told = sum(c.told for c in steps)
        precision = f"{sum(c.count('true') for c in steps) / judged:.0%}" if judged else "none to judge"
        recall = f"{1 - sum(len(c.missing) for c in steps) / told:.0%}" if told else "nothing to know"
        ax.set_title(
            f"{drawable(name, 60)}: precision {precision}, recall {recall} over all steps",
            fontsize=10, loc="left", color=ink.text, parse_math=False,
        )  # fmt: skip
    axes[-1].set_xlabel("step", fontsize=10)
    handles, _ = axes[0].get_legend_handles_labels()
    words = [f"{TRUTH[kind].sign} {TRUTH[kind].word}" for kind in _HATCH]
    figure.legend(handles, words, loc="outside lower center", ncols=len(words), frameon=False, fontsize=9,
                  labelcolor=ink.text)  # fmt: skip
    return figure


def _draw(ax: Axes, steps: Sequence[Comparison], ink: Ink, dark: bool) -> None:
    dress([ax], ink)
    at = np.array([each.step for each in steps])
    below = np.zeros(len(steps))
    for kind, hatch in _HATCH.items():
        counts = [-len(c.missing) if kind == "missing" else c.count(kind) for c in steps]
        base = np.zeros(len(steps)) if kind == "missing" else below
        ax.bar(at, counts, width=0.8, bottom=base, label=kind, hatch=hatch, color=TRUTH[kind].colour(dark),
               edgecolor=ink.paper, linewidth=0.6)  # fmt: skip
        if kind != "missing":
            below = below + counts
    ax.axhline(0, color=ink.text, linewidth=1)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    ax.yaxis.set_major_formatter(lambda value, _: f"{abs(value):.0f}")
    ax.set_ylabel("missing | believed", fontsize=9)
