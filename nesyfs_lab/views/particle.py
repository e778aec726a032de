"""One particle of a plan in full: what it imagined on its way, and how its belief differs from the real one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..episode import Plan
from ..graph import Triplet
from .palette import CHOSEN
from .plan_scene import was_resampled
from .text import cut, one_line, plural

_TEXT = 4_000  # characters of an imagined observation or a thought
_PART = 200  # characters of an action, or of a part of a triplet
DEATH = "†"


def particle(plan: Plan, tau: int, slot: int) -> dict[str, Any]:
    """One particle in full: what it imagined on its way, and how its belief differs from the real one at the origin.

    Args:
        plan: whole or still being made.
        tau: 1 for the origin; else as in ``Plan.lineage``.
        slot: from 0.

    Raises:
        ValueError: when there is no such particle.
    """
    if tau == 1:
        return _origin(plan)
    rows = plan.trace.ancestors.shape[0]
    lineage = plan.lineage(tau, slot)
    believed, real = plan.belief(tau, slot), plan.start.belief
    drawn = plan.done and tau == rows + 2
    head = f"Slot {slot} of the draw" if drawn else f"Slot {slot} at τ = {tau}"
    return {
        "tau": tau,
        "slot": slot,
        "title": f"{head}, {CHOSEN.sign} chosen" if drawn and slot == plan.trace.chosen else head,
        "notes": _draw_notes(plan, lineage, slot) if drawn else _notes(plan, tau, slot),
        "way": [_move(plan, at, held) for at, held in enumerate(lineage, 2)],
        "added": _parts(believed.difference(real)),
        "removed": _parts(real.difference(believed)),
        "kept": len(real) - len(real.difference(believed)),
    }


def _origin(plan: Plan) -> dict[str, Any]:
    seen, action = plan.start.observed.observation, plan.start.action
    return {
        "tau": 1,
        "slot": 0,
        "title": "The origin, τ = 1",
        "notes": [
            f"All particles begin here, with the real belief of {plural(len(plan.start.belief), 'triplet')}.",
            "Nobody voted on this proposal.",
        ],
        "way": [
            {"head": "now", "action": one_line(action, _PART), "seen": cut(seen, _TEXT) if seen else "", "real": True}
        ],
        "added": [],
        "removed": [],
        "kept": len(plan.start.belief),
    }


def _notes(plan: Plan, tau: int, slot: int) -> list[str]:
    """Weight, copies and what became of the particle."""
    trace, t = plan.trace, tau - 2
    rows, n = trace.ancestors.shape
    if t >= rows:
        return ["Its weight comes when all particles have moved."]
    weight, copies = trace.weights[t, slot], np.flatnonzero(trace.ancestors[t] == slot).tolist()
    notes = [f"Weight {weight:.3f} before resampling (1/N = {1 / n:.3f})."]
    if not was_resampled(plan, t):
        notes.append("No resampling here: it goes on with its weight.")
    elif not copies:
        notes.append(f"{DEATH} It dies here: no copy was drawn.")
    else:
        where = "the draw" if plan.done and t == rows - 1 else f"τ = {tau + 1}"
        slots = f"slot{'s' * (len(copies) > 1)} {', '.join(map(str, copies))}"
        notes.append(f"{len(copies)} of {n} after it ({len(copies) / n:.3f}): {slots} of {where}.")
    if plan.done:
        notes += [f"{CHOSEN.sign} In the lineage that was chosen."] if trace.lineage[t] == slot else []
        notes += ["All its descendants die out later."] if copies and not _lives(plan, t, slot) else []
    return notes


def _lives(plan: Plan, t: int, slot: int) -> bool:
    return any(plan.trace.lineage_of(end)[t] == slot for end in range(plan.trace.ancestors.shape[1]))


def _draw_notes(plan: Plan, lineage: tuple[int, ...], slot: int) -> list[str]:
    trace = plan.trace
    rows, n = trace.ancestors.shape
    chance = 1 / n if was_resampled(plan, rows - 1) else float(trace.weights[-1, slot])
    verb = "is played" if slot == trace.chosen else "would be played"
    return [
        f"After the last resampling; it is drawn with probability {chance:.3f}.",
        f"Of its lineage the action at τ = 2 {verb}: {one_line(str(trace.actions[1, lineage[0]]), _PART)}",
    ]


def _move(plan: Plan, tau: int, slot: int) -> dict[str, Any]:
    trace, move = plan.trace, plan.moves.get((tau, slot))
    known = tau - 1 < len(trace.actions)
    action = str(trace.actions[tau - 1, slot]) if known else move.action if move else ""
    seen = str(trace.observations[tau - 1, slot]) if known else move.observation if move else ""
    progress = bool(trace.progress[tau - 2, slot]) if known else bool(move and move.progress)
    return {
        "tau": tau,
        "slot": slot,
        "head": f"τ = {tau}, slot {slot}",
        "action": one_line(action, _PART),
        "seen": cut(seen, _TEXT) if seen else "",
        "progress": progress,
        "thought": cut(move.thought, _TEXT) if move and move.thought else "",
        "added": _parts(move.added) if move else [],
        "removed": _parts(move.removed) if move else [],
    }


def _parts(triplets: tuple[Triplet, ...]) -> list[list[str]]:
    return [[one_line(part, _PART) for part in triplet] for triplet in triplets]


def exists(plan: Plan, tau: int, slot: int) -> bool:
    """Whether there is such a particle (yet)."""
    try:
        return bool(plan.lineage(tau, slot)) if tau != 1 else slot == 0
    except ValueError:
        return False


def first_pick(plan: Plan) -> tuple[int, int]:
    """What is shown before a person chose: the chosen particle, or the newest move of a plan that is being made."""
    rows = plan.trace.ancestors.shape[0]
    return (rows + 2, plan.trace.chosen) if plan.done else max(plan.moves, default=(1, 0))
