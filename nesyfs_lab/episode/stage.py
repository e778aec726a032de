"""The world behind an episode: started from the seed, moved by recorded actions, brought back when it strayed.

A step that was cancelled or failed after the world had moved must not be played twice. The stage therefore knows how
many recorded actions its world has seen; when it does not know, or they differ, the world is reset and the recorded
actions are played again, and their observations must be the recorded ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any
from weakref import WeakValueDictionary

import gymnasium

from ..agents import Agent
from ..events import Acted, Event, Observed
from ..language import Language
from .sensing import after_reset, after_step

World = gymnasium.Env[Any, Any]


class WorldChanged(RuntimeError):
    """Replaying recorded actions gave other observations than the record holds."""


class Stage:
    """Plays one world for one episode. Two episodes may share a world: each brings it back to its own story."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.seed = seed
        self._played: int | None = None  # recorded actions that the world has seen since its reset; None: unknown

    def reset(self) -> Observed:
        """Start the world anew."""
        self._played = None
        _LAST_PLAYER[id(self.world.unwrapped)] = self
        observed = after_reset(self.world.reset(seed=self.seed))
        self._played = 0
        return observed

    def play(self, action: str, events: Sequence[Event]) -> Observed:
        """Play ``action`` after the recorded ``events``; ``settle`` must follow once its step is recorded."""
        self._catch_up(events)
        self._played = None
        return after_step(self.world.step(action))

    def settle(self, actions: int) -> None:
        """The step is recorded; the world has seen ``actions`` actions in all."""
        self._played = actions

    def _catch_up(self, events: Sequence[Event]) -> None:
        actions = [e.action for e in events if isinstance(e, Acted)]
        if self._played == len(actions) and _LAST_PLAYER.get(id(self.world.unwrapped)) is self:
            return
        recorded = [e.observation for e in events if isinstance(e, Observed)]
        _compare(0, recorded, self.reset().observation)
        for number, action in enumerate(actions, 1):
            self._played = None
            _compare(number, recorded, after_step(self.world.step(action)).observation)
        self._played = len(actions)


# Which stage last moved a world, by the world's id: a stage keeps its world alive, so an id here is never another's.
_LAST_PLAYER: WeakValueDictionary[int, Stage] = WeakValueDictionary()


def another(world: World) -> World:
    """A world of the same kind for a fork: made again where it came from ``make_env``, else copied."""
    if world.spec is not None and ours(world):
        return gymnasium.make(world.spec)
    return deepcopy(world)


def ours(world: World) -> bool:
    """Whether ``make_env`` made it."""
    return world.spec is not None and world.spec.id.startswith("nesyfs/")


def language_of(world: World) -> Language | None:
    """The language that a world's truth is told in; None where it has none."""
    language = getattr(world.unwrapped, "language", None)
    return language if isinstance(language, Language) else None


def settled(agent: Agent, world: World) -> Agent:
    """The agent, ready for that world.

    Raises:
        ValueError: when its memory cannot keep a belief there.
    """
    settle = getattr(agent, "in_world", None)
    ready: Agent = agent if settle is None else settle(language_of(world))
    return ready


def _compare(number: int, recorded: Sequence[str], now: str) -> None:
    was = recorded[number]
    if was != now:
        raise WorldChanged(
            f"the world did not repeat itself: after action {number} of the record it said {now[:200]!r} "
            f"instead of {was[:200]!r}. Use the world, the task and the version that made the record."
        )
