"""A check that finds what is wrong: a world that keeps the contract, and one for each way to break it."""

import itertools

import gymnasium
import pytest

from nesyfs_lab.graph import Triplet
from nesyfs_lab.language import Language, Reading, Relation
from nesyfs_lab.worlds import check_world, register_world, registry
from nesyfs_lab.worlds.contract import Task, choose, text_space

COUNTER = itertools.count()


class Door(gymnasium.Env[str, str]):
    """A door that opens; what a subclass changes is its fault."""

    language = Language(
        "door", (Relation("is", "its state", ("door", "is", "open")),), read=lambda *_: Reading(said=())
    )

    def __init__(self, task=0):
        self.observation_space = self.action_space = text_space(3000)
        self.task = choose(self.tasks(), task, "door")
        self.open: bool | None = None

    @staticmethod
    def tasks():
        return [Task("one", "open the door.", "open", "all")]

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.open = False
        return self.says(), self.info()

    def step(self, action):
        if self.open is not False:
            raise gymnasium.error.ResetNeeded("call reset()")
        self.open = action == "open door"
        return "It is open." if self.open else "Nothing happens.", float(self.open), self.open, False, self.info()

    def says(self):
        return "You see a door."

    def info(self):
        facts = (Triplet("door", "is", "open" if self.open else "closed"),)
        return {"task": self.task.goal, "admissible_commands": ["look", "open door"], "won": bool(self.open),
                "score": float(bool(self.open)), "facts": facts}  # fmt: skip


class Forgetful(Door):
    def says(self):
        return f"You see door {next(COUNTER)}."


class Boastful(Door):
    def info(self):
        return super().info() | {"score": 7}


class Mute(Door):
    def info(self):
        return super().info() | {"task": ""}


class Repetitive(Door):
    def info(self):
        return super().info() | {"admissible_commands": ["look", "look"]}


class Fragile(Door):
    def step(self, action):
        return super().step({"look": "look", "open door": "open door"}[action])


class Eager(Door):
    def step(self, action):
        self.open = bool(self.open)
        return super().step(action)


class Foreign(Door):
    def info(self):
        return super().info() | {"facts": (Triplet("door", "smells of", "paint"),)}


class Twins(Door):
    @staticmethod
    def tasks():
        return Door.tasks() * 2


class Illiterate(Door):
    language = Language(
        "door",
        Door.language.relations,
        read=lambda belief, action, text: Reading(said=(Triplet(text[0], text[0], text[0]),)),
    )


class Loud(Door):
    def reset(self, *, seed=None, options=None):
        return "You see a door.", self.info()


def check(monkeypatch, world):
    monkeypatch.setattr(registry, "WORLDS", dict(registry.WORLDS))
    register_world("door", f"{__name__}:{world.__name__}")
    try:
        return check_world("door")
    finally:
        del gymnasium.registry["nesyfs/door-v0"]


def test_a_world_that_keeps_the_contract(monkeypatch):
    checked = check(monkeypatch, Door)
    assert list(checked.columns) == ["rule", "kept", "why"]
    assert checked["kept"].all(), checked
    assert (checked["why"] == "").all()


@pytest.mark.parametrize(
    "world,rule,why",
    [
        (Forgetful, "says the same", "the same task again 'You see door"),
        (Boastful, "tells in info", "score.* is 7"),
        (Mute, "tells in info", "say what to do"),
        (Repetitive, "tells in info", "different texts"),
        (Fragile, "means nothing", ""),
        (Eager, "before the first reset", "ResetNeeded"),
        (Foreign, "tells its facts", "no word for .*smells of"),
        (Twins, "lists its tasks", r"share an id: \['one'\]"),
        (Illiterate, "reads any text", "index out of range"),
        (Loud, "Gymnasium", ""),
    ],
)
def test_a_broken_rule_is_found_and_named(monkeypatch, world, rule, why):
    checked = check(monkeypatch, world)
    found = checked[checked["rule"].str.contains(rule)].iloc[0]
    assert not found["kept"]
    assert found["why"].strip()
    assert checked[checked["rule"].str.contains(rule)]["why"].str.contains(why).all(), found["why"]


def test_an_unknown_world():
    with pytest.raises(ValueError, match="no world is called 'castle'"):
        check_world("castle")
