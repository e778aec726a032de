"""How likely each way of thinking takes each first action, as a table of bars."""

from __future__ import annotations

from ..views.palette import CHOSEN
from ..views.text import escape, plural
from .trials import Shares, Summary, Trials

_WORDS = {
    "habit": "Habit: one fast thought",
    "vote": "Vote: commonest of N",
    "rollouts": "Rollouts: N, weighed at last",
    "TSMC": "TSMC, as the sliders say",
}
_EXACT = "Exact: N without end"


def chances_html(trials: Trials) -> str:
    """A row a method and the exact one below them; a mark in each bar is where the exact one ends."""
    summary, exact = trials.summary(), trials.exact()
    actions = list(trials.world.habit)
    aim = actions.index(trials.world.right)
    heads = "".join(f"<th>{escape(a)}{f' {CHOSEN.sign}' if a == trials.world.right else ''}</th>" for a in actions)
    spread = {name: summary.spread[name] for name in ("rollouts", "TSMC")}  # the others have no particles
    rows = "".join(_row(_WORDS[name], summary.chance[name], exact, spread.get(name), aim) for name in _WORDS)
    rows += _row(_EXACT, exact, exact, None, aim, "nl-exact")
    return (
        f'<div class="nl-panel"><table class="nl-chances"><tr><th>Who takes which first action?</th>{heads}</tr>'
        f"{rows}</table><p>{_footer(summary, trials.planner.particles)}</p></div>"
    )


def _row(word: str, chance: Shares, exact: Shares, spread: Shares | None, aim: int, classes: str = "") -> str:
    cells = []
    for i, (mean, end) in enumerate(zip(chance, exact, strict=True)):
        marks = f'<i class="nl-fill" style="width:{mean:.1%}"></i>'
        if spread is not None and spread[i] > 0:
            low, high = max(0.0, mean - spread[i]), min(1.0, mean + spread[i])
            marks += f'<i class="nl-spread" style="left:{low:.1%};width:{high - low:.1%}"></i>'
        marks += f'<i class="nl-tick" style="left:{end:.1%}"></i>'
        cell = f'<div class="nl-chance"><b>{mean:.0%}</b><div class="nl-track">{marks}</div></div>'
        cells.append(f'<td class="nl-aim">{cell}</td>' if i == aim else f"<td>{cell}</td>")
    return f'<tr class="{classes}"><th>{escape(word)}</th>{"".join(cells)}</tr>'


def _footer(summary: Summary, n: int) -> str:
    sure = max(2 * float(s.max()) / summary.runs**0.5 for s in summary.spread.values())
    return escape(
        f"{CHOSEN.sign} is right. Upright mark: exact. Thin line: how far one plan's particles are from the mean "
        f"(standard deviation). Of {n} particles {summary.survivors:.1f} leave descendants, and the last weights are "
        f"worth {summary.ess:.1f} (ESS). {plural(summary.runs, 'trial')}: percentages to ±{sure:.0%}."
    )
