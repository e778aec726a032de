"""The games: families, levels, and how one is made and compiled. A made game is kept in the cache folder.

TextWorld draws a game from a seed and compiles it with the Inform 7 that comes with it, some seconds in all. The same
id is the same game on every machine, as long as TextWorld is the same: its version is part of the name in the cache.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import platformdirs

from ..engine import ONE_AT_A_TIME

SEED = 20_181_130
HASH_SEED = 0
"""Python's, while a game is made: makers go through sets of strings, and their order is part of the game."""
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
    path = folder / f"{recipe.id}-{SEED}-{HASH_SEED}.z8"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with ONE_AT_A_TIME, tempfile.TemporaryDirectory(dir=folder) as workshop:
            _make(recipe, Path(workshop) / path.name)
            for finished in sorted(Path(workshop).glob(f"{path.stem}.*"), key=lambda each: each.suffix == ".z8"):
                if finished.suffix in (".z8", ".json"):  # what says that a game is whole, its .z8, comes last
                    shutil.move(finished, folder / finished.name)
    return path


def _make(recipe: Recipe, path: Path) -> None:
    """In a process of its own, since a hash seed is chosen when Python starts."""
    command = [sys.executable, "-m", f"{__package__}.making", recipe.family, str(recipe.level)]
    command += [json.dumps(dict(recipe.settings)), os.fspath(path)]
    env = {**os.environ, "PYTHONHASHSEED": str(HASH_SEED)}
    finished = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if finished.returncode:
        last = (finished.stderr.strip().splitlines() or [f"exit code {finished.returncode}"])[-1]
        raise RuntimeError(
            f"TextWorld could not make the game {recipe.id} ({last[:300]}); it needs its own Inform 7, which comes "
            "with the package on Linux and macOS"
        )


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the interpreter's warning that it does not know the game's score: TextWorld keeps that itself."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Game .* is not fully supported")
        yield
