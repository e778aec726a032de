"""Our own small shop: 200 products and 60 goals in three levels, stored with the package, no download needed."""

from __future__ import annotations

import functools

from ...shipped import shipped
from ..contract import Task, choose
from .goals import Goal, read_goals
from .products import read_catalogue
from .world import ShopWorld, task_of


class Shop(ShopWorld):
    """A goal of our own shop.

    Args:
        task: a row number of ``tasks("shop")`` or an id.
        show_attrs, max_steps: see ``ShopWorld``.

    Raises:
        ValueError, IndexError: when there is no such task.
        FileNotFoundError: when the stored products are missing.
    """

    def __init__(self, task: int | str = 0, *, show_attrs: bool = False, max_steps: int | None = None) -> None:
        goals = _goals()
        tasks = self.tasks()
        chosen = choose(tasks, task, "shop")
        goal = goals[tasks.index(chosen)]
        super().__init__(chosen, goal, read_catalogue(shipped("shop")), show_attrs=show_attrs, max_steps=max_steps)

    @staticmethod
    def tasks() -> list[Task]:
        """All goals, from level 1 to level 3."""
        return [task_of(goal, row, split="shop") for row, goal in enumerate(_goals())]


@functools.cache
def _goals() -> tuple[Goal, ...]:
    """Those of ``python -m nesyfs_lab.worlds.shop.generate``, by level."""
    goals = read_goals(read_catalogue(shipped("shop")), "human", 0)
    return tuple(sorted(goals, key=lambda goal: (goal.level, goal.id)))
