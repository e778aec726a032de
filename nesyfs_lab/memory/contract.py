"""The contract of a memory: how a belief takes in what happened, and what of it a prompt gets to see.

``update`` and ``retrieve`` take many situations at once, because a planner updates all its particles in one stage:
their requests then go to the model together, and equal ones are asked once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..asking import Asker, Thinking
from ..graph import KnowledgeGraph, Triplet
from ..language import Language


class Transition(NamedTuple):
    """An observation that ``action`` caused (None at the start), seen from the belief before it."""

    belief: KnowledgeGraph
    action: str | None
    observation: str


class Change(NamedTuple):
    """What a transition adds to a belief and removes from it."""

    added: tuple[Triplet, ...]
    removed: tuple[Triplet, ...]

    def apply(self, belief: KnowledgeGraph) -> KnowledgeGraph:
        """The belief after the change: remove, then add."""
        return belief.updated(add=self.added, remove=self.removed)


class View(NamedTuple):
    """A belief and the last observation: what retrieval starts from."""

    belief: KnowledgeGraph
    observation: str


class Retrieval(NamedTuple):
    """What a prompt is shown of a belief, and the entities it was looked up by."""

    triplets: tuple[Triplet, ...]
    entities: tuple[str, ...]


class Memory(Protocol):
    """Keeps and recalls; holds no state of its own, the belief is the state."""

    def update(self, asker: Asker, transitions: Sequence[Transition]) -> Thinking[list[Change]]:
        """What each transition changes in its belief."""
        ...

    def retrieve(self, asker: Asker, task: str, views: Sequence[View]) -> Thinking[list[Retrieval]]:
        """What matters for the task, for each view."""
        ...

    def speaking(self, language: Language | None) -> Memory:
        """This memory for a world of that ``language``, None where the world has none.

        Raises:
            ValueError: when it cannot keep the belief of such a world; the text says what to do.
        """
        ...

    def settings(self) -> dict[str, object]:
        """Plain values for the record."""
        ...
