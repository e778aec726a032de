import json
import subprocess
import sys
from typing import Any

import gymnasium
import pytest

from nesyfs_lab.worlds import make_env, register_world, registry, tasks
from nesyfs_lab.worlds.contract import Task, text_space


class Corridor(gymnasium.Env[str, str]):
    """The smallest world that keeps the contract."""

    observation_space = action_space = text_space(100)

    def __init__(self, task=0, *, length=1):
        self.task, self.length = task, length

    @staticmethod
    def tasks(length=1):
        return [Task(f"corridor-{length}", "leave.", "walk", "all", expert_length=length)]


@pytest.fixture
def corridor(monkeypatch):
    monkeypatch.setattr(registry, "WORLDS", dict(registry.WORLDS))
    register_world("corridor", f"{__name__}:Corridor")
    yield "corridor"
    del gymnasium.registry["nesyfs/corridor-v0"]


def test_an_unknown_world_is_refused_with_the_list_of_worlds():
    for call in (make_env, tasks):
        with pytest.raises(ValueError, match=r"no world is called 'castle'; the worlds are .*alfworld.*household"):
            call("castle")


def test_a_spec_makes_an_equal_new_world(world):
    env: Any = world("household", "level1-0", max_steps=4)
    other = gymnasium.make(env.spec)
    assert other is not env
    assert type(other) is type(env) is type(env.unwrapped)  # no wrapper in between
    assert other.spec == env.spec
    assert env.spec is not None
    assert json.loads(env.spec.to_json())["kwargs"] == {"task": "level1-0", "max_steps": 4}
    assert other.reset() == env.reset()
    assert [other.step("look") for _ in range(4)] == [env.step("look") for _ in range(4)]
    other.close()


def test_a_world_of_ones_own_is_made_and_listed_like_any_other(corridor, monkeypatch):
    monkeypatch.setitem(sys.modules, __name__, sys.modules[Corridor.__module__])
    made: Any = make_env(corridor, length=3)
    assert made.length == 3
    row = tasks(corridor, length=3).iloc[0]
    assert (row.id, row.expert_length) == ("corridor-3", 3)
    assert row.isna().level


def test_importing_the_worlds_loads_no_heavy_library():
    heavy = ["textworld", "alfworld", "pandas", "fast_downward"]
    code = f"import sys, nesyfs_lab.worlds; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"
