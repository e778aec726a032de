"""A household that is known from the start: beliefs of any size, and where an agent stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from nesyfs_lab.asking import Asker, Thinking
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.memory import GraphMemory, Retrieval, View

TASK = "put a clean mug in the coffee machine."
HERE = Triplet("you", "at", "countertop 1")
_PLACES = ("cabinet", "drawer", "shelf", "countertop", "table", "fridge", "sink", "stove")
_THINGS = ("mug", "plate", "fork", "apple", "pan", "bowl", "knife", "tomato", "bread", "kettle")


class Stand(NamedTuple):
    """Where an agent stands when it begins to think.

    Attributes:
        belief: what it knows.
        observation: what it just saw.
        action: what it means to do, before reflection.
        admissible: what the world allows.
    """

    belief: KnowledgeGraph
    observation: str
    action: str
    admissible: tuple[str, ...]


def belief(triplets: int) -> KnowledgeGraph:
    """A belief of exactly so many triplets, the place where the agent is the newest.

    Raises:
        ValueError: for fewer than two.
    """
    if triplets < 2:
        raise ValueError(f"a household has at least 2 triplets, not {triplets}")
    known = [Triplet("coffee machine 1", "on", "countertop 1")]
    for i in count():
        place = f"{_PLACES[i % len(_PLACES)]} {i // len(_PLACES) + 1}"
        thing = f"{_THINGS[i % len(_THINGS)]} {i // len(_THINGS) + 1}"
        known += [
            Triplet(place, "is", "not searched" if i % 3 else "closed"),
            Triplet(thing, "on" if i % 2 else "in", place),
            Triplet("you", "saw", thing),
        ]
        if len(known) >= triplets:
            break
    return KnowledgeGraph([*known[: triplets - 1], HERE])


def stands(triplets: int) -> tuple[Stand, Stand]:
    """Where the agent stands before its first plan and, some steps of the same episode later, before its second."""
    at_first = belief(triplets)
    places = [f"{place} {number}" for place in _PLACES[:6] for number in (1, 2)]
    moves = tuple(f"go to {place}" for place in places)
    first = Stand(
        at_first,
        "You arrive at countertop 1. On the countertop 1, you see a coffee machine 1, a plate 1, and a fork 1.",
        "go to cabinet 1",
        ("examine coffee machine 1", *moves, "look", "take plate 1 from countertop 1"),
    )
    learned = (
        Triplet("you", "went to", "cabinet 1"),
        Triplet("you", "at", "cabinet 1"),
        Triplet("you", "opened", "cabinet 1"),
        Triplet("cabinet 1", "is", "open"),
        Triplet("mug 99", "in", "cabinet 1"),
        Triplet("bowl 99", "in", "cabinet 1"),
    )
    second = Stand(
        at_first.updated(add=learned, remove=(HERE,)),
        "You open the cabinet 1. The cabinet 1 is open. In it, you see a mug 99, and a bowl 99.",
        "take bowl 99 from cabinet 1",
        ("close cabinet 1", *moves, "look", "take bowl 99 from cabinet 1", "take mug 99 from cabinet 1"),
    )
    return first, second


class WholeBelief(GraphMemory):
    """The paper's memory, which shows prompts all that it knows.

    What a small model looks up is chance, and a prompt's length would be with it. Here the question is asked as ever
    and its answer set aside, so that a belief of 1,000 triplets is 1,000 triplets in a prompt.
    """

    def retrieve(self, asker: Asker, task: str, views: Sequence[View]) -> Thinking[list[Retrieval]]:
        """As ``Memory`` says."""
        looked_up = yield from super().retrieve(asker, task, views)
        return [Retrieval(tuple(view.belief), r.entities) for view, r in zip(views, looked_up, strict=True)]
