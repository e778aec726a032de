"""A short list of commands that suit the situation: the engine knows up to some thousands, which fit into no prompt.

First what is about the place and about things that the task names, then the rest, kind after kind; at most ``MOST``.
The task's own words decide only the order. Each command is understood by the engine, but may well be of no use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from .facts import SURFACES
from .house import House, Thing

MOST = 60
_FEW = 4
"""Commands of one kind before other kinds get their turn."""
_WORD = re.compile(r"[a-z]+")
_POWER = re.compile(r"battery|generator|panel|turbine|mill")
_COMMON = frozenset(
    _WORD.findall(
        """
        a an the to of it its is in on at and or for if with first then your task is take actions that will cause them
        find focus use when you are done do by from this move thing located around boxes box has which two next be found
        some above below degrees celsius state matter substance
        """
    )
)


def commands(house: House, goal: str, simplifications: str) -> list[str]:
    """Commands for what is in reach, those about things that the goal names first."""
    reach = _Reach(house, goal.casefold())
    found = dict.fromkeys(_always(house, simplifications))
    for rank in range(3):
        things = [thing for thing in reach.things if reach.ranks[thing.id] == rank]
        found.update(dict.fromkeys(_in_turn(_kinds(reach, things))))
    return list(found)[:MOST]


class _Reach:
    """What is in reach, and what commands call it."""

    def __init__(self, house: House, goal: str) -> None:
        self.house, self.held = house, house.held
        self.things = [thing for thing in house.reach() if thing.word != "air"]
        self.containers = [thing for thing in self.things if thing.has("o") and not thing.has("v")]
        self.ranks = {thing.id: _rank(thing, goal) for thing in self.things}
        self._called = Counter(map(_base, self.things))
        self.words = {thing.id: self._word(thing) for thing in self.things}

    def inside(self, thing: Thing) -> list[Thing]:
        return [each for each in self.house.inside.get(thing.id, ()) if not each.has("h")]

    def _word(self, thing: Thing) -> str:
        """Its name; where several have that, what it contains or what it is in tells it from them."""
        base = _base(thing)
        if self._called[base] == 1:
            return base
        if base.endswith(" cup"):
            return f"{base} containing {' and '.join(sorted(each.word for each in self.inside(thing))) or 'nothing'}"
        return f"{base} in {_base(self.house.things[thing.holder])}"


def _base(thing: Thing) -> str:
    return thing.name if thing.has("v") else thing.word


def _rank(thing: Thing, goal: str) -> int:
    """0: the goal names it. 1: it has a word in common, or is a part for a circuit that is asked for. 2: the rest."""
    names = f"{thing.word} {thing.name}".casefold()
    if re.search(rf"\b{re.escape(thing.name.casefold())}\b", goal):
        return 0
    wired = (thing.has("p") or thing.has("w")) and re.search(r"circuit|electrical|power", goal)
    return 1 if wired or set(_WORD.findall(names)) & (set(_WORD.findall(goal)) - _COMMON) else 2


def _always(house: House, simplifications: str) -> Iterator[str]:
    yield from ("look around", "inventory")
    for door in house.exits():
        yield f"go to {door.there}" if door.open else f"open door to {door.there}"
    if simplifications == "easy" or "teleportAction" in simplifications:
        here = house.here.name
        rooms = (thing for thing in house.things.values() if thing.has("r"))
        yield from (f"teleport to {room.word}" for room in rooms if room.word not in (here, "universe", "sewer"))
    yield "wait1"


def _in_turn(kinds: Iterable[Iterable[str]]) -> Iterator[str]:
    """Some of each kind, then some more of each kind, ..."""
    left = [list(kind) for kind in kinds]
    while any(left):
        for kind in left:
            yield from kind[:_FEW]
        left = [kind[_FEW:] for kind in left]


def _kinds(reach: _Reach, things: list[Thing]) -> Iterator[list[str]]:
    """Commands about ``things``, sorted by kind."""
    word = reach.words
    small = [thing for thing in things if thing.has("m") and not thing.has("l") and thing.name not in SURFACES]
    solid = [thing for thing in small if not thing.has("L") and not thing.has("G")]
    yield [f"open {word[thing.id]}" for thing in things if thing.has("l") and thing.has("s")]
    yield [f"{'deactivate' if t.has('1') else 'activate'} {word[t.id]}" for t in things if t.has("a")]
    yield [f"focus on {word[thing.id]}" for thing in things]
    yield [f"pick up {word[thing.id]}" for thing in solid if thing not in reach.held]
    yield list(_moves(reach, things))
    yield list(_pours(reach, things))
    yield [f"mix {word[thing.id]}" for thing in small if thing.has("o") and len(reach.inside(thing)) > 1]
    yield list(_connections(reach, things))
    yield list(_uses(reach, things))
    yield [f"read {word[thing.id]}" for thing in things if thing.has("d")]
    yield [f"look at {word[thing.id]}" for thing in things]
    yield [f"close {word[thing.id]}" for thing in things if thing.has("l") and thing.has("o")]


def _moves(reach: _Reach, things: list[Thing]) -> Iterator[str]:
    """What is held goes into what is here."""
    for thing in reach.held:
        for container in reach.containers:
            if thing.id in reach.words and thing != container and (thing in things or container in things):
                yield f"move {reach.words[thing.id]} to {reach.words[container.id]}"


def _pours(reach: _Reach, things: list[Thing]) -> Iterator[str]:
    full = [thing for thing in reach.containers if thing.has("m") and not thing.has("l") and reach.inside(thing)]
    for source in full:
        if source.name not in SURFACES:
            for target in reach.containers:
                if target != source and (source in things or target in things):
                    yield f"pour {reach.words[source.id]} into {reach.words[target.id]}"


def _uses(reach: _Reach, things: list[Thing]) -> Iterator[str]:
    tools = [tool for tool in reach.things if tool.has("u")]
    for thing in things:
        yield from (f"use {reach.words[tool.id]} on {reach.words[thing.id]}" for tool in tools if tool != thing)


def _connections(reach: _Reach, things: list[Thing]) -> Iterator[str]:
    """Ends that are free: of wires, of what the task names, and of what gives power."""
    used = {(wire.part, wire.end) for wire in reach.house.wires.values()}
    parts = [thing for thing in things if thing.has("p") and (reach.ranks[thing.id] == 0 or _POWER.search(thing.word))]
    wires = [thing for thing in reach.things if thing.has("w")]
    poles = [(part, pole) for part in parts for pole in ("anode", "cathode") if (part.id, pole) not in used]
    for (part, pole), end, wire in product(poles, (1, 2), wires):
        if (wire.id, f"terminal {end}") not in used:
            yield f"connect {reach.words[part.id]} {pole} to {reach.words[wire.id]} terminal {end}"
