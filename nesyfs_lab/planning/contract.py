"""The contract of a planner: from where the agent stands to one action, by imagining."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np

from ..asking import Thinking
from ..events import Trace
from ..graph import KnowledgeGraph
from .imagination import Imagination


class Origin(NamedTuple):
    """Where a plan starts: the real belief, the real observation and the last, unreflected proposal."""

    belief: KnowledgeGraph
    observation: str
    action: str


class Planner(Protocol):
    """Any way of slow thinking. It holds nothing between plans; chance comes from ``rng`` alone."""

    def plan(self, mind: Imagination, origin: Origin, rng: np.random.Generator) -> Thinking[Trace]:
        """Think ahead from ``origin``; the trace's ``action`` is the one to play."""
        ...

    def settings(self) -> dict[str, object]:
        """Plain values for the record."""
        ...
