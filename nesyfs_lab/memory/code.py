"""Symbolic memory: code reads observations, and no model is asked what is new or outdated (CoEx's symbolic memory).

    said    = what the world's reader finds in the observation
    removed = what excludes ``said`` in the world's language, and what the reader says has ended
    belief  = (belief - removed) + said

It is the ceiling that a model's reading is compared with, and a fast lane: an update costs no prompt, in imagined
states neither. An imagined observation is read like a real one; words that no game of the world prints say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..asking import Asker, Thinking
from ..graph import KnowledgeGraph
from ..language import Language
from .contract import Change, Retrieval, Transition, View
from .knowledge import GraphMemory


@dataclass(frozen=True)
class CodeMemory:
    """The belief kept by code. Retrieval stays the paper's: the model names what matters for the task.

    Args:
        depth: hops of retrieval, as in ``GraphMemory``.
        language: of the world; an episode sets it.

    Raises:
        TypeError, ValueError: for a bad depth.
    """

    depth: int = 2
    language: Language | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        GraphMemory(self.depth)

    def update(self, asker: Asker, transitions: Sequence[Transition]) -> Thinking[list[Change]]:
        """What each transition changes in its belief; asks nothing.

        Raises:
            ValueError: without a language that can be read.
        """
        yield from ()  # a thought without events
        return [self._change(*transition) for transition in transitions]

    def retrieve(self, asker: Asker, task: str, views: Sequence[View]) -> Thinking[list[Retrieval]]:
        """As ``GraphMemory.retrieve``."""
        return (yield from GraphMemory(self.depth).retrieve(asker, task, views))

    def speaking(self, language: Language | None) -> CodeMemory:
        """This memory for that language.

        Raises:
            ValueError: when nobody wrote a reader for it.
        """
        if language is None or language.read is None:
            world = "this world" if language is None else f"the world {language.name!r}"
            raise ValueError(
                f"CodeMemory cannot read {world}: it needs a world whose `language` has a reader; "
                "GraphMemory asks the model instead"
            )
        return replace(self, language=language)

    def settings(self) -> dict[str, object]:
        """Plain values for the record."""
        return {"kind": "code", "depth": self.depth, "language": self.language.name if self.language else None}

    def _change(self, belief: KnowledgeGraph, action: str | None, observation: str) -> Change:
        if self.language is None or self.language.read is None:
            raise ValueError("CodeMemory needs the language of a world: memory.speaking(world.language)")
        said, ended = self.language.read(belief, action, observation)
        gone = dict.fromkeys((*self.language.excluded(said, belief), *ended))
        return Change(
            added=tuple(t for t in dict.fromkeys(said) if t not in belief),
            removed=tuple(t for t in gone if t in belief and t not in said),
        )
