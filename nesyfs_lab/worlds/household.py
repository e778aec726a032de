"""Our own small households: 30 games in five levels, stored with the package, no download needed."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from .contract import Task, choose
from .pddl_world import PddlWorld


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
        super().__init__(found, full_game(_read(found.path)), max_steps)

    @staticmethod
    def tasks() -> list[Task]:
        """All games, from level 1 to level 5."""
        return list(_tasks_in(stored_games()))


def stored_games() -> Path:
    """The folder of the stored games: inside an installed package, else beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    folders = [package / "data" / "household", package.parent / "data" / "household"]
    for folder in folders:
        if any(folder.glob("level*.json")):
            return folder
    raise FileNotFoundError(
        f"the household games are missing from {folders[0]} and {folders[1]}: "
        "install nesyfs_lab again, or write them with `python -m nesyfs_lab.worlds.generate`"
    )


def full_game(stored: dict[str, Any]) -> dict[str, Any]:
    """A stored game with the parts that all share: ALFWorld's domain, and its grammar with this game's goal.

    Written as JSON to ``game.tw-pddl``, it is a game that ALFWorld plays itself.
    """
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
    game = _read(path)
    length = len(game["walkthrough"])
    return Task(path.stem, game["goal"], game["type"], "household", game["level"], length, path)


def _read(path: Path) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return game
