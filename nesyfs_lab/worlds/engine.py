"""TextWorld's engine for games in ALFWorld's format, and the few of them that a process needs.

Each engine holds a copy of a C library of which a part (2.5 MB) is never given back. Engines are therefore lent: a
world that is closed or forgotten leaves its engine to the next one, which loads another game into it. (A forgotten
world lives until TextWorld parses again: its parser remembers its last failures and, through them, who called it.)
"""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

_idle: list[Engine] = []
# All engines share TextWorld's parser of texts, and the translator of PDDL works on module globals and replaces
# sys.argv and sys.stdout: neither survives two threads at once.
ONE_AT_A_TIME = threading.Lock()


class Engine:
    """Plays one game at a time: ``load``, then ``reset`` and ``step``. Engines may be used from several threads.

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
        with _translating():
            self._env.load(dict(game))

    def reset(self) -> Any:
        """The game's first state, a ``textworld.GameState``."""
        with _translating():
            return self._env.reset()

    def step(self, command: str) -> Any:
        """The state after ``command``; one that is not admissible changes nothing."""
        with ONE_AT_A_TIME:
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
def _translating() -> Iterator[None]:
    """Alone, and with translations kept: TextWorld makes the same two, 0.1 to 0.4 s each, at each load and reset."""
    import fast_downward  # type: ignore[import-untyped]

    with ONE_AT_A_TIME:
        kept = sys.argv, fast_downward.pddl2sas
        fast_downward.pddl2sas = _translated
        try:
            yield
        finally:
            sys.argv, fast_downward.pddl2sas = kept


@functools.lru_cache(maxsize=8)  # of four games
def _translated(domain: str, problem: str, verbose: bool = False, optimize: bool = False) -> Any:
    from fast_downward.interface import pddl2sas  # type: ignore[import-untyped]

    return pddl2sas(domain, problem, verbose=verbose, optimize=optimize)
