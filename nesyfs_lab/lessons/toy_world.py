"""A world so small that the best that a planner can do is known, and a mind that imagines in it without a model.

One goes one of a few ways, and then goes on. A step from a place really makes progress with a chance that the place
gives, and a detector reports it: it misses some progress and sees some where there is none. What Algorithm 2 aims at
is q, the law of such imaginations, tilted by the reports delta in {0, 1}:

    pi(path) ∝ q(path) exp(lambda * (delta_2 + ... + delta_L))

Since places are few, its share of each first action a is a sum, done backwards in time (``exact``):

    Z(place, k) = sum over real in {yes, no} of P(real | place) E[exp(lambda delta) | real] Z(next place, k - 1)
    Z(place, 0) = 1,   pi(a) ∝ q(a) Z(where a leads, L - 1)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..asking import Thinking
from ..graph import KnowledgeGraph, Triplet
from ..memory import Change, Transition, View
from ..planning import Origin
from ..planning.imagination import Context

ORIGIN = Origin(KnowledgeGraph([("you", "at", "hall")]), "You are in the hall.", "look")
_ON = Triplet("you", "got", "on")
_SAYS = {True: "You get on. You are at the ", False: "You get nowhere. You are at the "}


@dataclass(frozen=True)
class Place:
    """Where a step begins: the chance that it makes progress, and the place after it in either case."""

    progress: float
    on: str
    off: str


@dataclass(frozen=True)
class Detector:
    """Reports progress. ``false_alarm``: chance of a Yes where there is none; ``miss``: of a No where there is some."""

    false_alarm: float = 0.0
    miss: float = 0.0

    def says_yes(self, real: bool) -> float:
        """The chance of a Yes."""
        return 1.0 - self.miss if real else self.false_alarm


@dataclass(frozen=True)
class ToyWorld:
    """A few ways and the places that they lead to.

    Attributes:
        story: what is special about it, in a sentence.
        habit: first action -> chance that fast thinking takes it, q(a); they sum to 1.
        leads: first action -> the place where its step begins.
        places: by name.
        right: the first action that leads to the goal in the end.

    Raises:
        ValueError: when the chances do not add up, or a way leads nowhere.
    """

    story: str
    habit: Mapping[str, float]
    leads: Mapping[str, str]
    places: Mapping[str, Place]
    right: str

    def __post_init__(self) -> None:
        if not math.isclose(sum(self.habit.values()), 1.0):
            raise ValueError(f"the chances of habit must sum to 1, not to {sum(self.habit.values())}")
        ends = {*self.leads.values(), *(end for place in self.places.values() for end in (place.on, place.off))}
        if self.leads.keys() != self.habit.keys() or self.right not in self.habit or not ends <= self.places.keys():
            raise ValueError("habit and leads need the same first actions, right among them, and places all the ends")


class _Arrival(Change):
    """A change that leaves nothing of the belief before it: thousands of them lead to a handful of beliefs."""

    def apply(self, belief: KnowledgeGraph) -> KnowledgeGraph:
        return _belief(self.added)


_belief = cache(KnowledgeGraph)


@dataclass(frozen=True)
class ToyMind:
    """What a planner can ask in a toy world (``planning.Mind``); chance comes from ``rng`` alone."""

    world: ToyWorld
    detector: Detector
    rng: np.random.Generator

    def retrieve(self, views: Sequence[View]) -> Thinking[list[Context]]:
        """All of each belief: it is only where one is."""
        yield from ()
        return [tuple(view.belief) for view in views]

    def act(self, contexts: Sequence[Context], observations: Sequence[str], *, real: bool) -> Thinking[list[str]]:
        """By habit at first, then always on."""
        yield from ()
        if not real:
            return ["go on"] * len(contexts)
        actions, chances = list(self.world.habit), list(self.world.habit.values())
        return [actions[i] for i in self.rng.choice(len(actions), len(contexts), p=chances)]

    def observe(self, contexts: Sequence[Context], actions: Sequence[str]) -> Thinking[list[str]]:
        """Whether the step makes progress, and where it ends."""
        yield from ()
        said = []
        for context, action, luck in zip(contexts, actions, self.rng.random(len(actions)), strict=True):
            here = self.world.places[self.world.leads.get(action) or _place(context)]
            real = luck < here.progress
            said.append(f"{_SAYS[real]}{here.on if real else here.off}.")
        return said

    def update(self, transitions: Sequence[Transition]) -> Thinking[list[Change]]:
        """Where one is now, and whether the last step got on."""
        yield from ()
        return [_Arrival(added=_read(step.observation), removed=tuple(step.belief)) for step in transitions]

    def progress(
        self, contexts: Sequence[Context], actions: Sequence[str], new: Sequence[Context]
    ) -> Thinking[list[tuple[bool, str]]]:
        """What the detector reports."""
        yield from ()
        luck = self.rng.random(len(new))
        return [(bool(u < self.detector.says_yes(_ON in each)), "") for u, each in zip(luck, new, strict=True)]


def exact(world: ToyWorld, detector: Detector, lam: float, horizon: int) -> dict[str, float]:
    """The share of each first action in the tilted law; no plan is made.

    Args:
        world, detector: see there.
        lam: lambda.
        horizon: L, at least 1; with 1 nothing is imagined, and habit is left.
    """
    gain = {real: 1.0 + math.expm1(lam) * detector.says_yes(real) for real in (True, False)}

    @cache
    def worth(name: str, steps: int) -> float:
        if not steps:
            return 1.0
        here = world.places[name]
        on, off = worth(here.on, steps - 1), worth(here.off, steps - 1)
        return here.progress * gain[True] * on + (1.0 - here.progress) * gain[False] * off

    mass = {action: chance * worth(world.leads[action], horizon - 1) for action, chance in world.habit.items()}
    total = sum(mass.values())
    return {action: each / total for action, each in mass.items()}


def _place(context: Context) -> str:
    return next(triplet.object for triplet in context if triplet.relation == "at")


def _read(observation: str) -> tuple[Triplet, ...]:
    got_on = observation.startswith(_SAYS[True])
    at = Triplet("you", "at", observation[len(_SAYS[got_on]) : -1])
    return (at, _ON) if got_on else (at,)


_HABIT = {"go to the cellar": 0.5, "go to the attic": 0.3, "go to the garden": 0.2}
_NOTHING = Place(0.0, "dead end", "dead end")
_GARDEN = "go to the garden"

WORLDS: dict[str, ToyWorld] = {
    "one good way": ToyWorld(
        "Only the garden helps: there four steps of five make progress. Habit prefers the cellar.",
        _HABIT,
        {"go to the cellar": "dead end", "go to the attic": "dead end", _GARDEN: "garden"},
        {"dead end": _NOTHING, "garden": Place(0.8, "garden", "garden")},
        _GARDEN,
    ),
    "a false start": ToyWorld(
        "The cellar makes progress at once, and never again; the garden seldom at once, and then most of the time.",
        _HABIT,
        {"go to the cellar": "cellar", "go to the attic": "dead end", _GARDEN: "hedge"},
        {
            "dead end": _NOTHING,
            "cellar": Place(0.9, "dead end", "dead end"),
            "hedge": Place(0.1, "garden", "garden"),
            "garden": Place(0.8, "garden", "garden"),
        },
        _GARDEN,
    ),
    "a narrow path": ToyWorld(
        "The garden has a path. Each step of it succeeds six times in ten; who misses one has lost it for good.",
        _HABIT,
        {"go to the cellar": "dead end", "go to the attic": "dead end", _GARDEN: "path"},
        {"dead end": _NOTHING, "path": Place(0.6, "path", "dead end")},
        _GARDEN,
    ),
}
"""Worlds of the lesson, by name: the same ways and habit, and progress that comes in different ways."""
