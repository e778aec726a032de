"""What odd worlds say becomes a sound event or one clear sentence; nothing is lost and the record still loads."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from nesyfs_lab.episode import Episode, load_episode
from nesyfs_lab.episode.sensing import after_reset, after_step
from nesyfs_lab.events import Observed, Planned
from nesyfs_lab.graph import Triplet
from tests.fakes import FakeWorld, Walker, of, timeless


def told(**info: Any) -> Observed:
    return after_step(("o", 0.0, False, False, info))


@pytest.mark.parametrize(
    "info,field,value",
    [
        ({}, "task", ""),
        ({"task": None}, "task", ""),
        ({"task": 7}, "task", "7"),
        ({"task": "Buy.", "acting": "Act with buy[..]."}, "task", "Buy.\nAct with buy[..]."),
        ({"acting": "Act with buy[..]."}, "task", "Act with buy[..]."),
        ({}, "admissible", None),
        ({"admissible_commands": None}, "admissible", None),
        ({"admissible_commands": []}, "admissible", ()),
        ({"admissible_commands": ["go", 3, None]}, "admissible", ("go", "3", "None")),
        ({"admissible_commands": np.array(["go", "look"])}, "admissible", ("go", "look")),
        ({"admissible_commands": (c for c in "ab")}, "admissible", ("a", "b")),
        ({}, "facts", None),
        ({"facts": None}, "facts", None),
        ({"facts": []}, "facts", ()),
        ({"facts": [["cup", "in", "box"]]}, "facts", (Triplet("cup", "in", "box"),)),
        ({"facts": [("cup", "has", 3)]}, "facts", (Triplet("cup", "has", "3"),)),
        ({}, "won", False),
        ({"won": None}, "won", False),
        ({"won": np.bool_(True)}, "won", True),
        ({}, "score", 0.0),
        ({"won": True}, "score", 1.0),
        ({"score": None, "won": True}, "score", 1.0),
        ({"score": np.float32(0.5)}, "score", 0.5),
        ({"score": 1}, "score", 1.0),
        ({"score": True}, "score", 1.0),
    ],
)
def test_what_can_be_understood_is_made_plain(info, field, value):
    found = getattr(told(**info), field)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "info,said",
    [
        ({"admissible_commands": "look"}, r"admissible_commands.*must be a list of strings"),
        ({"admissible_commands": 5}, r"admissible_commands.*must be a list of strings"),
        ({"facts": "abc"}, r"facts.*must be a collection of triplets"),
        ({"facts": 5}, r"facts.*must be a collection of triplets"),
        ({"facts": ["abc"]}, r"must be \(subject, relation, object\), got 'abc'"),
        ({"facts": [("cup", "in")]}, r"must be \(subject, relation, object\)"),
        ({"facts": [None]}, r"must be \(subject, relation, object\)"),
        ({"score": "high"}, r"score must be a finite number, got 'high'"),
        ({"score": float("nan")}, r"score must be a finite number"),
        ({"score": np.float64("inf")}, r"score must be a finite number"),
        ({"score": [0.5]}, r"score must be a finite number"),
    ],
)
def test_what_cannot_be_understood_is_told_in_one_sentence(info, said):
    with pytest.raises((TypeError, ValueError), match=said):
        told(**info)


@pytest.mark.parametrize("reward", [None, float("nan"), float("-inf"), "1", np.zeros(2)])
def test_a_reward_must_be_a_number(reward):
    with pytest.raises(ValueError, match="reward must be a finite number"):
        after_step(("o", reward, False, False, {}))


@pytest.mark.parametrize("result", [None, "o", ("o",), ("o", 0.0, False, {}), ["o", {}]])
def test_results_of_another_interface_are_named(result):
    with pytest.raises(TypeError, match=r"step\(\) must return a tuple of 5 values as in Gymnasium"):
        after_step(result)
    with pytest.raises(TypeError, match=r"reset\(\) must return a tuple of 2 values as in Gymnasium"):
        after_reset(result)


def test_info_must_be_a_mapping():
    with pytest.raises(TypeError, match="info as a mapping, got NoneType"):
        after_reset(("o", None))


def test_numbers_and_flags_of_numpy_become_plain():
    event = after_step((np.str_("o"), np.float32(1), np.bool_(True), np.bool_(False), {}))
    assert [type(v) for v in (event.observation, event.reward, event.terminated, event.truncated)] == [
        str,
        float,
        bool,
        bool,
    ]


ODD: dict[str, Any] = {
    "nothing at all": lambda info: {},
    "all None": lambda info: dict.fromkeys(info),
    "no commands": lambda info: {**info, "admissible_commands": []},
    "commands of numpy": lambda info: {**info, "admissible_commands": np.array(["east", "west"])},
    "numbers for commands": lambda info: {**info, "admissible_commands": [1, 2.5]},
    "an empty command": lambda info: {**info, "admissible_commands": ["", " "]},
    "hostile commands": lambda info: {**info, "admissible_commands": ["\ud800", "a\x00", "\u2028", "x" * 50_000]},
    "the same command twice": lambda info: {**info, "admissible_commands": ["east", "east"]},
    "facts as lists": lambda info: {**info, "facts": [["a", "b", 1]]},
    "more than is known": lambda info: {**info, "score": np.float64(0.25), "inventory": object(), 5: None},
}


@pytest.mark.parametrize("amend", ODD.values(), ids=ODD)
def test_an_agent_lives_and_plans_in_an_odd_world_and_its_record_loads(amend, agent, tmp_path):
    ep = Episode(FakeWorld(amend=amend), replace(agent, reflections=0), seed=1)
    ep.save(tmp_path / "e.jsonl")
    ep.run(4)
    again = load_episode(tmp_path / "e.jsonl")
    assert again.steps == 4
    assert timeless(again.events) == timeless(ep.events)
    assert len(of(ep.events, Planned)) == 4


def test_a_world_that_breaks_its_contract_midway_loses_no_finished_step(agent, tmp_path):
    broken: list[bool] = []
    world = FakeWorld(amend=lambda info: {**info, "score": float("nan")} if broken else info)
    ep = Episode(world, agent, seed=1).run(2)
    ep.save(tmp_path / "e.jsonl")
    before = timeless(ep.events)
    broken.append(True)
    with pytest.raises(ValueError, match="score"):
        ep.step()
    assert timeless(ep.events) == before == timeless(load_episode(tmp_path / "e.jsonl").events)
    broken.clear()
    assert ep.run(3).steps == 3
    assert timeless(ep.events) == timeless(Episode(FakeWorld(), agent, seed=1).run(3).events)


def test_a_world_of_the_old_interface_is_named():
    class Old(FakeWorld):
        def step(self, action: str) -> Any:
            observation, reward, done, _, info = super().step(action)
            return observation, reward, done, info

    with pytest.raises(TypeError, match="5 values as in Gymnasium, got 4 values"):
        Episode(Old(), Walker()).step()
