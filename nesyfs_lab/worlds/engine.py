"""TextWorld's engine for games in ALFWorld's format, and the few of them that a process needs.

Each engine holds a copy of a C library of which a part (2.5 MB) is never given back. Engines are therefore lent: a
world that is closed or forgotten leaves its engine to the next one, which loads another game into it.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

_idle: list[Engine] = []
# The planner's translator works on module globals and replaces sys.argv and sys.stdout while it runs.
_translating = threading.RLock()


class Engine:
    """Plays one game at a time: ``load``, then ``reset`` and ``step``.

    Args:
        plans: also compute, at every step, a plan from the current state (``state["policy_commands"]``).
    """

    def __init__(self, plans: bool = False) -> None:
        import textworld
        from alfworld.agents.environment.alfred_tw_env import AlfredDemangler
        from textworld.envs.pddl import PddlEnv

        infos = textworld.EnvInfos(won=True, admissible_commands=True, facts=True, policy_commands=plans)
        self._env: Any = AlfredDemangler(PddlEnv(infos))

    def load(self, game: Mapping[str, Any]) -> None:
        """Load a game: ``pddl_domain``, ``grammar`` and ``pddl_problem``, as in ALFWorld's ``game.tw-pddl``."""
        with _quiet_translator():
            self._env.load(dict(game))

    def reset(self) -> Any:
        """The game's first state, a ``textworld.GameState``."""
        with _quiet_translator():
            return self._env.reset()

    def step(self, command: str) -> Any:
        """The state after ``command``; one that is not admissible changes nothing."""
        state, _, _ = self._env.step(command)
        return state


def borrow() -> Engine:
    """An engine for a world's life; ``give_back`` it."""
    try:
        return _idle.pop()
    except IndexError:
        return Engine()


def give_back(engine: Engine) -> None:
    """Leave an engine to the next world."""
    _idle.append(engine)


@contextmanager
def _quiet_translator() -> Iterator[None]:
    with _translating:
        arguments = sys.argv
        try:
            yield
        finally:
            sys.argv = arguments
