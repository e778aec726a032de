"""One experiment after the other in one Java process; what ends one, what an action may be, and what stays the same."""

import gymnasium
import pytest

from nesyfs_lab.worlds.science.freeze import gold
from nesyfs_lab.worlds.science.texts import NOTHING, clean, playable, shown
from nesyfs_lab.worlds.science.world import ScienceWorld


@pytest.fixture(scope="module")
def boil():
    env = ScienceWorld("boil/0", simplifications="")
    yield env
    env.close()


@pytest.fixture(scope="module")
def easy():
    env = ScienceWorld("boil/0")
    yield env
    env.close()


def test_the_start_tells_the_task_and_the_room(boil):
    observation, info = boil.reset()
    assert observation.startswith("This room is called the hallway. In it, you see:\n\tthe agent")
    assert info["task"].startswith("Your task is to boil water.")
    assert (info["won"], info["score"]) == (False, 0.0)
    assert observation in boil.observation_space


def test_a_wrong_focus_ends_the_episode_and_loses(boil):
    assert "to focus on another thing ends the task" in boil.reset()[1]["acting"]
    rewards = 0.0
    for action in ("open door to kitchen", "go to kitchen", "activate sink", "open cupboard", "move metal pot to sink"):
        observation, reward, over, late, info = boil.step(action)
        rewards += reward
        assert not over, observation
    assert info["score"] > 0
    assert rewards == pytest.approx(info["score"])
    observation, reward, over, late, info = boil.step("focus on chair")
    assert (over, late, info["won"], info["score"]) == (True, False, False, 0.0)
    assert rewards + reward == pytest.approx(0)
    assert -1 <= reward < 0
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\)"):
        boil.step("look around")


def test_an_action_that_may_mean_several_things_is_done_as_the_engine_reads_it_first(boil):
    env = ScienceWorld("grow-fruit/0")
    try:
        env.reset()
        env.step("go to kitchen")
        env.step("pick up seed jar")
        env.step("teleport to greenhouse")
        observation = env.step("move apple seed in seed jar to flower pot 3")[0]
        assert observation == "You move the apple seed to the flower pot 3."
        assert env.step("look around")[0].startswith("This room is called the greenhouse")
    finally:
        env.close()


@pytest.mark.parametrize(
    "action", ["", "frobnicate the sink", "0", "7", "help", "objects", "go", "take water\x00", "é"]
)
def test_what_is_not_understood_changes_nothing(boil, action):
    before = boil.reset()[1]
    observation, reward, over, late, info = boil.step(action)
    assert (observation, reward, over, late) == (NOTHING, 0.0, False, False)
    assert info == before


def test_no_other_type_is_an_action(boil):
    boil.reset()
    with pytest.raises(TypeError, match="an action is a string"):
        boil.step(7)
    assert boil.step("inventory")[0] != NOTHING


def test_easy_opens_the_doors_and_knows_teleporting(easy):
    _, info = easy.reset()
    assert "go to kitchen" in info["admissible_commands"]
    assert easy.step("teleport to foundry")[0] == "You teleport to the foundry."


def test_max_steps_truncates(boil):
    env = ScienceWorld("boil/0", max_steps=2)
    env._engine = boil._engine  # saves starting another process
    env.reset()
    assert env.step("look around")[2:4] == (False, False)
    assert env.step("look around")[2:4] == (False, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("look around")


def test_the_list_of_all_valid_actions_is_long_and_takes_no_dice(boil):
    """Bees fly by dice, and so does the search for names."""
    acts = ["open door to greenhouse", "go to greenhouse", "open bee hive", *["wait1"] * 6, "look around"]

    def play(listing):
        boil.reset()
        texts = []
        for action in acts:
            if listing:
                found = boil.valid_actions()
                assert {"look around", "inventory"} <= set(found)
                assert len(found) > 200
            texts.append(boil.step(action)[0])
        return texts

    assert play(listing=False) == play(listing=True)


def test_another_variation_and_other_simplifications_are_other_games(boil):
    boil.reset()
    engine = boil._engine
    one, two = (engine.load("find-animal", 1, simple).text for simple in ("", "easy"))
    assert "(that is closed)" in one
    assert "(that is closed)" not in two
    with pytest.raises(ValueError, match="ScienceWorld cannot load cooking"):
        engine.load("cooking", 0, "")
    assert gold(engine, "find-non-living-thing", 3)
    boil.reset()


def test_texts_are_cleaned():
    assert clean("A room:  \n\ta  thing. \n\n\tanother\n") == "A room:\n\ta thing.\n\tanother"
    assert shown("No known action matches that input.") == shown("  ") == NOTHING
    assert playable("  look \n around ") == "look around"
    assert playable("x" * 100_000) is None
    assert playable("\ud800") is None
