"""The header of a record: which model, prompts, settings, world and seed made it, and nothing that is secret."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import gymnasium
import numpy as np

from ..agents import Agent
from ..language import Language
from ..worlds import registry
from .stage import World, language_of, ours, settled

Header = dict[str, Any]
SECRET = {
    "key",
    "apikey",
    "token",
    "secret",
    "password",
    "passwd",
    "authorization",
    "auth",
    "credential",
    "credentials",
}


def header_of(world: World, agent: Agent, seed: int) -> Header:
    """The header of an episode that begins now."""
    return {
        "version": _version(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        **setting(world, agent),
        "seed": seed,
        **({} if (language := language_of(world)) is None else {"language": language.described()}),
    }


def setting(world: World, agent: Agent) -> Header:
    """What makes the events: the model, the agent and the world.

    Raises:
        TypeError: when ``world`` is no environment or ``agent`` no agent.
    """
    _check(world, agent)
    info = getattr(agent.model, "info", None)
    named = info if isinstance(info, Mapping) and info else {"name": type(agent.model).__name__}
    return {"model": plain(named), "agent": plain(settled(agent, world).settings()), "world": _described(world)}


def forked(parent: Header, header: Header, step: int, action: str | None) -> Header:
    """``header``, told that its episode shares the first ``step`` steps of another, and which action a person chose.

    The record keeps the choice, so that it is not lost where the child is saved before it was played.
    """
    chosen = {} if action is None else {"action": action}
    fork = {"of": parent.get("created"), "step": step, "parent": parent.get("fork"), **chosen}
    return {**header, "fork": fork}


def fork_in_words(header: Mapping[str, Any]) -> str:
    """``fork at step 3`` of an episode that is one; else "". Forks of forks name each step, the newest first."""
    steps, fork = [], header.get("fork")
    while isinstance(fork, dict):
        steps.append(str(fork.get("step")))
        fork = fork.get("parent")
    return f"fork after step {', of a fork after step '.join(steps)}" if steps else ""


def chosen_action(header: Header, steps: int) -> str | None:
    """The action that a person chose for the step after ``steps``, when the episode was forked there."""
    match header.get("fork"):
        case {"step": int(step), "action": str(action)} if step == steps:
            return action
        case _:
            return None


def resumed(header: Header, world: World, agent: Agent, step: int) -> Header:
    """``header``, told that another setting goes on with the episode after ``step``, where it is another one."""
    now = {"version": _version(), **setting(world, agent)}
    other = {name: value for name, value in now.items() if header.get(name) != value}
    return {**header, "resumed": [*header.get("resumed", []), {"step": step, **other}]} if other else header


def language_in(header: Header) -> Language | None:
    """The language of the record's world: as the record tells it, else that of the world of this name today.

    Its reader is code, which no record holds: it is today's.
    """
    name = str(header.get("world", {}).get("name")).removeprefix("nesyfs/").removesuffix("-v0")
    today = registry.language(name) if name in registry.WORLDS else None
    try:
        told = Language.from_description(header["language"])
    except (KeyError, TypeError, AttributeError):  # recorded before languages were, or by other hands
        return today
    return replace(told, read=today.read) if today is not None and today.name == told.name else told


def plain(value: Any) -> Any:
    """``value`` as JSON, for people: secrets left out, objects named by their class.

    An entry is secret when a word of its name says so (``api_key``); in an address, so are a password and a query.
    """
    match value:
        case Mapping():
            return {
                str(k): plain(v) for k, v in value.items() if not SECRET & set(re.split(r"[^a-z]+", str(k).lower()))
            }
        case list() | tuple() | set() | frozenset():
            return [plain(item) for item in value]
        case np.generic():
            return plain(value.item()) if not isinstance(value.item(), np.generic) else str(value)
        case str():
            return re.sub(r"(?<=://)[^/@\s]*@", "", re.sub(r"(?<=://)([^\s?]*)\?\S*", r"\1", value))
        case float():
            return value if np.isfinite(value) else str(value)
        case None | bool() | int():
            return value
        case _:
            return type(value).__name__


def _described(world: World) -> Header:
    """The world. Options are told only for worlds of this package: others may hold anything."""
    spec = world.spec
    if spec is None:
        return {"name": type(world.unwrapped).__name__}
    return {"name": spec.id, "options": plain(spec.kwargs) if ours(world) else {}}


def _check(world: object, agent: object) -> None:
    if not isinstance(world, gymnasium.Env):
        raise TypeError(f"env must be a Gymnasium environment, such as make_env('household'); got {world!r}")
    if isinstance(agent, type) or not all(hasattr(agent, name) for name in ("decide", "update", "settings", "model")):
        raise TypeError(f"agent must be an agent, such as NeSyFS(model); got {agent!r}")


def _version() -> str:
    try:
        return version("nesyfs-lab")
    except PackageNotFoundError:  # imported from a folder that nobody installed
        return "not installed"
