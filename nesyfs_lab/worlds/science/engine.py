"""One ScienceWorld: a Java process, and the thread that talks to it.

The engine keeps its dice and its counter of things in variables of the process, so each world has one of its own.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from .house import House
from .java import JavaProcess
from .worker import Worker

T = TypeVar("T")
_ENDED = "ScienceWorld's Java process has ended; reset() starts another one"
_PATIENCE = 5.0  # seconds that an interrupted action may still take


class Outcome(NamedTuple):
    """What an action led to: ``score`` is ScienceWorld's, up to 1, and below 0 once the task is lost."""

    text: str
    score: float
    completed: bool


class EngineDied(RuntimeError):
    """The Java process is gone."""


class Engine:
    """Plays one task at a time: ``load``, then ``step``. ``house`` is what there is now. ``close`` ends the process.

    Raises:
        FileNotFoundError, RuntimeError: as ``JavaProcess``.
    """

    def __init__(self) -> None:
        self.house = House()
        self._java = JavaProcess()
        self._worker = Worker("scienceworld")
        self._stuck = False
        self._leave = weakref.finalize(self, _leave, self._worker, self._java)

    @property
    def pid(self) -> int:
        """The Java process's number."""
        return self._java.pid

    @property
    def usable(self) -> bool:
        """Whether it can be loaded again: the process lives, and what was interrupted has come to its end."""
        self._stuck = self._stuck or not self._worker.settle(_PATIENCE)
        return self._java.is_alive() and not self._stuck

    def load(self, task: str, variation: int, simplifications: str, gold: bool = False) -> Outcome:
        """Begin a task; what a look around shows.

        Args:
            task: its name.
            variation: from 0.
            simplifications: of the engine, with commas between them.
            gold: also make ``gold_path`` (seconds).

        Raises:
            ValueError: when the engine has no such task.
            EngineDied: when the process ended.
        """

        def act() -> Outcome:
            if trouble := self._java.teller.load(task, variation, simplifications, gold):
                raise ValueError(f"ScienceWorld cannot load {task}, variation {variation}: {trouble}")
            self.house = House()
            return self._step("look around")

        return self._ask(act)

    def step(self, action: str) -> Outcome:
        """Do ``action``. Where the engine asks which of several things is meant, its first offer is.

        Raises:
            EngineDied: when the process ended.
        """
        return self._ask(lambda: self._step(action))

    def goal(self) -> str:
        """What is asked."""
        return self._ask(lambda: str(self._java.teller.goal()))

    def valid_actions(self) -> list[str]:
        """All that could be done now; changes nothing."""
        return self._ask(lambda: str(self._java.teller.validActions()).splitlines())

    def gold_path(self) -> list[str]:
        """Actions that win, after ``load(gold=True)``."""
        return self._ask(lambda: str(self._java.teller.goldPath()).splitlines())

    def task_names(self) -> list[str]:
        return self._ask(lambda: str(self._java.teller.taskNames()).splitlines())

    def variations(self, task: str) -> int:
        """How many there are of a task."""
        return self._ask(lambda: int(self._java.teller.variations(task)))

    def close(self) -> None:
        """End the process."""
        self._leave()

    def _step(self, action: str) -> Outcome:
        first, *lines = str(self._java.teller.step(action)).split("\n")
        score, completed, length = first.split("\t")
        self.house.update(lines[int(length) :])
        return Outcome("\n".join(lines[: int(length)]), float(score), completed == "true")

    def _ask(self, act: Callable[[], T]) -> T:
        if not self._java.is_alive():  # py4j would leave a socket open on its way to find that out
            raise EngineDied(_ENDED)
        try:
            return self._worker.do(act)
        except Exception as error:
            if self._java.is_alive() and not _is_broken(error):
                raise
            self._stuck = True
            raise EngineDied(_ENDED) from error


def _is_broken(error: Exception) -> bool:
    from py4j.protocol import Py4JError, Py4JJavaError

    # What Java itself throws is a Py4JJavaError; py4j tells a broken line as any other of its errors.
    return isinstance(error, OSError) or (isinstance(error, Py4JError) and not isinstance(error, Py4JJavaError))


def _leave(worker: Worker, java: JavaProcess) -> None:
    java.close()
    worker.leave(java.hang_up)
