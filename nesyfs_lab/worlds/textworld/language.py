"""The language of TextWorld's games, and the code that reads their texts.

The texts are drawn from a grammar with many jokes in it. Only sentences that say plainly what is where are read: what
is read is true, and of what is told some is missed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ...graph import KnowledgeGraph, Triplet
from ...language import Language, Reading, Relation
from .truth import STATES

_DIRECTION = re.compile(r"^go (north|south|east|west)$")
_ARTICLE = re.compile(r"^(?:an?|the|some) ")
_ADJECTIVES = {"opened": "open"} | {word: word for group in STATES for word in group}


class _Notes:
    """What one observation says so far, beside what is believed already."""

    def __init__(self, belief: KnowledgeGraph, action: str | None) -> None:
        self.belief, self.action = belief, action or ""
        self.said: list[Triplet] = []
        self.ended: list[Triplet] = []
        here = [t.object for t in belief.connected(["you"]) if t[:2] == ("you", "at")]
        self.room = here[-1] if here else None

    def say(self, *parts: str) -> None:
        self.said.append(Triplet(*parts))

    def enter(self, title: str) -> None:
        room, way = title.casefold(), _DIRECTION.match(self.action)
        self.say("you", "at", room)
        if way and self.room and self.room != room:
            self.say(room, f"{way[1]} of", self.room)
        self.room = room

    def things(self, listed: str, relation: str, holder: str) -> None:
        for thing in self.names(listed):
            self.say(thing, relation, holder)

    def names(self, listed: str) -> list[str]:
        """``"a raw carrot, a knife and a pan"`` -> the names; how a thing is (raw) is said by the way."""
        found = []
        for part in re.split(r", (?:and )?| and ", listed.strip()):
            words = _ARTICLE.sub("", part.strip()).split()
            states = []
            while len(words) > 1 and words[0] in _ADJECTIVES:
                states.append(_ADJECTIVES[words.pop(0)])
            if words:
                name = " ".join(words)
                found.append(name)
                for state in states:
                    self.say(name, "is", state)
        return found

    def furniture(self, name: str) -> None:
        """A thing in the room, as in "You can see a chest."."""
        thing = _WHERE.sub("", name)
        if self.room and len(thing.split()) <= _LONGEST and " on the " not in thing:
            self.things(thing, "in", self.room)

    def floor(self, listed: str) -> None:
        if self.room:
            self.things(listed, "in", self.room)

    def door(self, state: str, name: str) -> None:
        self.say(name, "is", state)
        if self.room:
            self.say(name, "in", self.room)

    def reveal(self, holder: str, listed: str) -> None:
        self.say(holder, "is", "open")
        self.things(listed, "in", holder)

    def state(self, name: str, state: str) -> None:
        self.say(name, "is", state)

    def take(self, name: str) -> None:
        self.say("you", "hold", name)

    def drop(self, name: str) -> None:
        if self.room:
            self.say(name, "in", self.room)

    def eat(self, name: str) -> None:
        self.ended += self.belief.connected([name])

    def prepare(self, _meal: str) -> None:
        """The ingredients are gone, and no text says which they were: nothing is known to be held any more."""
        self.ended += [t for t in self.belief.connected(["you"]) if t[:2] == ("you", "hold")]

    def carry(self, listed: str) -> None:
        for name in self.names(listed):
            self.say("you", "hold", name)


_WHERE = re.compile(r" (?:here|nearby|close by|over there|there|in the corner|by the wall)$")
_LONGEST = 5  # words of a thing's name with its article; longer ones are jokes
_N = r"([A-Za-z][A-Za-z' -]*?)"  # a thing's name
_L = r"((?:an?|some) [A-Za-z][A-Za-z', -]*?)"  # a list of them
_CUTS = {"slice": "sliced", "chop": "chopped", "dice": "diced"}
_SENTENCES: tuple[tuple[re.Pattern[str], Callable[..., None]], ...] = tuple(
    (re.compile(pattern), note)
    for pattern, note in (
        (r"-= ([^=\n]+) =-", _Notes.enter),
        (rf"There is {_L} on the floor", _Notes.floor),
        (
            rf"On the {_N} you (?:can )?(?:see|make out) {_L}\.",
            lambda notes, holder, listed: notes.things(listed, "on", holder),
        ),
        (
            rf"In the {_N} you (?:can )?(?:see|make out) {_L}\.",
            lambda notes, holder, listed: notes.things(listed, "in", holder),
        ),
        (
            r"(?:You (?:can )?(?:see|make out)|You scan the room, seeing|you notice|Here's|it's just) "
            r"(an? [A-Za-z][A-Za-z' -]*?)\.",
            _Notes.furniture,
        ),
        (
            rf"You (?:can )?(?:see|make out) {_L} on the {_N}\.",
            lambda notes, listed, holder: notes.things(listed, "on", holder),
        ),
        (rf"The {_N} contains {_L}\.", lambda notes, holder, listed: notes.things(listed, "in", holder)),
        (rf"There is an? (open|closed|locked) {_N} leading (?:north|south|east|west)", _Notes.door),
        (rf"You open the {_N}, revealing {_L}\.", _Notes.reveal),
        (rf"You open (?:the )?{_N}\.", lambda notes, name: notes.state(name, "open")),
        (rf"You close (?:the )?{_N}\.", lambda notes, name: notes.state(name, "closed")),
        (rf"You unlock (?:the )?{_N}\.", lambda notes, name: notes.state(name, "closed")),
        (rf"You lock (?:the )?{_N}\.", lambda notes, name: notes.state(name, "locked")),
        (rf"You take the {_N} from the ", _Notes.take),
        (rf"You pick up the {_N} from the ground", _Notes.take),
        (rf"You put the {_N} on the {_N}\.", lambda notes, name, holder: notes.say(name, "on", holder)),
        (rf"You put the {_N} into the {_N}\.", lambda notes, name, holder: notes.say(name, "in", holder)),
        (rf"You drop the {_N} on the ground", _Notes.drop),
        (rf"You (fried|roasted|grilled|burned) the {_N}\.", lambda notes, state, name: notes.state(name, state)),
        (rf"You (slice|chop|dice) the {_N}\.", lambda notes, cut, name: notes.state(name, _CUTS[cut])),
        (rf"You eat the {_N}\.", _Notes.eat),
        (r"Adding the (meal) to your inventory\.", _Notes.prepare),
        (rf"You are carrying: {_L}\.", _Notes.carry),
    )
)


def read(belief: KnowledgeGraph, action: str | None, observation: str) -> Reading:
    """What a text of TextWorld plainly says."""
    notes = _Notes(belief, action)
    for pattern, note in _SENTENCES:
        for found in pattern.finditer(observation):
            note(notes, *found.groups())
    return Reading(tuple(dict.fromkeys(notes.said)), tuple(dict.fromkeys(notes.ended)))


TEXTWORLD = Language(
    "textworld",
    (
        Relation("at", "which room you are in", ("you", "at", "kitchen"), kind="whereabouts", single=True),
        Relation("in", "what, or which room, a thing is in", ("apple", "in", "fridge"), kind="place", also=("inside",)),
        Relation("on", "what a thing is on", ("knife", "on", "table"), kind="place"),
        Relation("hold", "what you have", ("you", "hold", "apple"), kind="place", single=True, inverse=True,
                 also=("holds", "carry", "have")),
        Relation("is", "the state of a thing", ("fridge", "is", "open"), kind="state", values=STATES),
        *(
            Relation(f"{way} of", "how a room lies to another", ("pantry", f"{way} of", "kitchen"))
            for way in ("north", "south", "east", "west")
        ),
    ),
    words=(("opened", "open"), ("shut", "closed"), ("cooked", "fried")),
    read=read,
)  # fmt: skip
