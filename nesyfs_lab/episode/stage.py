"""The world behind an episode: started from the seed, moved by recorded actions, brought back when it strayed.

A step that was cancelled or failed after the world had moved must not be played twice. The stage therefore knows how
many recorded actions its world has seen; when it does not know, or they differ, the world is reset and the recorded
actions are played again, and their observations must be the recorded ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

import gymnasium

from ..events import Acted, Event, Observed
from ..graph import Triplet

World = gymnasium.Env[Any, Any]


class WorldChanged(RuntimeError):
    """Replaying recorded actions gave other observations than the record holds."""


class Stage:
    """Plays one world for one episode."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.seed = seed
        self._played: int | None = None  # recorded actions that the world has seen since its reset; None: unknown

    def reset(self) -> Observed:
        """Start the world anew."""
        self._played = None
        observation, info = self.world.reset(seed=self.seed)
        self._played = 0
        return _observed(str(observation), 0.0, False, False, info)

    def play(self, action: str, events: Sequence[Event]) -> Observed:
        """Play ``action`` after the recorded ``events``; ``settle`` must follow once its step is recorded."""
        self._catch_up(events)
        self._played = None
        observation, reward, terminated, truncated, info = self.world.step(action)
        return _observed(str(observation), float(reward), bool(terminated), bool(truncated), info)

    def settle(self, actions: int) -> None:
        """The step is recorded; the world has seen ``actions`` actions in all."""
        self._played = actions

    def _catch_up(self, events: Sequence[Event]) -> None:
        actions = [e.action for e in events if isinstance(e, Acted)]
        if self._played == len(actions):
            return
        recorded = [e.observation for e in events if isinstance(e, Observed)]
        told = [self.reset().observation]
        for action in actions:
            told.append(str(self.world.step(action)[0]))
        for number, (was, now) in enumerate(zip(recorded, told, strict=True)):
            if was != now:
                raise WorldChanged(
                    f"the world did not repeat itself: after action {number} of the record it said {now[:200]!r} "
                    f"instead of {was[:200]!r}. Use the world, the task and the version that made the record."
                )
        self._played = len(actions)


def another(world: World) -> World:
    """A world of the same kind for a fork: made again from its spec where it came from ``make_env``, else copied."""
    spec = world.spec
    return deepcopy(world) if spec is None else gymnasium.make(spec)


def described(world: World) -> dict[str, Any]:
    """What a record says of its world. Options are told only for worlds of this package: others may hold keys."""
    spec = world.spec
    if spec is None:
        return {"name": type(world.unwrapped).__name__}
    ours = spec.id.startswith("nesyfs/")
    return {"name": spec.id, "options": _plain(spec.kwargs) if ours else {}}


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v if isinstance(v, str | int | float | bool | None) else str(v) for k, v in options.items()}


def _observed(observation: str, reward: float, terminated: bool, truncated: bool, info: Mapping[str, Any]) -> Observed:
    commands, facts = info.get("admissible_commands"), info.get("facts")
    won = bool(info.get("won", False))
    return Observed(
        observation=observation,
        task=str(info.get("task", "")),
        reward=reward,
        admissible=None if commands is None else tuple(map(str, commands)),
        facts=None if facts is None else tuple(Triplet(*map(str, fact)) for fact in facts),
        won=won,
        score=float(info.get("score", float(won))),
        terminated=terminated,
        truncated=truncated,
    )
