"""ALFWorld's own games, where ``alfworld-download`` put them: ``$ALFWORLD_DATA``, else ``~/.cache/alfworld``."""

from __future__ import annotations

import functools
import json
import os
import re
from pathlib import Path

from .contract import Task, choose
from .pddl_world import PddlWorld, read_game

SPLITS = ("train", "valid_seen", "valid_unseen", "valid_train")
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
        found = found or choose(self.tasks(split=split), task, "alfworld")
        assert found.path is not None
        super().__init__(found, read_game(found.path), max_steps)

    @staticmethod
    def tasks(split: str = "valid_seen") -> list[Task]:
        """The games of a split that can be won, in the order of their ids, as ALFWorld plays them.

        Games are read once a process.
        """
        if split not in SPLITS:
            raise ValueError(f"ALFWorld has no split {split!r}; its splits are {', '.join(SPLITS)}")
        return list(_tasks_in(_games_folder() / split))


def _games_folder() -> Path:
    return Path(os.environ.get("ALFWORLD_DATA") or "~/.cache/alfworld").expanduser() / "json_2.1.1"


@functools.cache
def _tasks_in(folder: Path) -> tuple[Task, ...]:
    # ALFWorld leaves out games with movable receptacles and sliced things, too: its engine cannot win them.
    paths = [p for p in sorted(folder.glob(f"*/*/{_FILE}")) if "movable" not in p.parent.parent.name + p.parent.name]
    read = [_task(path) for path in paths if "Sliced" not in path.parent.parent.name]
    tasks = tuple(task for task in read if task is not None)
    if not tasks:
        raise FileNotFoundError(
            f"no ALFWorld games in {folder}: run `alfworld-download` (about 2 GB), or set $ALFWORLD_DATA to the folder "
            "that holds json_2.1.1, and start again; the worlds of make_env('household') need no download"
        )
    return tasks


def _by_path(task: str) -> Task | None:
    """The game that ``task`` is the path of, None when it is no path."""
    path = Path(task).expanduser()
    path = path / _FILE if path.is_dir() else path
    if not path.is_file():
        return None
    return _task(path.resolve(), must_be_winnable=False)


def _task(path: Path, must_be_winnable: bool = True) -> Task | None:
    game = read_game(path)
    if must_be_winnable and not game.get("solvable"):
        return None
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
