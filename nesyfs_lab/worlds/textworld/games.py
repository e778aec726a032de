"""The games: families, levels, and how one is made and compiled. A made game is kept in the cache folder.

TextWorld draws a game from a seed and compiles it with the Inform 7 that comes with it, some seconds in all. The same
id is the same game on every machine, as long as TextWorld is the same: its version is part of the name in the cache.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import platformdirs

from ..engine import ONE_AT_A_TIME

SEED = 20_181_130
Settings = Mapping[str, Any]


@dataclass(frozen=True)
class Recipe:
    """How a game is made.

    Attributes:
        family: whose game it is.
        level: from 1, easy first.
        settings: of the family's maker.
    """

    family: str
    level: int
    settings: Settings

    @property
    def id(self) -> str:
        """Such as ``"cooking-2"``."""
        return f"{self.family}-{self.level}"


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
# TextWorld's own levels: of the coin collector hundreds are modes (1: with rooms that lead nowhere, 2: more of them)
# and the rest is the length of the way; of the treasure hunter 1-10 are open, 11-20 have closed, 21-30 locked things.
_LEVELS: dict[str, tuple[Settings, ...]] = {
    "coin-collector": tuple({"level": level} for level in (1, 3, 5, 105, 110, 210)),
    "treasure-hunter": tuple({"level": level} for level in (2, 6, 12, 16, 22, 26)),
    "simple": tuple(
        {"rewards": rewards, "goal": goal}
        for rewards, goal in (("dense", "detailed"), ("balanced", "brief"), ("sparse", "brief"))
    ),
    "cooking": (
        {"recipe": 1, "take": 1, "open": False, "cook": False, "cut": False, "go": 1},
        {"recipe": 1, "take": 1, "open": True, "cook": True, "cut": False, "go": 1},
        {"recipe": 2, "take": 2, "open": True, "cook": True, "cut": True, "go": 1},
        {"recipe": 2, "take": 2, "open": True, "cook": True, "cut": True, "go": 6},
        {"recipe": 3, "take": 3, "open": True, "cook": True, "cut": True, "go": 9},
        {"recipe": 3, "take": 3, "open": True, "cook": True, "cut": True, "go": 12},
    ),
    "quest": tuple(
        {"rooms": rooms, "objects": objects, "length": length}
        for rooms, objects, length in ((2, 3, 2), (3, 5, 3), (4, 8, 4), (6, 10, 5), (8, 14, 6))
    ),
}
RECIPES = tuple(
    Recipe(family, level, settings) for family, levels in _LEVELS.items() for level, settings in enumerate(levels, 1)
)


def start(recipe: Recipe, *wanted: str) -> Any:
    """TextWorld's own environment of a game, whose states tell what is ``wanted`` (fields of its ``EnvInfos``).

    Raises:
        RuntimeError: as ``made``.
    """
    import textworld

    path = made(recipe)
    with ONE_AT_A_TIME, _quiet():
        return textworld.start(os.fspath(path), textworld.EnvInfos(**dict.fromkeys(wanted, True)))


def made(recipe: Recipe) -> Path:
    """The compiled game, made now unless it was made before.

    Raises:
        RuntimeError: when TextWorld cannot make it here; the text says why.
    """
    folder = Path(platformdirs.user_cache_path("nesyfs_lab")) / "textworld" / version("textworld")
    path = folder / f"{recipe.id}-{SEED}.z8"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with ONE_AT_A_TIME, tempfile.TemporaryDirectory(dir=folder) as workshop:
            _make(recipe, Path(workshop) / path.name)
            for finished in sorted(Path(workshop).glob(f"{path.stem}.*"), key=lambda each: each.suffix == ".z8"):
                if finished.suffix in (".z8", ".json"):  # what says that a game is whole, its .z8, comes last
                    shutil.move(finished, folder / finished.name)
    return path


def _make(recipe: Recipe, path: Path) -> None:
    import textworld

    options = textworld.GameOptions()
    options.seeds = SEED + recipe.level
    options.grammar.only_last_action = True  # a goal that tells the whole way leaves nothing to find out
    options.path, options.file_ext = os.fspath(path), ".z8"
    try:
        with _quiet():
            game = _MAKERS[recipe.family](recipe.settings, options)
            textworld.generator.compile_game(game, options)
    except Exception as error:
        raise RuntimeError(
            f"TextWorld could not make the game {recipe.id} ({type(error).__name__}: {str(error)[:300]}); it needs its "
            "own Inform 7, which comes with the package on Linux and macOS"
        ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Without two warnings that ask nothing of anyone.

    The interpreter does not know the game's score (TextWorld keeps that itself), and the generator has run out of
    names for rooms of one kind and adds an adjective.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Game .* is not fully supported")
        warnings.filterwarnings("ignore", message="Not enough variation")
        yield
