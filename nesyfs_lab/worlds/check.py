"""Does a world keep the contract? Each rule is tried by playing, and a broken one says what is wrong.

The package's own worlds are tested harder (``tests/worlds/test_every_world.py``); this is for whoever writes one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any

import gymnasium
from gymnasium.utils.env_checker import check_env

from ..graph import KnowledgeGraph
from .registry import language, make_env, tasks

if TYPE_CHECKING:
    import pandas

_STEPS = 6  # actions that are played
_NONSENSE = ("", "fly to the moon", "x" * 2_000, "<b>\x00\n{0}%s")
_TEXTS = ("", "Nothing happens.", "You see a mug 1.\nOn the shelf 1, you see nothing.", "\x00[]{}()*+?\\")

Make = Callable[[], Any]


def check_world(name: str, task: int | str = 0, **options: Any) -> pandas.DataFrame:
    """Try the rules of ``worlds/contract.py`` on a world: a row a rule, with ``kept`` (bool) and, where not, ``why``.

    Args:
        name, task, options: as for ``make_env``.

    Raises:
        ValueError: for an unknown world; the text lists the worlds.
    """
    import pandas as pd

    language(name)  # raises for a name that nobody knows
    make = partial(make_env, name, task, **options)
    rules: dict[str, Callable[[], None]] = {
        "lists its tasks, each with an id of its own": partial(_lists_tasks, name),
        "is an environment that Gymnasium's own checker accepts": partial(_pleases_gymnasium, make),
        "says the same for the same task, whatever the seed": partial(_repeats_itself, make),
        "tells in info: task, won, score, admissible_commands": partial(_informs, make),
        "answers an action that means nothing, and goes on": partial(_bears_nonsense, make),
        "refuses a step before the first reset with ResetNeeded": partial(_wants_a_reset, make),
        "tells its facts in its language": partial(_tells_truth, make),
        "reads any text without an error": partial(_reads, make),
    }
    tried = [(rule, *_tried(attempt)) for rule, attempt in rules.items()]
    return pd.DataFrame(tried, columns=["rule", "kept", "why"])


def _tried(attempt: Callable[[], None]) -> tuple[bool, str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Gymnasium warns of what it would rather not see
            attempt()
    except Exception as error:  # whatever a stranger's world raises is what its author must read
        return False, str(error).strip() or type(error).__name__
    return True, ""


def _demand(kept: bool, why: str) -> None:
    if not kept:
        raise ValueError(why)


def _lists_tasks(name: str) -> None:
    ids = tasks(name)["id"]
    _demand(len(ids) > 0, "tasks() gives an empty list")
    _demand(ids.is_unique, f"two tasks share an id: {ids[ids.duplicated()].tolist()}")


def _pleases_gymnasium(make: Make) -> None:
    with closing(make()) as world:
        check_env(world.unwrapped, skip_render_check=True)


def _repeats_itself(make: Make) -> None:
    with closing(make()) as one, closing(make()) as other:
        mine, info = one.reset(seed=1)
        again, _ = other.reset(seed=2)
        _demand(mine == again, f"after the reset one game says {mine[:80]!r}, the same task again {again[:80]!r}")
        for number in range(_STEPS):
            action = _some_action(info, number)
            went, went_again = one.step(action), other.step(action)
            _demand(
                went == went_again, f"{action!r} led to {went[:4]!r}, and in the same task again to {went_again[:4]!r}"
            )
            *_, over, cut, info = went
            if over or cut:
                return


def _informs(make: Make) -> None:
    with closing(make()) as world:
        _, info = world.reset()
        _check_info(info)
        _check_info(world.step(_some_action(info, 0))[4])


def _check_info(info: dict[str, Any]) -> None:
    _demand(isinstance(info.get("task"), str) and bool(info["task"].strip()), "info['task'] must say what to do")
    _demand(info.get("won") in (True, False), "info['won'] must be True or False")
    score = info.get("score")
    _demand(isinstance(score, int | float) and 0 <= score <= 1, f"info['score'] must be from 0 to 1, and is {score!r}")
    actions = info.get("admissible_commands", [])
    _demand(
        isinstance(actions, list) and all(isinstance(a, str) for a in actions) and len(set(actions)) == len(actions),
        "info['admissible_commands'] must be a list of different texts, or be left out",
    )


def _bears_nonsense(make: Make) -> None:
    with closing(make()) as world:
        for action in _NONSENSE:
            world.reset()
            observation = world.step(action)[0]
            _demand(isinstance(observation, str), f"{action[:20]!r} was not answered with a text")


def _wants_a_reset(make: Make) -> None:
    with closing(make()) as world:
        try:
            world.step("look")
        except gymnasium.error.ResetNeeded:
            return
        raise ValueError("step() before reset() must raise gymnasium.error.ResetNeeded")


def _tells_truth(make: Make) -> None:
    with closing(make()) as world:
        _, info = world.reset()
        facts, words = info.get("facts"), getattr(world.unwrapped, "language", None)
        if facts is None or words is None:
            return  # a world may keep its truth to itself, or tell it in words that nothing is compared with
        strange = [fact for fact in facts if words.statement(fact) is None]
        _demand(not strange, f"the language has no word for {strange[:1]}")
        _demand(len(set(facts)) == len(facts), "a fact is told twice")


def _reads(make: Make) -> None:
    with closing(make()) as world:
        read: Any = getattr(getattr(world.unwrapped, "language", None), "read", None)
        for text in _TEXTS if read else ():
            read(KnowledgeGraph(), None, text)


def _some_action(info: dict[str, Any], number: int) -> str:
    actions = info.get("admissible_commands") or ["look"]
    return str(actions[number % len(actions)])
