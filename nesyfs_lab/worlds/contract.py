"""What every world keeps, so that an agent, an episode or a study need not know which one it plays.

A world is a ``gymnasium.Env`` class over text:

- ``World(task=0, **options)``: ``task`` is a row number of ``World.tasks(**options)`` or a row's id.
  The same task is the same game, whatever the seed.
- ``World.tasks(**options)``: the tasks there are, as a list of ``Task``.
- ``reset(seed=, options=) -> (observation, info)``.
- ``step(str) -> (observation, reward, terminated, truncated, info)``. Any string is an action; one that means nothing
  is answered with "Nothing happens.".
- ``info``: ``task`` (str), ``won`` (bool), ``score`` (float, 0 to 1), ``admissible_commands`` (list of str; absent if
  unknown) and, where the world can tell it, ``facts``: the true state as triplets, in the words that observations use.
  An agent never sees ``facts``. A world with actions in free text tells their form in ``acting`` (str): the agent is
  given it with the task.
- ``language``, a class attribute: the ``Language`` that ``facts`` are told in, with a reader where there is one. A
  world without it has no ``facts`` to compare a belief with.
- A step after the end, or before the first reset, raises ``gymnasium.error.ResetNeeded``.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gymnasium import spaces

if TYPE_CHECKING:
    import pandas

# What games print and people type: ASCII with its line break, then Latin, Greek, Cyrillic, ... and punctuation.
CHARSET = "\n\t" + "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x2000), *range(0x2010, 0x2028))))
MAX_OBSERVATION, MAX_ACTION = 20_000, 1_000  # characters


@dataclass(frozen=True)
class Task:
    """One task of a world.

    Attributes:
        id: its name, the same on every machine.
        goal: what is asked, as ``info["task"]`` says it.
        type: the kind of task, in the world's own terms.
        split: the part of a benchmark that it belongs to.
        level: difficulty from 1, None where a world has no levels.
        expert_length: actions that a player needs who knows where everything is; None where unknown.
        path: the file that it is played from, if any.
    """

    id: str
    goal: str
    type: str
    split: str
    level: int | None = None
    expert_length: int | None = None
    path: Path | None = None


def text_space(max_length: int) -> spaces.Text:
    """Texts of up to ``max_length`` characters, the empty one included."""
    return spaces.Text(max_length, min_length=0, charset=CHARSET)


def choose(tasks: Sequence[Task], task: int | str, world: str) -> Task:
    """The task of that row number or id.

    Raises:
        IndexError: when there is no such row.
        ValueError: when there is no such id.
        TypeError: when ``task`` is neither.
    """
    if isinstance(task, str):
        for each in tasks:
            if each.id == task:
                return each
        raise ValueError(f"{world} has no task {task!r}; its ids are listed by nesyfs_lab.tasks({world!r})")
    if isinstance(task, bool):
        raise TypeError(f"a task is chosen by its row number (int) or its id (str), not by {task!r}")
    try:
        row = operator.index(task)
    except TypeError:
        raise TypeError(f"a task is chosen by its row number (int) or its id (str), not by {task!r}") from None
    if not 0 <= row < len(tasks):
        raise IndexError(f"{world} has the tasks 0 to {len(tasks) - 1}, not {row}; see nesyfs_lab.tasks({world!r})")
    return tasks[row]


def table(tasks: Sequence[Task]) -> pandas.DataFrame:
    """The tasks as a table; row i is what ``task=i`` plays. Unknown levels and lengths are missing values."""
    import pandas as pd

    columns = ["id", "goal", "type", "split", "level", "expert_length"]
    rows = pd.DataFrame([[getattr(task, column) for column in columns] for task in tasks], columns=columns)
    return rows.astype({"level": "Int64", "expert_length": "Int64"})
