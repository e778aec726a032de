"""The belief beside the truth, from the record alone.

At the end of each step every triplet of the belief is

- ``true``: the world's facts say the same now;
- ``stale``: they said so at an earlier step of the episode, and no longer do;
- ``false``: they never did;
- ``untold``: the world's language has no word for it (``Language.statement``), so nobody knows.

A fact is ``missing`` when the belief does not say it although observations named all that it is about: what the agent
has never met cannot be missed. When two triplets say the same is the matching rule of ``nesyfs_lab.language``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from ..events import Event, Observed, Updated
from ..graph import KnowledgeGraph, Triplet
from ..language import Language, Statement
from .header import Header, language_in

Verdict = Literal["true", "stale", "false", "untold"]


class Comparison(NamedTuple):
    """A belief beside the truth at the end of a step.

    Attributes:
        step: of the episode; 0 is the reset.
        verdicts: for each triplet of the belief, in its order.
        missing: facts that the agent could know and does not, in the order of the world's facts.
        told: facts that the agent could know; those that it does know are the others.
    """

    step: int
    verdicts: Mapping[Triplet, Verdict]
    missing: tuple[Triplet, ...]
    told: int

    def count(self, verdict: Verdict) -> int:
        """How many triplets of the belief got that verdict."""
        return sum(each == verdict for each in self.verdicts.values())


def beside_truth(header: Header, events: Sequence[Event]) -> list[Comparison]:
    """``compared``, of a record in the language of its world.

    Raises:
        ValueError: when the record holds no truth, or no language is known in which it is told.
    """
    language = language_in(header)
    if language is None or all(e.facts is None for e in events if isinstance(e, Observed)):
        world = header.get("world", {}).get("name")
        raise ValueError(f"the world of this record ({world}) told no truth to compare a belief with")
    return compared(events, language)


def compared(events: Iterable[Event], language: Language) -> list[Comparison]:
    """One comparison for each step whose observation came with facts, the reset's first."""
    belief, facts = KnowledgeGraph(), None
    said: dict[Statement, Triplet] = {}  # the facts of now
    ever: set[Statement] = set()
    met = _Met()
    found: dict[int, Comparison] = {}
    for event in events:
        if isinstance(event, Observed):
            met.read(f"{event.task}\n{event.observation}")
            facts = event.facts
            said = {statement: fact for fact in facts or () if (statement := language.statement(fact))}
            ever |= said.keys()
        elif isinstance(event, Updated):
            belief = belief.updated(add=event.added, remove=event.removed)
            if facts is not None:
                found[event.step] = _comparison(event.step, belief, language, said, ever, met)
    return list(found.values())


def _comparison(
    step: int,
    belief: KnowledgeGraph,
    language: Language,
    said: Mapping[Statement, Triplet],
    ever: set[Statement],
    met: _Met,
) -> Comparison:
    held = {triplet: language.statement(triplet) for triplet in belief}
    known = set(held.values())
    told = [statement for statement, fact in said.items() if _could_know(fact, language, met)]
    return Comparison(
        step,
        {triplet: _verdict(statement, said, ever) for triplet, statement in held.items()},
        tuple(said[statement] for statement in told if statement not in known),
        len(told),
    )


def _verdict(statement: Statement | None, said: Mapping[Statement, Triplet], ever: set[Statement]) -> Verdict:
    if statement is None:
        return "untold"
    if statement in said:
        return "true"
    return "stale" if statement in ever else "false"


def _could_know(fact: Triplet, language: Language, met: _Met) -> bool:
    """Whether observations named what a fact is about. A state ("open") need not have been named, its bearer must."""
    return met.has(fact.subject) and (language.is_value(fact) or met.has(fact.object))


class _Met:
    """Which names the texts so far hold, as whole words and without case. The player knows of itself."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._named = {"you"}
        self._searched: dict[str, int] = {}  # name -> how many texts were searched for it in vain

    def read(self, text: str) -> None:
        self._texts.append(" ".join(text.casefold().split()))

    def has(self, name: str) -> bool:
        name = " ".join(name.casefold().split())
        if name not in self._named:
            word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
            if any(map(word.search, self._texts[self._searched.get(name, 0) :])):
                self._named.add(name)
            self._searched[name] = len(self._texts)
        return name in self._named
