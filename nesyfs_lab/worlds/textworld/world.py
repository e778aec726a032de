"""A TextWorld game behind the common face."""

from __future__ import annotations

import json
import operator
import re
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

import gymnasium

from ...language import Language
from ..contract import MAX_ACTION, MAX_OBSERVATION, Task, choose, text_space
from ..engine import ONE_AT_A_TIME
from .games import RECIPES, start
from .language import TEXTWORLD
from .truth import true_state

NOTHING = "Nothing happens."
Step = tuple[str, float, bool, bool, dict[str, Any]]
_PROMPT = re.compile(r"\n>[ \t]*(?:-=.*)?\s*$|Would you like to RESTART.*$", re.DOTALL)
_STATUS = re.compile(r"[ \t]{20,}-=.*=-\S*")
_GAPS = re.compile(r"[ \t]*\n\s*")


class TextWorldGame(gymnasium.Env[str, str]):
    """One game. The reward is the share of the game's points that an action wins; ``score`` is their sum, 0 to 1.

    Only admissible actions reach the interpreter, whose "save" or "quit" are no part of the game; all others are
    answered with "Nothing happens.".

    Args:
        task: a row number of ``tasks("textworld")`` or an id: ``coin-collector-1``, ``cooking-3``, ...
        max_steps: the episode is truncated after so many actions; None plays on.

    Raises:
        ValueError, IndexError: when there is no such task, or ``max_steps`` is not positive.
        TypeError: when ``max_steps`` is no integer.
    """

    language: ClassVar[Language] = TEXTWORLD

    def __init__(self, task: int | str = 0, *, max_steps: int | None = None) -> None:
        if max_steps is not None and operator.index(max_steps) < 1:
            raise ValueError(f"max_steps is a number of actions, at least 1, or None for no limit; got {max_steps}")
        self.observation_space = text_space(MAX_OBSERVATION)
        self.action_space = text_space(MAX_ACTION)
        self.task = choose(self.tasks(), task, "textworld")
        self.max_steps = max_steps
        self._game: Any = None
        self._state: Any = None
        self._moves = 0
        self._playing = False

    @staticmethod
    def tasks() -> list[Task]:
        """All games: five families, easy levels first."""
        return list(_tasks())

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Play the game from its start, made first where it never was. Nothing is random: ``seed`` changes nothing.

        Raises:
            RuntimeError: when TextWorld cannot make the game here; the text says why.
        """
        super().reset(seed=seed)
        self._playing = False
        game = self._loaded()
        with ONE_AT_A_TIME:
            self._state = game.reset()
        self._moves = 0
        self._playing = True
        return clean(self._state["description"]), self._info()

    def step(self, action: str) -> Step:
        """Do ``action``.

        Raises:
            gymnasium.error.ResetNeeded: when no episode is being played.
            TypeError: when ``action`` is no string.
        """
        if not self._playing:
            raise gymnasium.error.ResetNeeded("no episode is being played (it has ended, or never began): call reset()")
        if not isinstance(action, str):
            raise TypeError(f"an action is a string such as 'go north', not {action!r}")
        self._moves += 1
        before, observation = self._score, NOTHING
        if action in self._state["admissible_commands"]:
            self._playing = False  # an interrupted action leaves the game in between: only reset() helps then
            with ONE_AT_A_TIME:
                self._state, _, _ = self._game.step(action)
            observation = clean(self._state["feedback"]) or NOTHING
        over = bool(self._state["won"] or self._state["lost"])
        late = self.max_steps is not None and self._moves >= self.max_steps
        self._playing = not (over or late)
        return observation, self._score - before, over, late and not over, self._info()

    def close(self) -> None:
        """Leave the interpreter; ``reset`` starts it again."""
        self._playing = False
        game, self._game, self._state = self._game, None, None
        if game is not None:
            game.close()

    @property
    def _score(self) -> float:
        share = float(self._state["score"]) / (self._state["max_score"] or 1)
        return max(0.0, min(1.0, share))

    def _info(self) -> dict[str, Any]:
        return {
            "task": self.task.goal,
            "admissible_commands": sorted(set(self._state["admissible_commands"])),
            "won": bool(self._state["won"]),
            "score": self._score,
            "facts": true_state(self._state["facts"]),
        }

    def _loaded(self) -> Any:
        if self._game is None:
            (recipe,) = (each for each in RECIPES if each.id == self.task.id)
            self._game = start(
                recipe, "won", "lost", "admissible_commands", "facts", "score", "max_score", "description"
            )
        return self._game


def clean(text: str) -> str:
    """A text without the interpreter's prompt, its status line, its question after the end, and its empty lines."""
    return _GAPS.sub("\n", _STATUS.sub("", _PROMPT.sub("", text))).strip()


@cache
def _tasks() -> tuple[Task, ...]:
    """Goals and lengths as ``freeze`` stored them: to list games none needs to be made."""
    stored = json.loads(files(__package__).joinpath("tasks.json").read_text(encoding="utf-8"))
    return tuple(
        Task(
            recipe.id, stored[recipe.id]["goal"], recipe.family, "textworld", recipe.level,
            stored[recipe.id]["expert_length"],
        )
        for recipe in RECIPES
    )  # fmt: skip
