"""ScienceWorld's 30 tasks and their variations: the first half is for training, the rest for development and test.

To list tasks, neither Java nor ScienceWorld is needed.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from ..contract import Task, choose

SPLITS = ("train", "dev", "test")
SIMPLIFICATIONS = ("teleportAction", "openDoors", "openContainers", "selfWateringFlowerPots", "noElectricalAction")
_ID = re.compile(r"([a-z0-9-]+)/(\d+)")


def listed(split: str) -> list[Task]:
    """The first variation of each task in that split.

    Raises:
        ValueError: when there is no such split.
    """
    if split not in SPLITS:
        raise ValueError(f"ScienceWorld has no split {split!r}, only {', '.join(SPLITS)}")
    return [_task(name, first_of(split, told["variations"])) for name, told in stored().items()]


def find(task: int | str, split: str) -> Task:
    """The task of that row of ``listed(split)``, or of that id: ``"boil/0"``, any variation there is.

    Raises:
        ValueError: when there is no such split, task or variation.
        IndexError: when there is no such row.
        TypeError: when ``task`` is neither.
    """
    rows = listed(split)
    match = _ID.fullmatch(task) if isinstance(task, str) else None
    if match is None or match[1] not in stored():
        return choose(rows, task, "scienceworld")
    name, variation, there_are = match[1], int(match[2]), stored()[match[1]]["variations"]
    if variation >= there_are:
        raise ValueError(f"ScienceWorld's {name} has the variations 0 to {there_are - 1}, not {variation}")
    return _task(name, variation)


def simplified(simplifications: str) -> str:
    """The engine's spelling of a comma list of simplifications; "easy" stands for those that suit a task.

    Raises:
        ValueError: for an unknown one.
        TypeError: when it is no string.
    """
    if not isinstance(simplifications, str):
        raise TypeError(f"simplifications are names with commas between them, not {simplifications!r}")
    names = [name for part in simplifications.split(",") if (name := part.strip())]
    if names == ["easy"]:
        return "easy"
    if unknown := [name for name in names if name not in SIMPLIFICATIONS]:
        raise ValueError(
            f"ScienceWorld has no simplification {unknown[0]!r}; there are {', '.join(SIMPLIFICATIONS)}, "
            "and, alone, easy"
        )
    return ",".join(dict.fromkeys(names))


def first_of(split: str, variations: int) -> int:
    """The first variation of a split."""
    return {"train": 0, "dev": 2 * (variations // 4), "test": 3 * (variations // 4)}[split]


def split_of(variation: int, variations: int) -> str:
    """The split that a variation belongs to."""
    return max(SPLITS, key=lambda split: (first := first_of(split, variations)) <= variation and first)


@cache
def stored() -> dict[str, dict[str, Any]]:
    """What ``freeze`` stored of each task: ``variations``, and of some of them ``goals`` and ``lengths``."""
    found: dict[str, dict[str, Any]] = json.loads(files(__package__).joinpath("tasks.json").read_text(encoding="utf-8"))
    return found


def _task(name: str, variation: int) -> Task:
    told = stored()[name]
    goal, length = told["known"].get(str(variation), ("", None))
    split = split_of(variation, told["variations"])
    return Task(f"{name}/{variation}", goal, name, split, expert_length=length)
