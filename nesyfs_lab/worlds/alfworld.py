"""ALFWorld's own games, where ``alfworld-download`` put them: ``$ALFWORLD_DATA``, else ``~/.cache/alfworld``."""

from __future__ import annotations

import functools
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .contract import Task, choose
from .pddl_world import PddlWorld, read_game

_FILE = "game.tw-pddl"
_GOAL = re.compile(r'Your task is to: ((?:[^"\\]|\\.)*)"')


class ALFWorld(PddlWorld):
    """A game of ALFWorld.

    Args:
        task: a row number of ``tasks("alfworld", split=split)``, an id (``<type-...>/<trial>``), or the path of a
            game (its file or folder), which needs no ``$ALFWORLD_DATA``.
        split: the folder of games: ``train``, ``valid_seen`` or ``valid_unseen``.
        max_steps: see ``PddlWorld``.

    Raises:
        FileNotFoundError: when the games are not there; the text says how to get them.
        ValueError, IndexError: when there is no such split or task.
    """

    def __init__(self, task: int | str = 0, *, split: str = "valid_seen", max_steps: int | None = None) -> None:
        found = _by_path(task) if isinstance(task, str) else None
        found = found or choose(self.tasks(split), task, "alfworld")
        assert found.path is not None
        super().__init__(found, read_game(found.path), max_steps)

    @staticmethod
    def tasks(split: str = "valid_seen") -> list[Task]:
        """The games of a split that ALFWorld itself plays, in the order of their ids. They are read once a process."""
        return list(_tasks_in(_games_folder(), split))


def _games_folder() -> Path:
    return Path(os.environ.get("ALFWORLD_DATA") or "~/.cache/alfworld").expanduser() / "json_2.1.1"


@functools.cache
def _tasks_in(root: Path, split: str) -> tuple[Task, ...]:
    kinds = [folder for folder in sorted((root / split).glob("*")) if _is_supported(folder.name)]
    games = [path for kind in kinds for path in sorted(kind.glob(f"*/{_FILE}"))]
    tasks = tuple(_task(path, game) for path in games if (game := read_game(path)).get("solvable"))
    if tasks:
        return tasks
    splits = sorted(path.name for path in root.glob("*") if path.is_dir())
    if splits and split not in splits:
        raise ValueError(f"there is no split {split!r} in {root}, only {', '.join(splits)}")
    raise FileNotFoundError(
        f"no ALFWorld games in {root / split}: `pip install alfworld`, then `alfworld-download` puts them into "
        f"~/.cache/alfworld, or into $ALFWORLD_DATA where that is set. If you have them, set it to the folder "
        f"that holds {root.name}. The games of make_env('household') need no download"
    )


def _is_supported(kind: str) -> bool:
    """ALFWorld leaves these out, too: its rules for them are switched off."""
    return "movable" not in kind and "Sliced" not in kind


def _by_path(task: str) -> Task | None:
    """The game that ``task`` is the path of, None when it is no path."""
    path = Path(task).expanduser()
    path = path / _FILE if path.is_dir() else path
    return _task(path.resolve(), read_game(path)) if path.is_file() else None


def _task(path: Path, game: Mapping[str, Any]) -> Task:
    goal = _GOAL.search(game.get("grammar", ""))
    walkthrough = game.get("walkthrough")
    kind, trial = path.parent.parent.name, path.parent.name
    return Task(
        id=f"{kind}/{trial}",
        goal=json.loads(f'"{goal.group(1)}"') if goal else "",
        type=kind.partition("-")[0],
        split=path.parent.parent.parent.name,
        expert_length=len(walkthrough) if walkthrough else None,
        path=path,
    )
