"""The true state of ScienceWorld's house, kept up to date by the lines that the engine's teller writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from .names import called

INVENTORY, AGENT = "inventory", "agent"


@dataclass(frozen=True)
class Thing:
    """A thing, a substance, a room, or a living being.

    Attributes:
        id: its number.
        holder: the number of what it is in.
        word: what actions call it.
        said: how texts describe it.
        letters: its properties (``jvm/ScienceTeller.java`` lists them).
    """

    id: str
    holder: str
    word: str
    said: str
    letters: str

    def has(self, letter: str) -> bool:
        return letter in self.letters

    @cached_property
    def name(self) -> str:
        """What texts call it."""
        return called(self.said)


@dataclass(frozen=True)
class Door:
    """A door as one of its rooms has it: the room's number and the other room's name."""

    room: str
    there: str
    open: bool


@dataclass(frozen=True)
class Wire:
    """A connection, told from one of its ends: the number of the part that has the end, the end, and the other end."""

    part: str
    end: str
    other: str


class House:
    """Everything there is, by number."""

    def __init__(self) -> None:
        self.version = 0  # rises with each change
        self.things: dict[str, Thing] = {}
        self.doors: dict[str, Door] = {}
        self.wires: dict[str, Wire] = {}
        self.inside: dict[str, list[Thing]] = {}

    def update(self, lines: Iterable[str]) -> None:
        """Take in what has changed."""
        version = self.version
        for line in lines:
            self.version = version + 1
            key, *values = line.split("\t")
            match values:
                case ["thing", holder, word, said, letters]:
                    self.things[key] = Thing(key, holder, word, said, letters)
                case ["door", room, there, is_open]:
                    self.doors[key] = Door(room, there, is_open == "true")
                case ["wire", part, end, other]:
                    self.wires[key] = Wire(part, end, other)
                case _:  # its number alone: it is gone
                    for kind in (self.things, self.doors, self.wires):
                        kind.pop(key, None)
        if self.version != version:
            self.inside = {}
            for number in sorted(self.things, key=int):
                thing = self.things[number]
                self.inside.setdefault(thing.holder, []).append(thing)

    @property
    def agent(self) -> Thing:
        return next(thing for thing in self.things.values() if thing.word == AGENT)

    @property
    def here(self) -> Thing:
        """The room that the agent is in."""
        return self.things[self.agent.holder]

    @property
    def held(self) -> list[Thing]:
        """What the agent has."""
        bags = (thing for thing in self.inside.get(self.agent.id, ()) if thing.word == INVENTORY)
        return [thing for bag in bags for thing in self.inside.get(bag.id, ()) if not thing.has("h")]

    def exits(self) -> list[Door]:
        """The doors of the room that the agent is in."""
        return [door for door in self.doors.values() if door.room == self.here.id]

    def within(self, holder: Thing) -> Iterator[Thing]:
        """What can be reached in it: what lies there, and in open containers there."""
        for thing in self.inside.get(holder.id, ()):
            if thing.has("h") or thing.word == AGENT:
                continue
            yield thing
            if thing.has("o"):
                yield from self.within(thing)

    def reach(self) -> list[Thing]:
        """What can be reached now, what is held included."""
        carried = [thing for each in self.held for thing in (each, *(self.within(each) if each.has("o") else ()))]
        return [*self.within(self.here), *carried]
