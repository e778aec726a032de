"""Code that reads ScienceWorld's texts: the triplets of ``facts``, as far as a text, and the action before it, tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ...graph import KnowledgeGraph, Triplet
from ...language import Reading
from .descriptions import Described, described
from .facts import CLOSED_DOOR, OPEN_DOOR, place
from .names import called

_PLACES = ("in", "on")
_DOOR = re.compile(r"^\s*(?:open|close) (?:door to (?:the )?(?P<to>.+?)|(?P<of>.+?) door)\s*$", re.IGNORECASE)
_MIX = re.compile(r"^\s*mix (?:the )?(.+?)\s*$", re.IGNORECASE)


def read(belief: KnowledgeGraph, action: str | None, observation: str) -> Reading:
    """What a text says, and what of ``belief`` it ends (see ``nesyfs_lab.language.Reader``)."""
    notes = _Notes(belief, action or "")
    for pattern, note in _SENTENCES:
        for found in pattern.finditer(observation):
            note(notes, *found.groups())
    return Reading(tuple(dict.fromkeys(notes.said)), tuple(dict.fromkeys(notes.ended)))


class _Notes:
    """What one observation says so far, beside what is believed already."""

    def __init__(self, belief: KnowledgeGraph, action: str) -> None:
        self.belief, self.action = belief, action
        self.said: list[Triplet] = []
        self.ended: list[Triplet] = []
        here = [t.object for t in belief.connected(["you"]) if t[:2] == ("you", "at")]
        self.room = here[-1] if here else None

    def say(self, *parts: str) -> None:
        self.said.append(Triplet(*parts))

    def end(self, *parts: str) -> None:
        if Triplet(*parts) in self.belief:
            self.ended.append(Triplet(*parts))

    def contents(self, holder: str) -> list[Triplet]:
        """What is believed to be there."""
        around = self.belief.connected([holder])
        return [t for t in around if t.object == holder and t.relation in _PLACES]

    # -- one method a sentence ------------------------------------------------------------------------------------

    def enter(self, room: str) -> None:
        self.say("you", "at", room)
        self.room = room

    def look(self, room: str, things: str, doors: str) -> None:
        self.enter(room)
        self._listing(room, things)
        for there, state in re.findall(r"A door to the (.+?) \(that is (open|closed)\)", doors):
            self._door(room, there, state)

    def inside(self, holder: str, things: str) -> None:
        self._listing(called(holder), things)

    def inventory(self, things: str) -> None:
        now = [each for line in things.splitlines() for each in described(line)]
        for thing in now:
            self.say("you", "hold", thing.name)
            self._about(thing)
        for triplet in self.belief.connected(["you"]):
            if triplet[:2] == ("you", "hold") and triplet.object not in [thing.name for thing in now]:
                self.end(*triplet)

    def door(self, state: str) -> None:
        """The text names no door; the action does."""
        asked = _DOOR.match(self.action)
        if asked and self.room:
            self._door(self.room, (asked["to"] or asked["of"]).casefold(), state)

    def opens(self, name: str, state: str) -> None:
        if name != "door":
            self.say(called(name), "is", state)

    def switches(self, name: str, state: str) -> None:
        self.say(called(name), "is", "on" if state == "activated" else "off")

    def moves(self, name: str, there: str) -> None:
        thing, holder = self._known(called(name)), self._known(called(there))
        if not thing or not holder:
            return
        self._leave(thing)
        if holder == "inventory":
            self.say("you", "hold", thing)
        else:
            self.say(thing, place(holder), holder)

    def pours(self, source: str, target: str) -> None:
        inside = self.contents(called(source))
        asked = [triplet for triplet in inside if triplet.subject in self.action]  # "the cup containing blue paint"
        for triplet in asked or inside:
            self.end(*triplet)
            self.say(triplet.subject, place(called(target)), called(target))

    def mixes(self, product: str) -> None:
        asked = _MIX.match(self.action)
        if asked:
            holder = called(asked[1])
            for triplet in self.contents(holder):
                self.end(*triplet)
            self.say(called(product), place(holder), holder)

    def connects(self, one: str, other: str) -> None:
        self.say(one, "connected to", other)
        self.say(other, "connected to", one)

    def disconnects(self, name: str) -> None:
        for triplet in self.belief:
            if triplet.relation == "connected to" and f" on {name}" in triplet.subject + triplet.object:
                self.end(*triplet)

    # -- what sentences share -------------------------------------------------------------------------------------

    def _known(self, word: str) -> str:
        """The believed name that an action's answer shortens ("plane", "pea seed"); "" where it may be several."""
        names = {t.subject for t in self.belief if t.relation in _PLACES}
        names |= {t.object for t in self.belief if t.relation == "hold" or t.relation in _PLACES}
        if word in names:
            return word
        longer = [name for name in names if name.startswith(f"{word} ") or name.endswith(f" {word}")]
        asked = [name for name in longer if name.casefold() in self.action.casefold()]
        found = asked or longer
        return word if not found else found[0] if len(found) == 1 else ""

    def _door(self, room: str, there: str, state: str) -> None:
        now, before = (OPEN_DOOR, CLOSED_DOOR) if state == "open" else (CLOSED_DOOR, OPEN_DOOR)
        for one, other in ((room, there), (there, room)):
            self.say(one, now, other)
            self.end(one, before, other)

    def _listing(self, holder: str, things: str) -> None:
        self._contents(holder, [each for line in things.splitlines() for each in described(line)])

    def _contents(self, holder: str, things: list[Described]) -> None:
        names = {thing.name for thing in things}
        for triplet in self.contents(holder):
            if triplet.subject not in names:
                self.end(*triplet)
        for thing in things:
            self.say(thing.name, place(holder), holder)
            self._about(thing)

    def _about(self, thing: Described) -> None:
        for state in thing.states:
            self.say(thing.name, "is", state)
        if thing.contents is not None:
            self._contents(thing.name, list(thing.contents))

    def _leave(self, thing: str) -> None:
        for triplet in self.belief.connected([thing]):
            if (triplet.subject == thing and triplet.relation in _PLACES) or triplet == ("you", "hold", thing):
                self.end(*triplet)


