"""The words of a world: in which relations its truth is told, and when a belief says the same.

The *matching rule*. Two triplets say the same when they have the same statement:

- names are compared without case, leading articles, extra spaces and the dollar signs of prices ("the Fridge 1" is
  "fridge 1");
- running *texts*, such as titles, are compared by their first ``BEGINNING`` characters;
- a relation stands for its *kind*: "in" and "on" both say where a thing is. Other words for a relation may be listed;
- an *inverse* relation is told from its object: (you, hold, mug 1) says where the mug is, as (mug 1, in, sink 1) does;
- a value may have other words, too ("cold" is "cool").

A triplet whose relation, or whose value, the language does not know has no statement: no truth is known about it.

Two statements of one kind about the same *exclude* each other when one of them is of a *single* relation (what you hold
lies nowhere else), or when they are values of one group (what is open is not closed).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from .graph import KnowledgeGraph, Triplet

BEGINNING = 40
"""Characters. Answers of ``extract`` cut a text at 60, and a model that runs into that limit bends its last words."""

_ARTICLE = re.compile(r"^(?:a|an|the|some)\s+(?=\S)")
_DOLLAR = re.compile(r"\$(?=\d)")


class Statement(NamedTuple):
    """What a triplet says, whatever its words: ``kind`` of relation between ``about`` and ``value``."""

    about: str
    kind: str
    value: str


class Reading(NamedTuple):
    """What an observation says, and which triplets of the belief it ends without saying what replaces them."""

    said: tuple[Triplet, ...]
    ended: tuple[Triplet, ...] = ()


Reader = Callable[[KnowledgeGraph, str | None, str], Reading]
"""(belief before, action that caused the observation or None, observation) -> reading; never raises."""


@dataclass(frozen=True)
class Relation:
    """One relation of a world.

    Attributes:
        name: as truth and prompts write it.
        meaning: what it tells, one line.
        example: a triplet with it.
        kind: relations of the same kind say the same; the name by default.
        single: nothing else of this kind holds of the same beside it.
        inverse: it tells about its object, not about its subject.
        text: its object is a running text, not a name.
        also: other words for it.
        values: what its object may be, in groups of which only one can hold at a time; empty: anything.
    """

    name: str
    meaning: str
    example: tuple[str, str, str]
    kind: str = ""
    single: bool = False
    inverse: bool = False
    text: bool = False
    also: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Language:
    """The relations of a world.

    Attributes:
        name: of the language; worlds that share it share the ``extract`` prompt of that name, where there is one.
        relations: all that truth is told in.
        words: (other word, word) for names and values, such as ("cold", "cool").
        read: turns observations into triplets by code; None where nobody wrote it. No part of ``==``.
    """

    name: str
    relations: tuple[Relation, ...]
    words: tuple[tuple[str, str], ...] = ()
    read: Reader | None = field(default=None, compare=False, repr=False)

    def statement(self, triplet: Triplet) -> Statement | None:
        """What ``triplet`` says; None where the language has no word for it."""
        relation = self._known.get(_plain(triplet.relation))
        if relation is None:
            return None
        about, value = self._name(triplet.subject), self._name(triplet.object)
        if relation.values and value not in {each for group in relation.values for each in group}:
            return None
        if relation.text:
            value = value[:BEGINNING].rstrip()
        if relation.inverse:
            about, value = value, about
        return Statement(about, relation.kind or relation.name, value)

    def excluded(self, said: Iterable[Triplet], held: Iterable[Triplet]) -> tuple[Triplet, ...]:
        """Those of ``held`` that cannot be true beside ``said``, in their order."""
        now: dict[tuple[str, str], list[Triplet]] = {}
        for triplet in said:
            if statement := self.statement(triplet):
                now.setdefault(statement[:2], []).append(triplet)
        return tuple(
            old
            for old in held
            if (statement := self.statement(old)) and any(self._exclude(new, old) for new in now.get(statement[:2], ()))
        )

    def described(self) -> dict[str, Any]:
        """Plain values for a record; ``from_description`` reads them."""
        return {"name": self.name, "relations": [asdict(each) for each in self.relations], "words": self.words}

    @classmethod
    def from_description(cls, plain: Mapping[str, Any]) -> Language:
        """The language that a record describes, without its reader.

        Raises:
            KeyError, TypeError: when ``plain`` is not what ``described`` gives.
        """
        relations = ({name: _frozen(value) for name, value in each.items()} for each in plain["relations"])
        return cls(plain["name"], tuple(Relation(**each) for each in relations), _frozen(plain["words"]))

    def _exclude(self, one: Triplet, other: Triplet) -> bool:
        """Whether two triplets about the same, and of the same kind, cannot both be true."""
        a, b = self.statement(one), self.statement(other)
        if a is None or b is None or a.value == b.value:
            return False
        relations = self._known[_plain(one.relation)], self._known[_plain(other.relation)]
        if any(relation.single for relation in relations):
            return True
        return any({a.value, b.value} <= set(group) for relation in relations for group in relation.values)

    @cached_property
    def _words(self) -> dict[str, str]:
        return dict(self.words)

    @cached_property
    def _known(self) -> dict[str, Relation]:
        return {_plain(word): relation for relation in self.relations for word in (relation.name, *relation.also)}

    def _name(self, text: str) -> str:
        name = _plain(text)
        return self._words.get(name, name)


def _plain(text: str) -> str:
    return _ARTICLE.sub("", _DOLLAR.sub("", " ".join(text.casefold().split())))


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
