"""The true state of a household game as triplets, in the words that its observations use."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from ..graph import Triplet

_PROPERTIES = {"isclean": "clean", "ishot": "hot", "iscool": "cool", "issliced": "sliced"}


def true_state(propositions: Iterable[Any]) -> tuple[Triplet, ...]:
    """What holds now: where you are, what you hold, what is open, where things are and how they are.

    Static knowledge of the game (which things fit where, what can be heated) is left out, and so are fixtures that
    lie in no receptacle: no observation ever shows them.

    Args:
        propositions: TextWorld's human-readable facts, ``state["facts"]``.

    Returns:
        Triplets in a fixed order: about you, then receptacles, then things, each in natural order.
    """
    holds: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for fact in propositions:
        holds[fact.name].append(tuple(argument.name.strip() for argument in fact.arguments))

    here = {place for _, place in holds["atlocation"]}
    openable = {receptacle for (receptacle,) in holds["openable"]}
    opened = {receptacle for (receptacle,) in holds["opened"]}
    toggled = {thing for (thing,) in holds["istoggled"]}

    you = [Triplet("you", "at", receptacle) for receptacle, place in holds["receptacleatlocation"] if place in here]
    you += [Triplet("you", "hold", thing) for _, thing in holds["holds"]]
    filled = {receptacle for _, receptacle in holds["inreceptacle"]}
    empty = {where for where, _ in holds["receptacleatlocation"]} - filled
    doors = [Triplet(receptacle, "is", "open" if receptacle in opened else "closed") for receptacle in openable]
    doors += [Triplet(receptacle, "is", "empty") for receptacle in empty]
    # "On the shelf 1, you see"; but "The fridge 1 is open. In it, you see".
    things = [Triplet(thing, "in" if where in openable else "on", where) for thing, where in holds["inreceptacle"]]
    things += [Triplet(inner, "in", outer) for inner, outer in holds["inreceptacleobject"]]
    things += [Triplet(thing, "is", word) for name, word in _PROPERTIES.items() for (thing,) in holds[name]]
    things += [Triplet(lamp, "is", "on" if lamp in toggled else "off") for (lamp,) in holds["toggleable"]]
    return tuple(triplet for group in (you, doors, things) for triplet in sorted(set(group), key=_natural))


def _natural(triplet: Triplet) -> list[tuple[str, int]]:
    """Sort "drawer 2" before "drawer 10"."""
    return [(text, int(digits or 0)) for part in triplet for text, digits in re.findall(r"(\D*)(\d*)", part)]