def _sentences() -> Iterator[tuple[re.Pattern[str], Callable[..., None]]]:
    for pattern, note in (
        (
            r"^This (?:room|outside location) is called the (.+?)\. (?:In it,|Here) you see: ?\n((?:.*\n)*?)"
            r"You also see:([\s\S]*)",
            _Notes.look,
        ),
        (r"^In your inventory, you see:\n([\s\S]*)", _Notes.inventory),
        (r"^Inside the (.+?) is: ?\n([\s\S]*)", _Notes.inside),
        (r"^There is (nothing) in the (.+?)\.$", lambda notes, things, holder: notes.inside(holder, things)),
        (r"^You move to the (.+?)\.$", _Notes.enter),
        (r"^You teleport to the (.+?)\.$", _Notes.enter),
        (r"^The door is (?:now|already) (open|closed)\.", _Notes.door),
        (r"^The (.+?) is (?:now|already) (open|closed)\.", _Notes.opens),
        (r"^The (.+?) is (?:now|already) (activated|deactivated)\.", _Notes.switches),
        (r"^\(disconnecting ([^)]+)\)", _Notes.disconnects),
        (r"^(?:\([^)]*\))?You move the (.+?) to the (.+?)\.$", _Notes.moves),
        (r"^You pour the contents of the (.+?) into the (.+?)\.$", _Notes.pours),
        (r" mix to produce (.+?)\.$", _Notes.mixes),
        (r"^(\S.*? on .+?) is now connected to (.+?)\.?$", _Notes.connects),
    ):
        yield re.compile(pattern, re.MULTILINE), note


_SENTENCES = tuple(_sentences())
