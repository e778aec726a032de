"""What the picture of a plan shows, as plain values: columns of particles, and who descends from whom.

Columns are those of the algorithm: tau = 1 (the origin), tau = 2 … L (slots *before* resampling there), and L + 1, the
slots after the last resampling, of which one is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..episode import Plan
from ..events import Trace
from .text import one_line

_ACTION = 60  # characters of an action in the picture
_TALLY = 6  # actions that the draw's tally names

Family = list[list[int]]
"""For each column from tau = 2 to the last one that there is, each slot's slot in the column before."""


def plan_scene(plan: Plan) -> dict[str, Any]:
    """The picture of a plan, whole or as far as it has come."""
    trace = plan.trace
    rows, n = trace.ancestors.shape
    family = family_of(plan)
    alive = _alive(family, n)
    chosen = [0, *trace.lineage, trace.chosen] if plan.done else []
    columns = [
        _column(plan, tau, family, alive[tau - 2], chosen[tau - 1] if chosen else -1) for tau in range(2, rows + 2)
    ]
    if len(family) > rows:
        columns.append(_draw(trace, family) if plan.done else _pending(plan, family))
    return {
        "step": plan.step,
        "n": n,
        "done": plan.done,
        "columns": columns,
        "settings": settings_in_words(plan),
        "action": one_line(trace.action, 200),
        "tally": _tally(trace) if plan.done else [],
    }


def family_of(plan: Plan) -> Family:
    """The parent of each slot, column by column; at tau = 2 all come from the origin, slot 0 of tau = 1.

    Of a column that is still being propagated only the slots that moved already are there.
    """
    rows, n = plan.trace.ancestors.shape
    family: Family = [[0] * n, *plan.trace.ancestors.tolist()]
    if plan.done:
        return family
    moved = next(slot for slot in range(n + 1) if (rows + 2, slot) not in plan.moves)
    return [*family[:rows], family[rows][:moved]] if moved else family[:rows]


def _alive(family: Family, n: int) -> list[list[bool]]:
    """Which slots of each column have descendants in the last one (or are in it)."""
    alive = [[True] * n]
    for parents in reversed(family[1:]):
        below = {parent for parent, lives in zip(parents, alive[0], strict=False) if lives}
        alive.insert(0, [slot in below for slot in range(n)])
    return alive


def _roots(family: Family, column: int) -> list[int]:
    """For each slot of ``family[column]`` its slot at tau = 2."""
    roots = list(range(len(family[column])))
    for parents in reversed(family[1 : column + 1]):
        roots = [parents[slot] for slot in roots]
    return roots


def _column(plan: Plan, tau: int, family: Family, alive: list[bool], chosen: int) -> dict[str, Any]:
    """One tau whose weights are known."""
    trace, t = plan.trace, tau - 2
    n = trace.ancestors.shape[1]
    threshold = plan.settings.get("ess_threshold")
    copies = np.bincount(trace.ancestors[t], minlength=n)
    return {
        "tau": tau,
        "ess": float(trace.ess[t]),
        "threshold": threshold * n if isinstance(threshold, int | float) else None,
        "resampled": was_resampled(plan, t),
        "cells": [
            {
                "parent": family[t][slot],
                "root": root,
                "alive": alive[slot],
                "chosen": slot == chosen,
                "weight": float(trace.weights[t, slot]),
                "copies": int(copies[slot]),
                "progress": bool(trace.progress[t, slot]),
                "action": one_line(str(trace.actions[t + 1, slot]), _ACTION),
            }
            for slot, root in enumerate(_roots(family, t))
        ],
    }


def _pending(plan: Plan, family: Family) -> dict[str, Any]:
    """The tau that is being propagated: no weights yet."""
    tau = len(family) + 1
    moves = [plan.moves[tau, slot] for slot in range(len(family[-1]))]
    told = [(one_line(move.action, _ACTION), bool(move.progress)) for move in moves]
    return _unweighted(tau, family, told)


def _draw(trace: Trace, family: Family) -> dict[str, Any]:
    """The slots after the last resampling, each with the action that it would play."""
    told = [(one_line(str(trace.actions[1, root]), _ACTION), None) for root in _roots(family, len(family) - 1)]
    return _unweighted(len(family) + 1, family, told, trace.chosen)


def _unweighted(tau: int, family: Family, told: Sequence[tuple[str, bool | None]], chosen: int = -1) -> dict[str, Any]:
    cells = [
        {
            "parent": family[-1][slot],
            "root": root,
            "alive": True,
            "chosen": slot == chosen,
            "weight": None,
            "copies": None,
            "progress": told[slot][1],
            "action": told[slot][0],
        }
        for slot, root in enumerate(_roots(family, len(family) - 1))
    ]
    return {"tau": tau, "ess": None, "threshold": None, "resampled": False, "cells": cells}


def was_resampled(plan: Plan, t: int) -> bool:
    """Whether slots were drawn anew at tau = t + 2: by the planner's rule, else by what the ancestors show."""
    trace, threshold = plan.trace, plan.settings.get("ess_threshold")
    n = trace.ancestors.shape[1]
    if not np.array_equal(trace.ancestors[t], np.arange(n)):
        return True  # whatever the settings say
    return isinstance(threshold, int | float) and (threshold == 1.0 or bool(trace.ess[t] < threshold * n))


def _tally(trace: Trace) -> list[str]:
    """Between which first actions the draw was, the most frequent first."""
    n = trace.ancestors.shape[1]
    counts = Counter(str(trace.actions[1, trace.lineage_of(slot)[0]]) for slot in range(n))
    named = [f"{count} × {one_line(action, _ACTION)}" for action, count in counts.most_common(_TALLY)]
    return named if len(counts) <= _TALLY else [*named, f"{len(counts) - _TALLY} others"]


def settings_in_words(plan: Plan) -> str:
    """N, L and, where the record tells them, the planner's other settings, the model and the seed."""
    known = plan.settings
    n = plan.trace.ancestors.shape[1]
    length = plan.trace.ancestors.shape[0] + 1 if plan.done else known.get("horizon", "?")
    facts = [f"N = {n}" if plan.done else f"N = {known.get('particles', n)}", f"L = {length}"]
    facts += [f"λ = {known['lam']:g}"] if isinstance(known.get("lam"), int | float) else []
    threshold = known.get("ess_threshold")
    if isinstance(threshold, int | float):
        facts.append("resampled at every τ" if threshold == 1 else f"resampled when ESS < {threshold:g} · N")
    facts += [str(known["resampling"])] if "resampling" in known else []
    facts += [f"seed {plan.seed}"] if plan.seed is not None else []
    facts += [plan.model] if plan.model else []
    return " · ".join(one_line(fact, 80) for fact in facts)
