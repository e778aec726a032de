"""The knowledge graph as memory: update and retrieval of Appendix C.

Update. With an observation o and the action that caused it, the model names entities v and triplets. Then

    new     = extracted triplets that the graph does not hold
    old     = all triplets of the graph connected to an entity in v (depth 1)
    removed = those of ``old`` that the model calls outdated in the light of ``new``; never any other, and none that was
              extracted again: what an observation says, it cannot outdate

and the graph becomes (graph - removed) + new. Where nothing is new, nothing can be outdated and nothing is asked.

Retrieval. The model names the entities of the last observation that matter for the task; all triplets within
``depth`` hops of them, in both directions, are retrieved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Any

from .. import asking, prompts
from ..asking import Asker, Thinking
from ..graph import KnowledgeGraph, Triplet
from ..language import Language
from .contract import Change, Retrieval, Transition, View


@dataclass(frozen=True)
class GraphMemory:
    """The paper's memory.

    Args:
        depth: hops of retrieval, at least 0 ("up to a predefined maximum depth").
        language: name of the words that ``extract`` asks for; "" is the prompt for all worlds. An episode sets it.

    Raises:
        TypeError: for a depth that is not whole.
        ValueError: for a negative depth.
    """

    depth: int = 2
    language: str = ""

    def __post_init__(self) -> None:
        depth: object = self.depth
        if not isinstance(depth, Integral):
            raise TypeError(f"depth must be a whole number, got {depth!r}")
        if self.depth < 0:
            raise ValueError(f"depth is the number of hops of retrieval and cannot be negative, got {self.depth}")

    def update(self, asker: Asker, transitions: Sequence[Transition]) -> Thinking[list[Change]]:
        """What each transition changes in its belief (Appendix C, "Update to KG")."""
        extracted = yield from asker.ask([asking.extract(t.observation, t.action, self.language) for t in transitions])
        said = [_triplets(answer["triplets"]) for answer in extracted]
        new = [
            tuple(t for t in triplets if t not in transition.belief)
            for transition, triplets in zip(transitions, said, strict=True)
        ]
        old = [
            transition.belief.connected(answer["entities"])
            for transition, answer in zip(transitions, extracted, strict=True)
        ]
        comparing = [i for i in range(len(transitions)) if new[i] and old[i]]
        verdicts = yield from asker.ask([asking.outdated(old[i], new[i]) for i in comparing])
        removed: list[tuple[Triplet, ...]] = [()] * len(transitions)
        for i, verdict in zip(comparing, verdicts, strict=True):
            numbers = set(verdict["outdated"])
            removed[i] = tuple(t for number, t in enumerate(old[i], 1) if number in numbers and t not in said[i])
        return [Change(*change) for change in zip(new, removed, strict=True)]

    def retrieve(self, asker: Asker, task: str, views: Sequence[View]) -> Thinking[list[Retrieval]]:
        """What matters for the task in each view (Appendix C, "Retrieval from KG")."""
        answers = yield from asker.ask([asking.focus(task, view.observation) for view in views])
        return [
            Retrieval(view.belief.connected(named(view.belief, entities), self.depth), entities)
            for view, entities in zip(views, (tuple(dict.fromkeys(a["entities"])) for a in answers), strict=True)
        ]

    def speaking(self, language: Language | None) -> GraphMemory:
        """Asks with the ``extract`` prompt of that language where there is one."""
        known = language is not None and prompts.has("extract", language.name)
        return replace(self, language=language.name if language and known else "")

    def settings(self) -> dict[str, object]:
        """Plain values for the record."""
        words = {"language": self.language, "extract": prompts.fingerprint_of("extract", self.language)}
        return {"kind": "knowledge graph", "depth": self.depth} | (words if self.language else {})


def named(belief: KnowledgeGraph, entities: Iterable[str]) -> list[str]:
    """The graph's names for ``entities``.

    A name that the graph holds stands for itself. One that it lacks stands for what differs from it in case only,
    and without a number for all entities of that kind: a task says "apple" where the world says "apple 1".
    """
    names = belief.entities
    known = set(names)
    alike: dict[str, dict[str, None]] = {}
    for name in names:
        for key in (name.casefold(), _kind(name).casefold()):
            alike.setdefault(key, {})[name] = None
    found: dict[str, None] = {}
    for entity in entities:
        found.update({entity: None} if entity in known else alike.get(entity.strip().casefold(), {}))
    return list(found)


def _kind(name: str) -> str:
    """A name without its number; a name that is nothing but a number is its own kind."""
    stem = name.rstrip("0123456789")
    return stem.rstrip() or name if stem != name else name


def _triplets(answer: Iterable[Sequence[Any]]) -> list[Triplet]:
    """The model's triplets without repeats and without those that leave a part empty."""
    found = (Triplet(*parts) for parts in answer)
    return list(dict.fromkeys(t for t in found if all(part.strip() for part in t)))
