"""What a world said, as an event. Worlds are foreign code: what breaks their contract is told in one sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

from ..events import Observed
from ..graph import Triplet


def after_reset(result: object) -> Observed:
    """The event of what ``reset`` returned.

    Raises:
        TypeError, ValueError: when the world breaks its contract (see ``nesyfs_lab.worlds.contract``).
    """
    observation, info = _parts(result, 2, "reset")
    return _observed(observation, 0.0, False, False, info)


def after_step(result: object) -> Observed:
    """The event of what ``step`` returned; errors as above."""
    observation, reward, terminated, truncated, info = _parts(result, 5, "step")
    return _observed(observation, _number(reward, "reward"), bool(terminated), bool(truncated), info)


def _parts(result: object, count: int, call: str) -> tuple[Any, ...]:
    if not isinstance(result, tuple) or len(result) != count:
        told = f"{len(result)} values" if isinstance(result, tuple) else type(result).__name__
        raise TypeError(f"the world's {call}() must return a tuple of {count} values as in Gymnasium, got {told}")
    if not isinstance(result[-1], Mapping):
        raise TypeError(f"the world's {call}() must return info as a mapping, got {type(result[-1]).__name__}")
    return result


def _observed(observation: Any, reward: float, terminated: bool, truncated: bool, info: Mapping[str, Any]) -> Observed:
    won, score = bool(info.get("won")), info.get("score")
    task = "\n".join(str(part) for part in (info.get("task"), info.get("acting")) if part is not None)
    return Observed(
        observation=str(observation),
        task=task,
        reward=reward,
        admissible=_commands(info.get("admissible_commands")),
        facts=_facts(info.get("facts")),
        won=won,
        score=float(won) if score is None else _number(score, "score"),
        terminated=terminated,
        truncated=truncated,
    )


def _number(value: Any, name: str) -> float:
    if not isinstance(value, Real) or not math.isfinite(value):
        raise ValueError(f"the world's {name} must be a finite number, got {value!r}")
    return float(value)


def _commands(commands: Any) -> tuple[str, ...] | None:
    if commands is None:
        return None
    if isinstance(commands, str) or not isinstance(commands, Iterable):
        raise TypeError(f"the world's info['admissible_commands'] must be a list of strings, got {commands!r}")
    return tuple(map(str, commands))


def _facts(facts: Any) -> tuple[Triplet, ...] | None:
    if facts is None:
        return None
    if isinstance(facts, str) or not isinstance(facts, Iterable):
        raise TypeError(f"the world's info['facts'] must be a collection of triplets, got {facts!r}")
    return tuple(_fact(fact) for fact in facts)


def _fact(fact: Any) -> Triplet:
    if not isinstance(fact, list | tuple) or len(fact) != 3:
        raise TypeError(f"each of the world's info['facts'] must be (subject, relation, object), got {fact!r}")
    return Triplet(*map(str, fact))
