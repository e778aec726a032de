"""The contract of a planner: from where the agent stands to one action, by imagining."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from ..asking import Thinking
from ..events import Trace
from ..graph import KnowledgeGraph
from ..memory import Change, Transition, View
from .imagination import Context


class Origin(NamedTuple):
    """Where a plan starts: the real belief, the real observation and the last, unreflected proposal."""

    belief: KnowledgeGraph
    observation: str
    action: str


class Mind(Protocol):
    """What a planner asks, one stage for all particles at once: ``Imagination``, or a toy that needs no model."""

    def retrieve(self, views: Sequence[View]) -> Thinking[list[Context]]:
        """What each particle's prompts are shown."""
        ...

    def act(self, contexts: Sequence[Context], observations: Sequence[str], *, real: bool) -> Thinking[list[str]]:
        """The next action of each; ``real`` where they stand in the real state."""
        ...

    def observe(self, contexts: Sequence[Context], actions: Sequence[str]) -> Thinking[list[str]]:
        """What the world would answer."""
        ...

    def update(self, transitions: Sequence[Transition]) -> Thinking[list[Change]]:
        """What that changes in each belief."""
        ...

    def progress(
        self, contexts: Sequence[Context], actions: Sequence[str], new: Sequence[Context]
    ) -> Thinking[list[tuple[bool, str]]]:
        """Whether the task moved forward, and why; ``new`` are the triplets that came with the action."""
        ...


class Planner(Protocol):
    """Any way of slow thinking. It holds nothing between plans; chance comes from ``rng`` alone."""

    def plan(self, mind: Mind, origin: Origin, rng: np.random.Generator) -> Thinking[Trace]:
        """Think ahead from ``origin``; the trace's ``action`` is the one to play."""
        ...

    def settings(self) -> dict[str, object]:
        """Plain values for the record."""
        ...
