"""The language of ScienceWorld."""

from __future__ import annotations

from ...language import Language, Relation
from .facts import CLOSED_DOOR, OPEN_DOOR
from .reader import read

SCIENCE = Language(
    "scienceworld",
    (
        Relation("at", "which room you are in", ("you", "at", "kitchen"), kind="whereabouts", single=True,
                 also=("is at", "are in")),
        Relation("in", "what, or which room, a thing is in", ("metal pot", "in", "cupboard"), kind="place",
                 also=("inside", "is in")),
        Relation("on", "what a thing is on", ("glass cup", "on", "table"), kind="place", also=("is on",)),
        # Not single: there may be two wood cups, one of which lies in a cupboard.
        Relation("hold", "what is in your inventory", ("you", "hold", "thermometer"), kind="place", inverse=True,
                 also=("holds", "carry", "have")),
        Relation("is", "the state of a thing", ("stove", "is", "off"), kind="state",
                 values=(("open", "closed"), ("on", "off"))),
        Relation(OPEN_DOOR, "an open door between two rooms", ("hallway", OPEN_DOOR, "kitchen"),
                 also=("open door to",)),
        Relation(CLOSED_DOOR, "a closed door between two rooms", ("hallway", CLOSED_DOOR, "kitchen"),
                 also=("closed door to",)),
        Relation("connected to", "which parts are wired together",
                 ("anode on battery", "connected to", "terminal 1 on black wire"), also=("is connected to",)),
    ),
    words=(("opened", "open"), ("shut", "closed"), ("turned on", "on"), ("turned off", "off"), ("activated", "on"),
           ("deactivated", "off")),
    read=read,
)  # fmt: skip
"""Where things are, what you hold, and states. Two rooms are told from both sides, and so are two ends of wires."""
