"""The environment that both kinds of household games share: a game in ALFWorld's format behind the common face."""

from __future__ import annotations

import json
import operator
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import gymnasium

from ..language import Language
from . import engine
from .contract import MAX_ACTION, MAX_OBSERVATION, Task, text_space
from .facts import true_state
from .home_language import HOME
from .putting import as_the_game_says, putting

Step = tuple[str, float, bool, bool, dict[str, Any]]

_BANNER = "-= Welcome to TextWorld, ALFRED! =-"
_TASK = "Your task is to: "


def read_game(path: Path) -> dict[str, Any]:
    """The mapping that a game's file holds.

    Raises:
        ValueError: when the file holds no game.
    """
    try:
        game = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} holds no game: it is not JSON ({error})") from None
    if not isinstance(game, dict) or "pddl_problem" not in game:
        raise ValueError(
            f"{path} holds no game: a game is a JSON object with a pddl_problem, as in ALFWorld's game.tw-pddl"
        )
    return game


class PddlWorld(gymnasium.Env[str, str]):
    """One game. The reward is 1 for the action that wins, else 0; winning ends the episode.

    A thing is put down by "move X to Y" or by "put X in/on Y", as the game's grammar has it (``putting``); the other
    way of saying it is understood, too.

    Args:
        task: what is played.
        game: the mapping that ALFWorld's ``game.tw-pddl`` holds.
        max_steps: the episode is truncated after so many actions; None plays on.

    Raises:
        ValueError: when ``max_steps`` is not positive.
        TypeError: when ``max_steps`` is no integer.
    """

    language: ClassVar[Language] = HOME

    def __init__(self, task: Task, game: Mapping[str, Any], max_steps: int | None = None) -> None:
        if max_steps is not None and operator.index(max_steps) < 1:
            raise ValueError(f"max_steps is a number of actions, at least 1, or None for no limit; got {max_steps}")
        self.observation_space = text_space(MAX_OBSERVATION)
        self.action_space = text_space(MAX_ACTION)
        self.task = task
        self.game = game
        self.putting = putting(game)
        self._admissible: frozenset[str] = frozenset()
        self.max_steps = max_steps
        self._engine: engine.Engine | None = None
        self._leave: weakref.finalize[Any, Any] | None = None
        self._goal = ""
        self._moves = 0
        self._playing = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Play the game from its start. Nothing in it is random: ``seed`` changes nothing."""
        super().reset(seed=seed)
        self._playing = False
        state = self._loaded_engine().reset()
        room, _, goal = state.feedback.replace(_BANNER, "").partition(_TASK)
        self._goal = goal.strip()
        self._moves = 0
        self._playing = True
        return room.strip(), self._info(state)

    def step(self, action: str) -> Step:
        """Do ``action``; one that is not admissible is answered with "Nothing happens.".

        Raises:
            gymnasium.error.ResetNeeded: when no episode is being played.
            TypeError: when ``action`` is no string.
        """
        if self._engine is None or not self._playing:
            raise gymnasium.error.ResetNeeded("no episode is being played (it has ended, or never began): call reset()")
        if not isinstance(action, str):
            raise TypeError(f"an action is a string such as 'go to fridge 1', not {action!r}")
        self._playing = False  # an interrupted action leaves the engine in between: only reset() helps then
        state = self._engine.step(as_the_game_says(action, self._admissible))
        self._moves += 1
        won = bool(state["won"])
        late = self.max_steps is not None and self._moves >= self.max_steps
        self._playing = not (won or late)
        return state.feedback.strip(), float(won), won, late and not won, self._info(state)

    def close(self) -> None:
        """Leave the engine to another world; ``reset`` takes one again."""
        self._playing = False
        self._engine = None
        if self._leave is not None:
            self._leave()
            self._leave = None

    def _info(self, state: Any) -> dict[str, Any]:
        self._admissible = frozenset(state["admissible_commands"])
        return {
            "task": self._goal,
            # "help" lists the kinds of commands, which the admissible ones show already.
            "admissible_commands": sorted(set(state["admissible_commands"]) - {"help"}),
            "won": bool(state["won"]),
            "score": float(state["won"]),
            "facts": true_state(state["facts"]),
        }

    def _loaded_engine(self) -> engine.Engine:
        if self._engine is None:
            borrowed = engine.borrow()
            # A world that is dropped without being closed leaves its engine, too.
            self._leave = weakref.finalize(self, engine.give_back, borrowed)
            self._leave.atexit = False
            try:
                borrowed.load(self.game)
            except Exception as error:
                raise ValueError(
                    f"{self.task.path} is no game in ALFWorld's format that the engine can play"
                ) from error
            self._engine = borrowed
        return self._engine
