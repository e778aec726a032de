"""The language of household games, ours and ALFWorld's, and the code that reads their observations.

Besides the truth's relations the reader tells what the agent has looked into ("is searched", "is not searched"). That
is no state of the world, so it has no statement and is never compared with the truth; it ends by the rules below.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..graph import KnowledgeGraph, Triplet
from ..language import Language, Reading, Relation

_SEARCHED, _NOT_SEARCHED, _EMPTY = "searched", "not searched", "empty"
_LISTED = re.compile(r"(?:^|, )(?:and )?(?:an? )([^,]+)")
_STATES = {"hot": "hot", "clean": "clean", "cool": "cool", "cold": "cool", "sliced": "sliced"}


def read(belief: KnowledgeGraph, action: str | None, observation: str) -> Reading:
    """What a household's observation says. Words that no game prints say nothing."""
    notes = _Notes(belief)
    for pattern, note in _SENTENCES:
        for found in pattern.finditer(observation):
            note(notes, *found.groups())
    return Reading(tuple(dict.fromkeys(notes.said)), tuple(dict.fromkeys(notes.ended)))


class _Notes:
    """What one observation says so far, beside what is believed already."""

    def __init__(self, belief: KnowledgeGraph) -> None:
        self.belief = belief
        self.said: list[Triplet] = []
        self.ended: list[Triplet] = []

    def say(self, *parts: str) -> None:
        self.said.append(Triplet(*parts))

    def end(self, *parts: str) -> None:
        if Triplet(*parts) in self.belief:
            self.ended.append(Triplet(*parts))

    def contents(self, place: str) -> list[Triplet]:
        """What is believed to lie there."""
        around = self.belief.connected([place])
        return [t for t in around if t.object == place and t.relation in ("in", "on")]

    # -- one method a sentence ------------------------------------------------------------------------------------

    def room(self, listed: str) -> None:
        for place in _names(listed):
            if not any(Triplet(place, "is", state) in self.belief for state in (_SEARCHED, _EMPTY)):
                self.say(place, "is", _NOT_SEARCHED)

    def arrive(self, place: str) -> None:
        self.say("you", "at", place)
        for triplet in self.belief.connected(["you"]):
            if triplet[:2] == ("you", "at") and triplet.object != place:
                self.end(*triplet)

    def look_on(self, place: str, listed: str) -> None:
        self._look(place, "on", listed)

    def look_in(self, place: str, listed: str) -> None:
        self.say(place, "is", "open")
        self._look(place, "in", listed)

    def door(self, place: str, state: str) -> None:
        self.say(place, "is", state)

    def opens(self, place: str) -> None:
        self.say(place, "is", "open")

    def closes(self, place: str) -> None:
        self.say(place, "is", "closed")

    def takes(self, thing: str, place: str) -> None:
        self.say("you", "hold", thing)
        left = [t for t in self.contents(place) if t.subject != thing]
        if not left and Triplet(place, "is", _SEARCHED) in self.belief:
            self._empty(place)

    def puts(self, thing: str, place: str) -> None:
        door = any(Triplet(place, "is", state) in self.belief for state in ("open", "closed"))
        self.say(thing, "in" if door else "on", place)
        if Triplet(place, "is", _EMPTY) in self.belief:
            self.end(place, "is", _EMPTY)
            self.say(place, "is", _SEARCHED)

    def heats(self, thing: str) -> None:
        self.say(thing, "is", "hot")

    def cools(self, thing: str) -> None:
        self.say(thing, "is", "cool")

    def cleans(self, thing: str) -> None:
        self.say(thing, "is", "clean")

    def slices(self, thing: str) -> None:
        self.say(thing, "is", "sliced")

    def switches(self, state: str, thing: str) -> None:
        self.say(thing, "is", state)

    def examines(self, states: str, thing: str) -> None:
        for word in states.split():
            if word in _STATES:
                self.say(thing, "is", _STATES[word])

    def carries(self, listed: str) -> None:
        for thing in _names(listed):
            self.say("you", "hold", thing)

    def carries_nothing(self) -> None:
        for triplet in self.belief.connected(["you"]):
            if triplet[:2] == ("you", "hold"):
                self.end(*triplet)

    def _look(self, place: str, relation: str, listed: str) -> None:
        things = _names(listed)
        for thing in things:
            self.say(thing, relation, place)
        for triplet in self.contents(place):
            if triplet.subject not in things:
                self.end(*triplet)
        self.end(place, "is", _NOT_SEARCHED)
        if things:
            self.end(place, "is", _EMPTY)
            self.say(place, "is", _SEARCHED)
        else:
            self._empty(place)

    def _empty(self, place: str) -> None:
        self.end(place, "is", _SEARCHED)
        self.say(place, "is", _EMPTY)


