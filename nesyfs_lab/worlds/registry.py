"""Worlds by name. A new world is one file that keeps the contract and one line of ``WORLDS``."""

from __future__ import annotations

import importlib
import operator
import os
from typing import TYPE_CHECKING, Any

import gymnasium

from ..language import Language
from .contract import table

if TYPE_CHECKING:
    import pandas

WORLDS: dict[str, str] = {}  # name -> "module:class"


def register_world(name: str, entry_point: str) -> None:
    """Make ``entry_point`` ("module:class", see ``contract``) known as ``name``, to Gymnasium as ``nesyfs/<name>-v0``.

    Gymnasium's two automatic wrappers stay off. The passive checker warns about things that it has no notion of in
    text worlds and the order enforcer hides the class; both only repeat what the worlds check themselves.
    """
    WORLDS[name] = entry_point
    gymnasium.registry.pop(_id(name), None)  # a notebook registers its world each time that the cell is run
    gymnasium.register(_id(name), entry_point=entry_point, disable_env_checker=True, order_enforce=False)


def make_env(name: str, task: int | str = 0, **options: Any) -> gymnasium.Env[str, str]:
    """A world in which ``task`` (row number or id, see ``tasks``) is played.

    ``env.spec`` tells all of it: ``gymnasium.make(env.spec)`` makes another world in which the same game is played.

    Args:
        name: a world of the package, such as ``"household"`` or ``"webshop"``, or what was given to ``register_world``.
        task: a row number of ``tasks(name, ...)`` or an id; ALFWorld also takes the path of a game.
        **options: the world's own. All take ``max_steps``: after so many actions the episode is truncated.

    Raises:
        ValueError: for an unknown world or id; the text lists the worlds.
        IndexError: when ``task`` is not a row.
        FileNotFoundError: when a world's data is missing; the text says how to get it.
    """
    _entry_point(name)
    # Plain values only, so that the spec can be written as JSON.
    plain = task if isinstance(task, str | bool) else os.fspath(task) if isinstance(task, os.PathLike) else _row(task)
    return gymnasium.make(_id(name), task=plain, **options)


def tasks(name: str, **options: Any) -> pandas.DataFrame:
    """The tasks of a world, one a row: id, goal, type, split, level, expert_length.

    Args:
        name: as for ``make_env``.
        **options: those of ``make_env`` that choose the tasks, such as ALFWorld's ``split``.

    Raises:
        ValueError, FileNotFoundError: as for ``make_env``.
    """
    return table(_class(name).tasks(**options))


def language(name: str) -> Language | None:
    """The language that a world's truth is told in; None where it has none.

    Raises:
        ValueError: for an unknown world; the text lists the worlds.
    """
    return getattr(_class(name), "language", None)


def _class(name: str) -> Any:
    module, _, attribute = _entry_point(name).partition(":")
    return getattr(importlib.import_module(module), attribute)


def _id(name: str) -> str:
    return f"nesyfs/{name}-v0"


def _entry_point(name: str) -> str:
    if name not in WORLDS:
        raise ValueError(f"no world is called {name!r}; the worlds are {', '.join(sorted(WORLDS))}")
    return WORLDS[name]


def _row(task: Any) -> Any:
    try:
        return operator.index(task)
    except TypeError:
        return task  # the world says what is wrong with it


register_world("alfworld", "nesyfs_lab.worlds.alfworld:ALFWorld")
register_world("household", "nesyfs_lab.worlds.household:Household")
register_world("scienceworld", "nesyfs_lab.worlds.science.world:ScienceWorld")
register_world("shop", "nesyfs_lab.worlds.shop.own:Shop")
register_world("textworld", "nesyfs_lab.worlds.textworld.world:TextWorldGame")
register_world("webshop", "nesyfs_lab.worlds.shop.webshop:WebShop")
