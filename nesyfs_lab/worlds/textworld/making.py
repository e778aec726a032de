"""Make and compile one game: what ``games.made`` runs in a process of its own, with a fixed hash seed.

python -m nesyfs_lab.worlds.textworld.making FAMILY LEVEL SETTINGS PATH
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from .games import SEED, Settings


def _coin(settings: Settings, options: Any) -> Any:
    from textworld.challenges import coin_collector

    return coin_collector.make(dict(settings), options)


def _treasure(settings: Settings, options: Any) -> Any:
    from textworld.challenges import treasure_hunter

    return treasure_hunter.make(dict(settings), options)


def _simple(settings: Settings, options: Any) -> Any:
    from textworld.challenges import simple

    return simple.make({"test": False, **settings}, options)


def _cooking(settings: Settings, options: Any) -> Any:
    from textworld.challenges.tw_cooking import cooking

    return cooking.make({"split": "train", "recipe_seed": SEED, "drop": False, **settings}, options)


def _quest(settings: Settings, options: Any) -> Any:
    import textworld

    options.nb_rooms, options.nb_objects = settings["rooms"], settings["objects"]
    options.chaining.max_length = options.chaining.max_depth = settings["length"]
    return textworld.generator.make_game(options)


_MAKERS: dict[str, Callable[[Settings, Any], Any]] = {
    "coin-collector": _coin,
    "treasure-hunter": _treasure,
    "simple": _simple,
    "cooking": _cooking,
    "quest": _quest,
}


def make(family: str, level: int, settings: Settings, path: str) -> None:
    """Draw the game from its seed and compile it to ``path``."""
    import textworld

    options = textworld.GameOptions()
    options.seeds = SEED + level
    options.grammar.only_last_action = True  # a goal that tells the whole way leaves nothing to find out
    options.path, options.file_ext = path, ".z8"
    textworld.generator.compile_game(_MAKERS[family](settings, options), options)


if __name__ == "__main__":
    make(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]), sys.argv[4])