def _names(listed: str) -> list[str]:
    """``"a mug 1, and an apple 2"`` -> the names; ``"nothing"`` -> none."""
    return [name.strip() for name in _LISTED.findall(listed)]


_NAME = r"([\w-]+(?: [\w-]+)*? \d+)"  # "sinkbasin 1": no game has a name without a number
_SENTENCES: tuple[tuple[re.Pattern[str], Callable[..., None]], ...] = tuple(
    (re.compile(pattern), note)
    for pattern, note in (
        (r"Looking quickly around you, you see ([^.]*)\.", _Notes.room),
        (rf"You arrive at {_NAME}\.", _Notes.arrive),
        (rf"You are facing the {_NAME}\.", _Notes.arrive),
        (rf"On the {_NAME}, you see ([^.]*)\.", _Notes.look_on),
        (rf"The {_NAME} is open\. In it, you see ([^.]*)\.", _Notes.look_in),
        (rf"The {_NAME} is (open|closed)\.", _Notes.door),
        (rf"You open the {_NAME}\.", _Notes.opens),
        (rf"You close the {_NAME}\.", _Notes.closes),
        (rf"You pick up the {_NAME} from the {_NAME}\.", _Notes.takes),
        (rf"You (?:move|put) the {_NAME} (?:to|in/on|in|on) the {_NAME}\.", _Notes.puts),
        (rf"You heat the {_NAME} using the ", _Notes.heats),
        (rf"You cool the {_NAME} using the ", _Notes.cools),
        (rf"You clean the {_NAME} using the ", _Notes.cleans),
        (rf"You sliced the {_NAME} with the ", _Notes.slices),
        (rf"You turn (on|off) the {_NAME}\.", _Notes.switches),
        (rf"This is a ((?:hot|cool|cold|clean|sliced|and| )+) {_NAME}\.", _Notes.examines),
        (rf"This {_NAME} is (on|off)\.", lambda notes, thing, state: notes.say(thing, "is", state)),
        (r"You are carrying: ([^.]*)\.", _Notes.carries),
        (r"You are not carrying anything\.", _Notes.carries_nothing),
    )
)


HOME = Language(
    "household",
    (
        Relation("at", "where you are", ("you", "at", "fridge 1"), kind="whereabouts", also=("is at",)),
        Relation(
            "in", "what a thing lies in", ("mug 1", "in", "cabinet 1"), kind="place",
            also=("inside", "is in", "in/on"),
        ),
        Relation("on", "what a thing lies on", ("mug 1", "on", "shelf 1"), kind="place", also=("is on",)),
        Relation(
            "hold", "what you have in your hand", ("you", "hold", "mug 1"), kind="place", single=True, inverse=True,
            also=("holds", "carry", "have", "are holding", "are carrying"),
        ),
        Relation(
            "is", "the state of a thing", ("fridge 1", "is", "open"), kind="state",
            values=(("open", "closed"), ("on", "off"), ("hot", "cool"), ("clean",), ("sliced",), (_EMPTY,)),
        ),
    ),
    words=(("cold", "cool"), ("cooled", "cool"), ("heated", "hot"), ("washed", "clean"), ("cleaned", "clean"),
           ("turned on", "on"), ("turned off", "off"), ("lit", "on"), ("opened", "open"), ("shut", "closed")),
    read=read,
)  # fmt: skip
"""Where things are, what you hold, and states.

A thing may lie in two places, since a safe stands on a dresser and what is in the safe is said to be on the dresser,
too; and you may be at both. What is held lies in none.
"""
