"""Events: what an episode's record is made of, and all that views, metrics and tests read.

Agents and planners *yield* these while they think; the episode keeps them. They are plain values: they
compare, they can be written as JSON and read back, and nothing in them calls a model or a world.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .graph import Triplet
from .models.contract import Completion, Request

Source = Literal["fast", "slow", "user"]


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened in step ``step``. Step 0 is the reset; the first action belongs to step 1."""

    step: int = -1


@dataclass(frozen=True, kw_only=True)
class Observed(Event):
    """The world spoke. ``facts`` is the true state: for people, never for the agent; None where unknown."""

    observation: str
    task: str
    reward: float
    admissible: tuple[str, ...] | None
    facts: tuple[Triplet, ...] | None
    won: bool = False
    score: float = 0.0
    terminated: bool = False
    truncated: bool = False


@dataclass(frozen=True, kw_only=True)
class Retrieved(Event):
    """Triplets of the belief that the next prompts show, and the entities they were looked up by."""

    triplets: tuple[Triplet, ...]
    entities: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Proposed(Event):
    """Fast thinking's suggestion number ``attempt`` (from 0)."""

    thought: str
    action: str
    attempt: int


@dataclass(frozen=True, kw_only=True)
class Reflected(Event):
    """The votes on a proposal. ``thought`` is the No's thought that goes back to the next proposal.

    ``probability`` is that of Yes where it was computed exactly; there is then a single vote, the decision.
    """

    action: str
    votes: tuple[bool, ...]
    aligned: bool
    thought: str
    thoughts: tuple[str, ...] = ()
    probability: float | None = None

    @property
    def tally(self) -> str:
        """The outcome in a few signs: ``"4/5"`` votes for Yes, or ``"P=0.83"``."""
        if self.probability is not None:
            return f"P={self.probability:.2f}"
        return f"{sum(self.votes)}/{len(self.votes)}"


@dataclass(frozen=True, kw_only=True)
class Propagated(Event):
    """Particle ``particle`` (slot from 0) moved to ``tau``: Algorithm 2, lines 5 to 8."""

    tau: int
    particle: int
    action: str
    observation: str
    added: tuple[Triplet, ...]
    removed: tuple[Triplet, ...]
    progress: int
    thought: str = ""


@dataclass(frozen=True, kw_only=True)
class Resampled(Event):
    """Weights before resampling at ``tau`` (normalised), the slots copied, and the effective sample size."""

    tau: int
    weights: tuple[float, ...]
    ancestors: tuple[int, ...]
    ess: float


@dataclass(frozen=True, eq=False)
class Trace:
    """A whole plan as arrays; L = horizon, N = particles, slots count from 0.

    Row r of ``actions`` and ``observations`` is tau = r + 1 (row 0: the origin); row t of the others is tau = t + 2.
    All rows are as they were *before* resampling at their tau, so lineages are read through ``ancestors``.

    Attributes:
        actions, observations: (L, N) of str.
        progress: (L-1, N) of 0/1, the task progress detector.
        weights: (L-1, N), normalised, before resampling.
        ancestors: (L-1, N): slot i after resampling copies slot ``ancestors[t, i]`` before it.
        ess: (L-1,), effective sample size, in particles.
        chosen: a slot after the last resampling.
        action: the action played: that of the chosen lineage at tau = 2.
    """

    actions: NDArray[np.object_]
    observations: NDArray[np.object_]
    progress: NDArray[np.int_]
    weights: NDArray[np.float64]
    ancestors: NDArray[np.int_]
    ess: NDArray[np.float64]
    chosen: int
    action: str

    @property
    def lineage(self) -> tuple[int, ...]:
        """The slots that the chosen particle's history held at tau = 2, ..., L (before resampling there)."""
        return self.lineage_of(self.chosen)

    def lineage_of(self, slot: int) -> tuple[int, ...]:
        """The slots at tau = 2, ..., L of the history that ended in ``slot`` after the last resampling."""
        slots = []
        for row in self.ancestors[::-1]:
            slot = int(row[slot])
            slots.append(slot)
        return tuple(reversed(slots))


@dataclass(frozen=True, kw_only=True)
class Planned(Event):
    """Slow thinking ended with ``action``; ``trace`` is the whole plan."""

    trace: Trace
    action: str


@dataclass(frozen=True, kw_only=True)
class Acted(Event):
    """The action that goes to the world, and who chose it."""

    action: str
    source: Source


@dataclass(frozen=True, kw_only=True)
class Updated(Event):
    """The belief changed. All ``Updated`` events of a record fold to its graph (remove, then add)."""

    added: tuple[Triplet, ...]
    removed: tuple[Triplet, ...]
    edited: bool = False


@dataclass(frozen=True, kw_only=True)
class Generated(Event):
    """The model answered a request, in ``seconds`` (a stage's requests share one call and its time equally)."""

    purpose: str
    request: Request
    completions: tuple[Completion, ...]
    seconds: float

    @property
    def prompt_tokens(self) -> int:
        """Tokens of the prompt, once however many answers were drawn."""
        return max((c.prompt_tokens for c in self.completions), default=0)

    @property
    def completion_tokens(self) -> int:
        """Tokens of all answers."""
        return sum(c.completion_tokens for c in self.completions)


@dataclass(frozen=True, kw_only=True)
class Failed(Event):
    """An answer was unusable even when asked for again; a safe default was taken."""

    purpose: str
    reason: str
    answer: str = field(default="")


EVENT_TYPES: dict[str, type[Event]] = {
    cls.__name__: cls
    for cls in (
        Observed,
        Retrieved,
        Proposed,
        Reflected,
        Propagated,
        Resampled,
        Planned,
        Acted,
        Updated,
        Generated,
        Failed,
    )
}
"""Every kind of event, by the name that records use."""
