"""The true state of ScienceWorld's house as triplets, in the words that its texts use."""

from __future__ import annotations

from collections.abc import Iterator

from ...graph import Triplet
from .house import AGENT, INVENTORY, House, Thing

OPEN_DOOR, CLOSED_DOOR = "has open door to", "has closed door to"
SURFACES = frozenset({"table", "counter", "chair", "couch", "desk", "bed", "mattress", "stove"})
"""What things lie "on"; in all else they are "in"."""


def true_state(house: House) -> tuple[Triplet, ...]:
    """What holds now: where you are, what you hold, which doors are open, where things are and how they are.

    Closed containers are looked into. Things of one name share their facts; of their states those of the nearest
    count, since texts say no more than "the sink": where you are, else in other rooms as far as they agree there.
    """
    you = [Triplet("you", "at", house.here.name)]
    you += [Triplet("you", "hold", thing.name) for thing in house.held]
    return tuple(dict.fromkeys((*you, *_doors(house), *_places(house), *_states(house), *_wires(house))))


def place(holder: str) -> str:
    """Whether things are in or on that."""
    return "on" if holder in SURFACES else "in"


def _doors(house: House) -> Iterator[Triplet]:
    for door in house.doors.values():
        yield Triplet(house.things[door.room].name, OPEN_DOOR if door.open else CLOSED_DOOR, door.there)


def _places(house: House) -> Iterator[Triplet]:
    for holder in house.things.values():
        if holder.word in (AGENT, INVENTORY, "universe"):
            continue
        for thing in house.inside.get(holder.id, ()):
            if not thing.has("h") and thing.word != AGENT:
                yield Triplet(thing.name, place(holder.name), holder.name)


def _states(house: House) -> Iterator[Triplet]:
    near = [state for thing in house.reach() for state in _states_of(thing)]
    far = [state for thing in house.things.values() for state in _states_of(thing)]
    told: dict[tuple[str, str], dict[str, None]] = {}
    for states in (near, far):
        decided = set(told)
        for name, kind, value in states:
            if (name, kind) not in decided:
                told.setdefault((name, kind), {})[value] = None
    for (name, _), values in told.items():
        if len(values) == 1:
            yield Triplet(name, "is", next(iter(values)))


def _states_of(thing: Thing) -> Iterator[tuple[str, str, str]]:
    if thing.has("h"):
        return
    if thing.has("c") and thing.has("l"):
        yield thing.name, "door", "open" if thing.has("o") else "closed"
    if thing.has("a") or "which is " in thing.said:  # others have no switch, and no text says what they are
        yield thing.name, "power", "on" if thing.has("1") else "off"


def _wires(house: House) -> Iterator[Triplet]:
    for wire in house.wires.values():
        yield Triplet(f"{wire.end} on {house.things[wire.part].word}", "connected to", wire.other)
