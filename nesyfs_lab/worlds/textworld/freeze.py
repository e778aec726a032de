"""Write ``tasks.json``: goal and expert length of every game, as the games that are made here have them.

python -m nesyfs_lab.worlds.textworld.freeze
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .games import RECIPES, Recipe, start
from .world import clean

STORED = Path(__file__).parent / "tasks.json"


def told(recipe: Recipe) -> dict[str, Any]:
    """A game's goal and the length of its walkthrough, from the game itself."""
    game = start(recipe, "objective", "policy_commands")
    try:
        state = game.reset()
        return {"goal": clean(state["objective"]), "expert_length": len(state["policy_commands"])}
    finally:
        game.close()


def main() -> None:
    """Make every game and write what they say."""
    found = {recipe.id: told(recipe) for recipe in RECIPES}
    STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
