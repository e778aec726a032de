import gc
from typing import Any

import gymnasium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nesyfs_lab.worlds import engine, make_env
from nesyfs_lab.worlds.contract import Task
from nesyfs_lab.worlds.household import Household
from nesyfs_lab.worlds.pddl_world import PddlWorld


@pytest.fixture(scope="module")
def live():
    env = make_env("household", "level2-0")
    env.reset()
    yield env
    env.close()


HOSTILE = [
    "",
    " \n\t",
    "go to",
    "go to fridge 99",
    "GO TO CABINET 1",
    "{r.name}",
    "#look.feedback#",
    "[o | holds(a, o)]",
    "\x00",
    "\ud800",
    "%s%n",
    "x" * 100_000,
    "go to cabinet 1; go to drawer 1",
    "'; drop table games; --",
    "<script>alert(1)</script>",
]


@settings(max_examples=60)
@given(st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=()), max_size=60))
def test_no_string_breaks_the_world(live, action):
    before = live.unwrapped.step("inventory")
    told, reward, terminated, truncated, info = live.step(action)
    assert (reward, terminated, truncated) == (0, False, False)
    if action.strip() not in (*before[-1]["admissible_commands"], "help"):
        assert told == "Nothing happens."
        assert info == before[-1]


def test_what_is_no_string_is_refused_and_changes_nothing(world):
    env = world("household", 0)
    env.reset()
    with pytest.raises(TypeError, match="an action is a string"):
        env.step(3)
    assert env.step("inventory")[0] == "You are not carrying anything."


def test_no_step_before_reset_after_the_end_or_after_closing(world):
    env = world("household", "level1-0")
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\)"):
        env.step("look")
    env.reset()
    assert [env.step(action)[2] for action in env.unwrapped.game["walkthrough"]][-1]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("look")
    env.reset()
    env.step("look")
    env.close()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("look")
    assert env.reset()[1]["won"] is False


def test_max_steps_truncates(world):
    env = world("household", "level1-0", max_steps=2)
    for _ in range(2):
        env.reset()
        assert env.step("look")[2:4] == (False, False)
        assert env.step("look")[2:4] == (False, True)
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step("look")


def test_winning_with_the_last_action_is_no_truncation(world):
    actions = Household("level1-0").game["walkthrough"]
    env = world("household", "level1-0", max_steps=len(actions))
    env.reset()
    assert [env.step(action)[2:4] for action in actions][-1] == (True, False)


def test_an_interrupted_action_is_not_half_done(world, monkeypatch):
    env = world("household", "level1-0")
    start = env.reset()

    def interrupted(command):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(env.unwrapped._engine, "step", interrupted)
        with pytest.raises(KeyboardInterrupt):
            env.step("look")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("look")
    assert env.reset() == start


def test_a_closed_world_leaves_its_engine_to_the_next():
    env: Any = make_env("household", 0)
    env.reset()
    lent = env._engine
    env.close()
    env.close()
    assert engine._idle.count(lent) == 1
    env = make_env("household", 1)
    env.reset()
    assert env._engine is lent
    env.close()


def test_forgotten_worlds_leave_their_engines_too(monkeypatch):
    made = []

    class Counted(engine.Engine):
        def __init__(self):
            super().__init__()
            made.append(self)

    monkeypatch.setattr(engine, "_idle", [])
    monkeypatch.setattr(engine, "Engine", Counted)
    for _ in range(6):
        make_env("household", 0).reset()
        gc.collect()
    assert 1 <= len(made) <= 3


def test_a_game_that_the_engine_cannot_play_is_named(world, tmp_path):
    task = Task("broken", "", "", "", path=tmp_path / "game.tw-pddl")
    good = Household(0).game
    env = PddlWorld(task, {**good, "pddl_problem": "(define (problem x)"})
    with pytest.raises(ValueError, match=r"game.tw-pddl is no game in ALFWorld's format"):
        env.reset()
    env.close()
    assert world("household", 0).reset()[1]["won"] is False  # its engine is as good as new


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", "\x00"])
def test_a_file_that_holds_no_game_is_named(content, tmp_path):
    path = tmp_path / "game.tw-pddl"
    path.write_text(content)
    with pytest.raises(ValueError, match=r"game.tw-pddl holds no game"):
        make_env("alfworld", str(path))
