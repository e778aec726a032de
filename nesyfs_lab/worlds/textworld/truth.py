"""The true state of a TextWorld game as triplets, in the words that its texts use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...graph import Triplet

_DIRECTIONS = ("north_of", "south_of", "east_of", "west_of")
_COOKED = ("raw", "fried", "roasted", "grilled")
STATES = (("open", "closed"), ("locked",), (*_COOKED, "burned"),
          ("sliced", "chopped", "diced"))  # fmt: skip
_WORDS = {word for group in STATES for word in group}
# Recipes and slots of them are the rules of a game, not its things.
_RULES = {"ingredient", "RECIPE", "meal", "slot"}


def true_state(propositions: Iterable[Any]) -> tuple[Triplet, ...]:
    """What holds now: where you are, what you hold, where things are and how they are, how rooms lie to each other.

    Args:
        propositions: TextWorld's human-readable facts, ``state["facts"]``.
    """
    propositions = list(propositions)
    told = {triplet for proposition in propositions if (triplet := _triplet(proposition))}
    # The engine knows three states of a door; the texts call a locked one closed, too.
    told |= {Triplet(t.subject, "is", "closed") for t in told if t.object == "locked"}
    # It keeps how a thing was cooked when it burns; the texts call it burned.
    burned = {t.subject for t in told if t.object == "burned"}
    told = {t for t in told if t.subject not in burned or t.object not in _COOKED}
    doors = {
        Triplet(door.name, "in", room.name)
        for proposition in propositions
        if proposition.name == "link"
        for room, door, _ in (proposition.arguments,)
    }
    order = {"at": 0, "hold": 1}
    return tuple(sorted(told | doors, key=lambda t: (order.get(t.relation, 2), t)))


def _triplet(proposition: Any) -> Triplet | None:
    name, arguments = proposition.name, proposition.arguments
    if any(argument.type in _RULES or argument.name in _RULES for argument in arguments):
        return None
    names = [argument.name for argument in arguments]
    match (name, *names):
        case ("at", "P", room):
            return Triplet("you", "at", room)
        case ("at", thing, room):
            return Triplet(thing, "in", room)
        case ("in", thing, "I"):
            return Triplet("you", "hold", thing)
        case ("in" | "on", thing, holder):
            return Triplet(thing, name, holder)
        case (direction, there, here) if direction in _DIRECTIONS:
            return Triplet(there, direction.replace("_", " "), here)
        case ("needs_cooking", thing):  # the engine's "raw" holds of all that can be cooked, also where no text says so
            return Triplet(thing, "is", "raw")
        case (state, thing) if state in _WORDS and state != "raw":
            return Triplet(thing, "is", state)
    return None
