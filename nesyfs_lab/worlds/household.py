"""Our own small households: 30 games in five levels, stored with the package, no download needed."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from ..shipped import shipped
from .contract import Task, choose
from .pddl_world import PddlWorld, read_game


class Household(PddlWorld):
    """A stored household game.

    Args:
        task: a row number of ``tasks("household")`` or an id, ``level1-0`` to ``level5-5``.
        max_steps: see ``PddlWorld``.

    Raises:
        ValueError, IndexError: when there is no such task.
        FileNotFoundError: when the stored games are missing; the text says how to write them again.
    """

    def __init__(self, task: int | str = 0, *, max_steps: int | None = None) -> None:
        found = choose(self.tasks(), task, "household")
        assert found.path is not None
        super().__init__(found, full_game(read_game(found.path)), max_steps)

    @staticmethod
    def tasks() -> list[Task]:
        """All games, from level 1 to level 5."""
        return list(_tasks_in(stored_games()))

    def export(self, path: str | PathLike[str]) -> None:
        """Write the game as a ``game.tw-pddl``, which ALFWorld (and ``make_env("alfworld", path)``) plays itself."""
        Path(path).write_text(json.dumps(self.game), encoding="utf-8")


def stored_games() -> Path:
    """The folder of the stored games; ``python -m nesyfs_lab.worlds.generate`` wrote it."""
    return shipped("household")


def full_game(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A stored game in ALFWorld's format: with the domain and the grammar, which all share but for the goal's words."""
    domain, grammar = _domain_and_grammar()
    shared = {"pddl_domain": domain, "grammar": grammar.replace("UNKNOWN GOAL.", stored["goal"])}
    return shared | {key: stored[key] for key in ("pddl_problem", "solvable", "walkthrough")}


@functools.cache
def _domain_and_grammar() -> tuple[str, str]:
    from importlib.resources import files

    data = files("alfworld") / "data"
    return (data / "alfred.pddl").read_text("utf-8"), (data / "alfred.twl2").read_text("utf-8")


@functools.cache
def _tasks_in(folder: Path) -> tuple[Task, ...]:
    return tuple(_task(path) for path in sorted(folder.glob("level*.json")))


def _task(path: Path) -> Task:
    game = read_game(path)
    length = len(game["walkthrough"])
    return Task(path.stem, game["goal"], game["type"], "household", game["level"], length, path)
