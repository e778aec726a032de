"""Write ``tasks.json``: how many variations each task has, and of the first of each split goal and expert length.

python -m nesyfs_lab.worlds.science.freeze
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .engine import Engine
from .tasks import SPLITS, first_of
from .texts import clean

STORED = Path(__file__).parent / "tasks.json"
ANSWER = "0"
"""The gold path's answer when the engine asks which thing is meant; ``Engine.step`` answers itself."""


def gold(engine: Engine, name: str, variation: int, simplifications: str = "") -> list[str]:
    """The actions of an expert up to the one that wins, which was tried. The task is left as they leave it."""
    engine.load(name, variation, simplifications, gold=True)
    path = [action for action in engine.gold_path() if action != ANSWER]
    engine.load(name, variation, simplifications)
    for played, action in enumerate(path, start=1):
        if engine.step(action).completed:
            return path[:played]
    return path


def told(engine: Engine, name: str) -> dict[str, Any]:
    """What is stored of a task."""
    variations = engine.variations(name)
    known = {}
    for variation in sorted({first_of(split, variations) for split in SPLITS}):
        path = gold(engine, name, variation)
        known[str(variation)] = [clean(engine.goal()), len(path)]
    return {"variations": variations, "known": known}


def main() -> None:
    """Play all that is stored, some minutes."""
    engine = Engine()
    try:
        found = {name: told(engine, name) for name in engine.task_names()}
    finally:
        engine.close()
    STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
