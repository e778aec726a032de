"""The short list of commands: short, understood, and enough to win with."""

import os

import pytest

from nesyfs_lab.worlds.science.commands import MOST, commands
from nesyfs_lab.worlds.science.freeze import gold
from nesyfs_lab.worlds.science.texts import NOTHING
from nesyfs_lab.worlds.science.world import ScienceWorld


@pytest.fixture(scope="module")
def env():
    made = ScienceWorld("power-component/0")
    yield made
    made.close()


@pytest.mark.parametrize("way", [[], ["go to kitchen", "open cupboard", "pick up metal pot"],
                                 ["go to workshop", "pick up solar panel", "activate switch"],
                                 ["teleport to greenhouse", "open bee hive"], ["teleport to outside"]])  # fmt: skip
def test_each_command_is_understood_by_the_engine(env, way):
    """To be understood is not to be of use: "That object does not appear to be in the inventory."."""
    _, info = env.reset()
    for action in way:
        assert action in info["admissible_commands"], action
        info = env.step(action)[-1]
    listed = info["admissible_commands"]
    assert len(listed) == len(set(listed)) <= MOST
    assert listed[:2] == ["look around", "inventory"]
    for command in listed if os.environ.get("EXHAUSTIVE") else listed[::4]:
        for action in ["RESET", *way, command]:
            if action == "RESET":
                env.reset()
            elif env._playing:
                observation = env.step(action)[0]
        assert observation != NOTHING, command


def test_what_the_task_names_comes_first(env):
    env.reset()
    info = env.step("go to workshop")[-1]
    listed = info["admissible_commands"]
    assert "red light bulb" in info["task"]
    focuses = [command for command in listed if command.startswith("focus on")]
    assert focuses[0] == "focus on red light bulb"
    assert listed.index("pick up red light bulb") < 30


@pytest.mark.parametrize("name", ["lifespan-longest-lived", "power-component", "find-plant"])
def test_most_of_what_an_expert_does_is_listed(env, name):
    """The expert shortens names and looks more than it must; what it does counts, not how it says it."""
    env.reset()
    engine = env._engine
    path = gold(engine, name, 0, "easy")
    engine.load(name, 0, "easy")
    listed = 0
    for action in path:
        verb = action.split()[0]
        offered = [command for command in commands(engine.house, engine.goal(), "easy") if command.startswith(verb)]
        listed += bool(offered) or action.startswith(("open door", "drop"))
        done = engine.step(action)
    assert done.score == 1.0
    assert listed / len(path) > 0.8
