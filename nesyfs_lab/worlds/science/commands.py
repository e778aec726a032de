"""A short list of commands that suit the situation: the engine knows up to some thousands, which fit into no prompt.

First what is about the place and about things that the task names, then the rest, kind after kind; at most ``MOST``.
The task's own words decide only the order. Each command is understood by the engine, but may well be of no use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from .facts import SURFACES
from .house import House, Thing

MOST = 60
_FEW = 8
"""Commands about things that the task does not name, of each kind, before other kinds get their turn."""
_WORD = re.compile(r"[a-z]+")
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
    words = set(_WORD.findall(goal.casefold())) - _COMMON
    reach = [thing for thing in house.reach() if thing.word != "air" and not thing.has("r")]
    named = [thing for thing in reach if words & set(_WORD.findall(f"{thing.word} {thing.name}"))]
    rest = [thing for thing in reach if thing not in named]
    first = [*_always(house, simplifications), *_in_turn(_kinds(house, named, reach))]
    found = dict.fromkeys((*first, *_in_turn(_kinds(house, rest, reach))))
    return list(found)[:MOST]


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


def _kinds(house: House, things: list[Thing], reach: list[Thing]) -> Iterator[list[str]]:
    """Commands about ``things``, sorted by kind."""
    held = house.held
    small = [thing for thing in things if thing.has("m") and not thing.has("l") and thing.name not in SURFACES]
    solid = [thing for thing in small if not thing.has("L") and not thing.has("G")]
    containers = [thing for thing in reach if thing.has("o")]
    yield [f"open {thing.word}" for thing in things if thing.has("l") and thing.has("s")]
    yield [f"{'deactivate' if thing.has('1') else 'activate'} {thing.word}" for thing in things if thing.has("a")]
    yield [f"focus on {thing.word}" for thing in things]
    yield [f"pick up {thing.word}" for thing in solid if thing not in held]
    yield list(_moves(house, things, containers))
    yield list(_pours(house, things, containers))
    yield [f"mix {thing.word}" for thing in small if thing.has("o") and _holds(house, thing) > 1]
    yield list(_uses(things, reach))
    yield list(_connections(things, reach))
    yield [f"read {thing.word}" for thing in things if thing.has("d")]
    yield [f"look at {thing.word}" for thing in things]
    yield [f"close {thing.word}" for thing in things if thing.has("l") and thing.has("o")]


def _moves(house: House, things: list[Thing], containers: list[Thing]) -> Iterator[str]:
    """What is held goes into what is here, and what is here into what is named."""
    held = house.held
    for thing in held:
        for container in containers:
            if container != thing and container not in held and (thing in things or container in things):
                yield f"move {thing.word} to {container.word}"
    for container in things:
        inside = house.inside.get(container.id, ()) if container.has("o") else ()
        yield from (f"move {each.word} in {container.word} to inventory" for each in inside if each.has("v"))


def _pours(house: House, things: list[Thing], containers: list[Thing]) -> Iterator[str]:
    full = [thing for thing in containers if thing.has("m") and _holds(house, thing)]
    for source in full:
        for target in containers:
            if target != source and (source in things or target in things) and (source in house.held):
                yield f"pour {source.word} into {target.word}"


def _uses(things: list[Thing], reach: list[Thing]) -> Iterator[str]:
    tools = [tool for tool in reach if tool.has("u")]
    for pair in zip_longest(*([(tool, thing) for thing in things if thing != tool] for tool in tools)):
        yield from (f"use {tool.word} on {thing.word}" for tool, thing in filter(None, pair))


def _connections(things: list[Thing], reach: list[Thing]) -> Iterator[str]:
    wires = [thing for thing in reach if thing.has("w")]
    for part in things:
        for wire in wires:
            if part.has("p"):
                yield from (
                    f"connect {part.word} {pole} to {wire.word} terminal {end}"
                    for pole in ("anode", "cathode")
                    for end in (1, 2)
                )


def _holds(house: House, thing: Thing) -> int:
    return sum(not each.has("h") for each in house.inside.get(thing.id, ()))
