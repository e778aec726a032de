"""The belief beside the truth, from the record alone.

At the end of each step every triplet of the belief is

- ``true``: the world's facts say the same now;
- ``stale``: they said so at an earlier step of the episode, and no longer do;
- ``false``: they never did;
- ``untold``: the world's language has no word for it (``Language.statement``), so nobody knows.

A fact is ``missing`` when the belief does not say it although one observation so far named both its ends ("The fridge
1 is closed"): what the agent was never shown cannot be missed. That is a rule about texts, so it needs no reader and
holds for every world; what was shown once and became true again counts, too. When two triplets say the same is the
matching rule of ``nesyfs_lab.language``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple, Protocol

from ..events import Event, Observed, Updated
from ..graph import KnowledgeGraph, Triplet
from ..language import Language, Statement
from .header import language_in

Verdict = Literal["true", "stale", "false", "untold"]
"""Of a triplet of the belief; a fact that it lacks is missing."""


class Record(Protocol):
    """What is needed of an episode."""

    @property
    def header(self) -> Mapping[str, Any]: ...
    @property
    def events(self) -> Sequence[Event]: ...


class Comparison(NamedTuple):
    """A belief beside the truth at the end of a step.

    Attributes:
        step: of the episode; 0 is the reset.
        verdicts: for each triplet of the belief, in its order.
        missing: facts that observations named and the belief lacks, in the order of the world's facts.
        told: how many facts observations named so far, known and missing.
    """

    step: int
    verdicts: Mapping[Triplet, Verdict]
    missing: tuple[Triplet, ...]
    told: int

    def count(self, verdict: Verdict) -> int:
        """How many triplets of the belief got that verdict."""
        return sum(each == verdict for each in self.verdicts.values())


def beside_truth(record: Record) -> list[Comparison]:
    """One comparison for each step of an episode, in the language of its world; the reset's first.

    Raises:
        ValueError: when the record holds no truth, or no language is known in which it is told.
    """
    language = language_in(dict(record.header))
    if language is None or all(e.facts is None for e in record.events if isinstance(e, Observed)):
        world = record.header.get("world", {}).get("name")
        raise ValueError(f"the world of this record ({world}) told no truth to compare a belief with")
    return compared(record.events, language)


def compared(events: Iterable[Event], language: Language) -> list[Comparison]:
    """One comparison for each step whose observation came with facts, the reset's first."""
    reader = Truth(language)
    for event in events:
        reader.read(event)
    return list(reader.steps.values())


class Truth:
    """Reads a record event by event and compares as it goes.

    Attributes:
        steps: the comparisons so far, by their step.
    """

    def __init__(self, language: Language) -> None:
        self.steps: dict[int, Comparison] = {}
        self._language = language
        self._belief = KnowledgeGraph()
        self._said: dict[Statement, Triplet] | None = None  # the facts of now; None where the world told none
        self._ever: set[Statement] = set()
        self._texts = _Texts()
        self._statements: dict[Triplet, Statement | None] = {}  # the same triplets come back at every step

    def read(self, event: Event) -> None:
        """The record's next event."""
        if isinstance(event, Observed):
            self._texts.read(event.observation)
            self._said = None
            if event.facts is not None:
                self._said = {said: fact for fact in event.facts if (said := self._statement(fact))}
                self._ever |= self._said.keys()
        elif isinstance(event, Updated):
            self._belief = self._belief.updated(add=event.added, remove=event.removed)
            if self._said is not None:
                self.steps[event.step] = self._compare(event.step, self._said)

    def _compare(self, step: int, said: Mapping[Statement, Triplet]) -> Comparison:
        held = {triplet: self._statement(triplet) for triplet in self._belief}
        known = set(held.values())
        told = [statement for statement, fact in said.items() if self._texts.named(fact)]
        return Comparison(
            step,
            {triplet: self._verdict(statement, said) for triplet, statement in held.items()},
            tuple(said[statement] for statement in told if statement not in known),
            len(told),
        )

    def _verdict(self, statement: Statement | None, said: Mapping[Statement, Triplet]) -> Verdict:
        if statement is None:
            return "untold"
        if statement in said:
            return "true"
        return "stale" if statement in self._ever else "false"

    def _statement(self, triplet: Triplet) -> Statement | None:
        if triplet not in self._statements:
            self._statements[triplet] = self._language.statement(triplet)
        return self._statements[triplet]


class _Texts:
    """The observations so far, and which facts one of them named: whole words, without case."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._named: set[Triplet] = set()
        self._searched: dict[Triplet, int] = {}  # how many texts were searched for a fact in vain

    def read(self, text: str) -> None:
        self._texts.append(_words(text))

    def named(self, fact: Triplet) -> bool:
        """Whether one text named both ends of ``fact``. "you" is the player, whom texts need not name."""
        if fact not in self._named:
            ends = [_whole(end) for end in (fact.subject, fact.object) if _words(end) != "you"]
            for text in self._texts[self._searched.get(fact, 0) :]:
                if all(end.search(text) for end in ends):
                    self._named.add(fact)
                    break
            self._searched[fact] = len(self._texts)
        return fact in self._named


def _words(text: str) -> str:
    return " ".join(text.casefold().split())


@cache
def _whole(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(_words(name))}(?!\w)")
