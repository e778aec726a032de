"""Two ways to say one action: ALFWorld's games say "move X to Y" since 0.4.0, and "put X in/on Y" before.

Which one a game knows stands in its grammar. Prompts of papers and people know the other one, too; it is the same
action, so a world takes both.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, Literal

_TEMPLATE = re.compile(r'action PutObject \{\s*template :: "(\w+) ')
_SAID = re.compile(r"(?:move|put) (.+?) (?:to|in/on|in|on|into) (.+)")
_WAYS = ("move {} to {}", "put {} in/on {}", "put {} in {}", "put {} on {}")


def putting(game: Mapping[str, Any]) -> Literal["move", "put"] | None:
    """The verb by which a game puts things down; None where its grammar does not say."""
    found = _TEMPLATE.search(game.get("grammar", ""))
    match found and found[1]:
        case "move":
            return "move"
        case "put":
            return "put"
        case _:
            return None


def as_the_game_says(action: str, admissible: Collection[str]) -> str:
    """``action``, or the admissible one that says the same in the other language."""
    if action in admissible or not (said := _SAID.fullmatch(action.strip())):
        return action
    return next((other for way in _WAYS if (other := way.format(*said.groups())) in admissible), action)
