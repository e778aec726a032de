"""ScienceWorld behind the common face."""

from __future__ import annotations

import operator
from typing import Any, ClassVar

import gymnasium

from ...graph import Triplet
from ...language import Language
from ..contract import MAX_ACTION, MAX_OBSERVATION, Task, text_space
from .commands import commands
from .engine import Engine, EngineDied, Outcome
from .facts import true_state
from .language import SCIENCE
from .tasks import find, listed, simplified
from .texts import NOTHING, clean, playable, shown

Step = tuple[str, float, bool, bool, dict[str, Any]]

# Nothing in a task's text says that this cannot be taken back, and it is among the admissible commands from the start.
_ACTING = (
    "Focus on a thing only once you see it and are sure that it is the one that the task means: to focus on another "
    "thing ends the task, and it is lost."
)


class ScienceWorld(gymnasium.Env[str, str]):
    """One experiment. ``score`` is ScienceWorld's, from 0 to 1; the reward is its change, and 1 is won.

    To focus on the wrong thing ends most tasks: the episode is over, and the score is 0. ``info["acting"]`` tells the
    agent so. Where an action could mean several things, the engine's first reading is done. What the engine does not
    understand is answered with "Nothing happens.".

    ``info["admissible_commands"]`` are some 60 commands at most that suit where the agent is and what it holds
    (``commands.py`` says which); the engine understands many more, which ``valid_actions`` lists.

    Args:
        task: a row number of ``tasks("scienceworld", split=split)`` or an id: ``boil/0``, any variation there is.
        split: whose rows are counted: ``"dev"``, ``"train"`` or ``"test"``.
        simplifications: ``"easy"``, "" for none, or ScienceWorld's own names with commas between them.
        max_steps: the episode is truncated after so many actions; None plays on.

    Raises:
        ValueError, IndexError: when there is no such task, split or simplification, or ``max_steps`` is not positive.
        TypeError: when ``max_steps`` is no integer.
    """

    language: ClassVar[Language] = SCIENCE

    def __init__(
        self, task: int | str = 0, *, split: str = "dev", simplifications: str = "easy", max_steps: int | None = None
    ) -> None:
        if max_steps is not None and operator.index(max_steps) < 1:
            raise ValueError(f"max_steps is a number of actions, at least 1, or None for no limit; got {max_steps}")
        self.observation_space = text_space(MAX_OBSERVATION)
        self.action_space = text_space(MAX_ACTION)
        self.task = find(task, split)
        self.simplifications = simplified(simplifications)
        self.max_steps = max_steps
        self._engine: Engine | None = None
        self._goal = self.task.goal
        self._told: tuple[int, list[str], tuple[Triplet, ...]] | None = None
        self._score = 0.0
        self._moves = 0
        self._playing = False

    @staticmethod
    def tasks(split: str = "dev", simplifications: str = "easy") -> list[Task]:
        """The first variation of each of the 30 tasks in that split; ids of other variations are played as well.

        Lengths are an expert's without simplifications.
        """
        simplified(simplifications)
        return listed(split)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Play the task from its start: ``seed`` changes nothing.

        Raises:
            FileNotFoundError: without Java or the package ``scienceworld``; the text says how to get them.
            RuntimeError: when Java does not start.
        """
        super().reset(seed=seed)
        self._playing = False
        name, _, variation = self.task.id.partition("/")
        engine = self._usable_engine()
        first = engine.load(name, int(variation), self.simplifications)
        self._goal = clean(engine.goal())
        self._told, self._score, self._moves = None, _score(first), 0
        self._playing = True
        return shown(first.text), self._info()

    def step(self, action: str) -> Step:
        """Do ``action``.

        Raises:
            gymnasium.error.ResetNeeded: when no episode is being played, or Java ended meanwhile.
            TypeError: when ``action`` is no string.
        """
        if self._engine is None or not self._playing:
            raise gymnasium.error.ResetNeeded(
                "no episode is being played (it has ended, was interrupted, or never began): call reset()"
            )
        if not isinstance(action, str):
            raise TypeError(f"an action is a string such as 'look around', not {action!r}")
        command, text, over, before = playable(action), NOTHING, False, self._score
        if command is not None:
            self._playing = False  # an interrupted action is done nonetheless, unseen: only reset() helps then
            try:
                outcome = self._engine.step(command)
            except EngineDied as error:
                raise gymnasium.error.ResetNeeded(str(error)) from error
            text, self._score = shown(outcome.text), _score(outcome)
            over = outcome.completed or outcome.score < 0
        self._moves += 1
        late = self.max_steps is not None and self._moves >= self.max_steps
        self._playing = not (over or late)
        return text, self._score - before, over, late and not over, self._info()

    def valid_actions(self) -> list[str]:
        """All commands that the engine would carry out now: up to some thousands. Takes a moment, changes nothing.

        Raises:
            gymnasium.error.ResetNeeded: before the first reset, or after ``close``.
        """
        if self._engine is None:
            raise gymnasium.error.ResetNeeded("no episode is being played: call reset()")
        return self._engine.valid_actions()

    def close(self) -> None:
        """End the Java process; ``reset`` starts another one."""
        self._playing = False
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()

    def _info(self) -> dict[str, Any]:
        assert self._engine is not None
        house = self._engine.house
        if self._told is None or self._told[0] != house.version:
            self._told = house.version, commands(house, self._goal, self.simplifications), true_state(house)
        _, admissible, facts = self._told
        return {
            "task": self._goal,
            "acting": _ACTING,
            "admissible_commands": list(admissible),
            "won": self._score == 1.0,
            "score": self._score,
            "facts": facts,
        }

    def _usable_engine(self) -> Engine:
        if self._engine is not None and not self._engine.usable:
            self.close()
        if self._engine is None:
            self._engine = Engine()
        return self._engine


def _score(outcome: Outcome) -> float:
    """Rounded to hundredths, as ScienceWorld tells it; 0 when the task is lost."""
    return max(0.0, min(1.0, round(outcome.score, 2)))
