"""The contract of an agent: decide, and take in what came of it.

An agent may have ``in_world(language)``: itself, ready for a world of that ``Language`` (None: unknown). An episode
calls it once, before anything else, and goes on with what it returns.

One that plans may have ``plan(situation, action, rng)``: slow thinking alone, from the proposal ``action``. It yields
what ``decide`` yields from there on, ``Planned`` last, and returns the trace. A plan can then be made again.

An agent holds nothing between calls: the belief comes in with the situation and chance comes in with ``rng``, so one
agent may live in many episodes at once and a step can be thought again.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from ..asking import Thinking
from ..events import Source
from ..graph import KnowledgeGraph
from ..memory import Change
from ..models.contract import Model


class Situation(NamedTuple):
    """What an agent may know of an episode. The true state is not among it."""

    task: str
    belief: KnowledgeGraph
    observation: str
    admissible: tuple[str, ...] | None


class Decision(NamedTuple):
    """The action to play, and which way of thinking chose it."""

    action: str
    source: Source


class Agent(Protocol):
    """Anything that an ``Episode`` can step."""

    @property
    def model(self) -> Model:
        """What answers the prompts; a record keeps its ``info``."""
        ...

    def decide(self, situation: Situation, rng: np.random.Generator) -> Thinking[Decision]:
        """Choose the next action; yields the events of the thought."""
        ...

    def update(
        self, belief: KnowledgeGraph, action: str | None, observation: str, rng: np.random.Generator
    ) -> Thinking[Change]:
        """What an observation changes in the belief; ``action`` caused it, None after the reset."""
        ...

    def settings(self) -> dict[str, object]:
        """Plain values for the record."""
        ...
