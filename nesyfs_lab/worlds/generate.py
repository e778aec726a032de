"""Write the stored household games: ``python -m nesyfs_lab.worlds.generate [folder]``.

Each game is drawn from a seed of its own, written as PDDL, and proved winnable: the engine's planner finds a plan, and
the plan, played, wins. Running this again writes the same files byte for byte.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from .engine import Engine
from .household import full_game
from .problem import pddl_problem
from .scenes import PLANS, TYPES, draw_scene

SEED = 2026


def build(level: int, number: int, engine: Engine, seed: int = SEED) -> dict[str, Any]:
    """A game as it is stored: ALFWorld's format without the parts that all games share (see ``full_game``).

    Args:
        level, number: which of ``PLANS``; levels count from 1, numbers from 0.
        engine: one that plans (``Engine(plans=True)``).
        seed: of the whole set.

    Raises:
        RuntimeError: when the planner finds no plan, or its plan does not win.
    """
    plan = PLANS[level - 1][number]
    scene = draw_scene(plan, Random(f"{seed} {level} {number}"))
    name = f"household_{level}_{number}"
    game: dict[str, Any] = {
        "level": level,
        "type": TYPES[plan.kind],
        "goal": scene.goal,
        "pddl_problem": pddl_problem(name, scene),
        "solvable": True,
        "walkthrough": [],
    }
    engine.load(full_game(game))
    state = engine.reset()
    game["walkthrough"] = list(state["policy_commands"])
    if state["won"] or not game["walkthrough"]:
        raise RuntimeError(f"{name} is won at its start or cannot be won; change its plan or the seed")
    for command in game["walkthrough"]:
        state = engine.step(command)
    if not state["won"]:
        raise RuntimeError(f"{name}: the planner's plan does not win")
    return game


def as_text(game: dict[str, Any]) -> str:
    """The content of a stored game's file."""
    return json.dumps(game, indent=1) + "\n"


def main() -> None:
    """Write all games into a folder, by default ``data/household`` of the checkout."""
    parser = argparse.ArgumentParser(description="Write the stored household games.")
    default = Path(__file__).resolve().parents[2] / "data" / "household"
    parser.add_argument("folder", type=Path, nargs="?", default=default)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    engine = Engine(plans=True)
    for level, plans in enumerate(PLANS, start=1):
        for number in range(len(plans)):
            game = build(level, number, engine)
            (folder / f"level{level}-{number}.json").write_text(as_text(game), encoding="utf-8", newline="\n")
            sys.stdout.write(f"level{level}-{number}: {game['goal']} ({len(game['walkthrough'])} actions)\n")


if __name__ == "__main__":
    main()
