"""WebShop with its own data, from ``$WEBSHOP_DATA``."""

from __future__ import annotations

import functools
import operator
import os
from pathlib import Path

from ..contract import Task, choose
from .goals import Goal, read_goals
from .products import Catalogue, missing_files, read_catalogue
from .world import ShopWorld, task_of


class WebShop(ShopWorld):
    """A goal of WebShop.

    Row numbers are WebShop's session numbers, and splits are cut where WebShop cuts them for all its products: rows 0
    to 499 are ``test``, 500 to 1499 ``dev``, the rest ``train``. The small set of 1,000 products has 13 human goals,
    all ``test``, and 6,910 synthetic ones. (WebShop's code splits the small set not at all.)

    Args:
        task: a row number of ``tasks("webshop", goals=goals, seed=seed)`` or an id.
        goals: ``"human"`` or ``"synthetic"``.
        seed: of price limits, and of the price of products that have a range: what WebShop draws anew in each process.
        show_attrs, max_steps: see ``ShopWorld``.

    Raises:
        FileNotFoundError: when the data is not there; the text says how to get it.
        ValueError: when the data is broken, or when there is no such task, kind of goals or number of steps.
        IndexError: when there is no such row.
    """

    def __init__(
        self,
        task: int | str = 0,
        *,
        goals: str = "human",
        seed: int = 0,
        show_attrs: bool = False,
        max_steps: int | None = None,
    ) -> None:
        catalogue, found, tasks = _shop(data_folder(), goals, operator.index(seed))
        chosen = choose(tasks, task, "webshop")
        goal = found[tasks.index(chosen)]
        super().__init__(chosen, goal, catalogue, seed=seed, show_attrs=show_attrs, max_steps=max_steps)

    @staticmethod
    def tasks(goals: str = "human", seed: int = 0) -> list[Task]:
        """All goals of that kind in WebShop's order. Files are read once a process."""
        return list(_shop(data_folder(), goals, operator.index(seed))[2])


@functools.lru_cache(maxsize=16)
def _shop(folder: Path, goals: str, seed: int) -> tuple[Catalogue, tuple[Goal, ...], tuple[Task, ...]]:
    catalogue = read_catalogue(folder)
    found = read_goals(catalogue, goals, seed)
    return catalogue, found, tuple(task_of(goal, row) for row, goal in enumerate(found))


def data_folder() -> Path:
    """The folder of WebShop's data.

    Raises:
        FileNotFoundError: when it is not set or not complete.
    """
    name = os.environ.get("WEBSHOP_DATA")
    folder = Path(name or ".").expanduser().resolve()
    if name and not (missing := missing_files(folder)):
        return folder
    lack = f"{folder} lacks {', '.join(missing)}" if name else "$WEBSHOP_DATA is not set"
    raise FileNotFoundError(
        f"no WebShop data: {lack}. Run `./setup.sh -d small` of github.com/princeton-nlp/WebShop, set $WEBSHOP_DATA to "
        "its folder `data`, which then holds items_shuffle_1000.json, items_ins_v2_1000.json and items_human_ins.json, "
        "and write title_nouns_spacy.json there with `python -m nesyfs_lab.worlds.shop.nouns`; "
        "make_env('shop') needs no download"
    )
