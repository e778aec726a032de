"""One plan of slow thinking as a value: where it began, each move that was imagined, and how it was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..events import Event, Observed, Planned, Propagated, Proposed, Reflected, Resampled, Retrieved, Trace, Updated
from ..graph import KnowledgeGraph
from .episode import Episode
from .tables import tables

if TYPE_CHECKING:
    import pandas as pd


class Start(NamedTuple):
    """Where a plan begins, tau = 1: the real belief, what the world said last, and the unreflected proposal."""

    belief: KnowledgeGraph
    observed: Observed
    action: str


@dataclass(frozen=True, eq=False)
class Plan:
    """A plan of N particles over a horizon L, whole or as far as it has come.

    Attributes:
        step: of the episode.
        start: what all particles begin from.
        events: from the first question to ``Planned``; without that, the plan is still being made.
        settings: the planner's, as plain values; empty where the record does not tell them.
        model: name of the model that imagined.
        seed: of the chance; None where it is unknown.
        again: it was planned anew and belongs to no record.
    """

    step: int
    start: Start
    events: tuple[Event, ...] = field(repr=False)
    settings: Mapping[str, Any]
    model: str = ""
    seed: int | None = None
    again: bool = False

    @property
    def done(self) -> bool:
        """An action was chosen."""
        return self._planned is not None

    @property
    def action(self) -> str:
        """The action that was chosen; empty before."""
        return self.trace.action

    @cached_property
    def moves(self) -> Mapping[tuple[int, int], Propagated]:
        """Every move so far, by tau and slot (before resampling)."""
        return {(e.tau, e.particle): e for e in self.events if isinstance(e, Propagated)}

    @cached_property
    def trace(self) -> Trace:
        """The plan as arrays. While it is being made: the rows that are complete; ``chosen`` is then -1."""
        return self._planned.trace if self._planned is not None else self._so_far()

    def lineage(self, tau: int, slot: int) -> tuple[int, ...]:
        """The slots at tau = 2, 3, … through which ``slot`` came to be at ``tau``.

        Args:
            tau: from 2 to L, where ``slot`` is one before resampling; it is then the last of the result. Or L + 1: one
                after the last resampling, of which one is drawn.
            slot: from 0.

        Raises:
            ValueError: when there is no such particle (yet).
        """
        rows, n = self.trace.ancestors.shape
        drawn = self.done and tau == rows + 2
        if not (0 <= slot < n and tau >= 2 and (tau < rows + 2 or drawn or (tau, slot) in self.moves)):
            last = rows + 2 if self.done else max([rows + 1, *(tau for tau, _ in self.moves)])
            raise ValueError(f"tau goes from 2 to {last} here and slots from 0 to {n - 1}: got {tau}, {slot}")
        slots = [] if drawn else [slot]
        for row in self.trace.ancestors[: tau - 2][::-1]:
            slot = int(row[slot])
            slots.append(slot)
        return tuple(reversed(slots))

    def belief(self, tau: int, slot: int) -> KnowledgeGraph:
        """What the particle believes at ``tau``: the real belief and what it imagined since. Arguments as above."""
        graph = self.start.belief
        for at, held in enumerate(self.lineage(tau, slot), 2):
            if move := self.moves.get((at, held)):
                graph = graph.updated(add=move.added, remove=move.removed)
        return graph

    def to_frame(self) -> pd.DataFrame:
        """One row a move, as in ``Episode.to_frames()["particles"]``; empty before the plan is done."""
        return tables(self.events)["particles"]

    @cached_property
    def _planned(self) -> Planned | None:
        return next((e for e in reversed(self.events) if isinstance(e, Planned)), None)

    def _so_far(self) -> Trace:
        n = max((slot + 1 for _, slot in self.moves), default=0)
        rows = [e for e in self.events if isinstance(e, Resampled) and len(e.ancestors) == n]
        shape = (len(rows), n)
        moves = [[self.moves[row.tau, slot] for slot in range(n)] for row in rows]
        return Trace(
            actions=np.array([[self.start.action] * n, *([m.action for m in row] for row in moves)], dtype=object),
            observations=np.array(
                [[self.start.observed.observation] * n, *([m.observation for m in row] for row in moves)], dtype=object
            ),
            progress=np.array([[m.progress for m in row] for row in moves], dtype=int).reshape(shape),
            weights=np.array([row.weights for row in rows], dtype=float).reshape(shape),
            ancestors=np.array([row.ancestors for row in rows], dtype=int).reshape(shape),
            ess=np.array([row.ess for row in rows], dtype=float),
            chosen=-1,
            action="",
        )

    def __repr__(self) -> str:
        made = f"plays {self.action!r}" if self.done else "still being made"
        length, n = self.trace.actions.shape
        return f"Plan(step {self.step}{', again' * self.again}: N = {n}, L = {length}, {made})"


def plan_of(episode: Episode, step: int) -> Plan:
    """The plan that was made in ``step``.

    Raises:
        ValueError: when none was; the text names the steps with plans.
    """
    belief, observed = KnowledgeGraph(), None
    for event in episode.events:
        if event.step >= step:
            break
        if isinstance(event, Updated):
            belief = belief.updated(add=event.added, remove=event.removed)
        elif isinstance(event, Observed):
            observed = event
    found = plan_in([e for e in episode.events if e.step == step], belief, observed, episode.header)
    if found is None:
        steps = [str(e.step) for e in episode.events if isinstance(e, Planned)]
        where = f"plans were made in step {', '.join(steps)}" if steps else "no step of this episode has one"
        raise ValueError(f"there is no plan in step {step!r}: {where}")
    return found


def plan_in(
    events: Sequence[Event], belief: KnowledgeGraph, observed: Observed | None, header: Mapping[str, Any]
) -> Plan | None:
    """The plan among one step's events, whole or as far as it has come; None where there is none.

    Args:
        events: of one step, from its beginning; it may still go on.
        belief, observed: what the step began with.
        header: of the record.
    """
    thought = events[planning_begins(events) :]
    end = next((i for i, e in enumerate(thought, 1) if isinstance(e, Planned)), len(thought))
    planned = next((e for e in thought if isinstance(e, Planned)), None)
    if observed is None or (planned is None and not any(isinstance(e, Propagated) for e in thought)):
        return None
    proposals = [e.action for e in events if isinstance(e, Proposed)]
    action = str(planned.trace.actions[0, 0]) if planned else proposals[-1] if proposals else ""
    step = events[-1].step
    agent, model = makers(header, step)
    seed = header.get("seed")
    return Plan(
        step=step,
        start=Start(belief, observed, action),
        events=tuple(thought[:end]),
        settings=_part(agent, "planner"),
        model=str(model.get("name", "")),
        seed=seed if isinstance(seed, int) else None,
    )


def planning_begins(events: Sequence[Event]) -> int:
    """How many of a step's events come before its plan: all up to the last proposal."""
    first = next((i for i, e in enumerate(events) if isinstance(e, Propagated | Planned)), len(events))
    before = [i for i, e in enumerate(events[:first], 1) if isinstance(e, Retrieved | Proposed | Reflected)]
    return max(before, default=0)


def makers(header: Mapping[str, Any], step: int) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Settings of the agent and the model that made ``step``; empty where the header does not tell.

    It does not for steps that a fork shares with its parent: those may have been made by another agent.
    """
    agent, model = _part(header, "agent"), _part(header, "model")
    if step <= _part(header, "fork").get("step", 0):
        return {}, {}
    for later in header.get("resumed", []):
        if later.get("step", step) < step:
            agent, model = _part(later, "agent") or agent, _part(later, "model") or model
    return agent, model


def _part(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = values.get(name)
    return part if isinstance(part, Mapping) else {}
