"""What a record says of how it was made, and what it must never say."""

import json
from importlib.metadata import PackageNotFoundError
from typing import Any

import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, header, load_episode
from nesyfs_lab.memory import CodeMemory
from nesyfs_lab.planning import TSMC
from nesyfs_lab.worlds import make_env
from nesyfs_lab.worlds.home_language import HOME
from tests.fakes import FakeModel, FakeWorld, Walker

SECRET = "sk-do-not-tell"


def saved(ep: Episode, tmp_path: Any) -> str:
    ep.save(tmp_path / "e.jsonl")
    text: str = (tmp_path / "e.jsonl").read_text(encoding="ascii")
    return text


def informed(**info: Any) -> FakeModel:
    model = FakeModel()
    vars(model)["info"] = info
    return model


def test_a_header_tells_version_time_model_agent_world_and_seed():
    model = informed(name="small", sha256="ab12", context=4096)
    told = Episode(FakeWorld(), NeSyFS(model, votes=3), seed=7).header
    assert told["model"] == {"name": "small", "sha256": "ab12", "context": 4096}
    assert told["agent"]["votes"] == 3
    assert told["agent"]["planner"]["kind"] == "TSMC"
    assert told["world"] == {"name": "FakeWorld"}
    assert told["seed"] == 7
    assert told["version"]
    assert told["created"].endswith("+00:00")


def test_a_header_tells_the_language_of_a_world_that_has_one():
    told = Episode(make_env("household", 0), NeSyFS(FakeModel())).header
    assert header.language_in(json.loads(json.dumps(told))) == HOME
    assert "language" not in Episode(FakeWorld(), NeSyFS(FakeModel())).header


def test_an_older_record_is_read_in_the_language_of_its_world_today():
    assert header.language_in({"world": {"name": "nesyfs/household-v0"}}) is HOME
    assert header.language_in({"world": {"name": "nesyfs/elsewhere-v0"}}) is None
    assert header.language_in({"language": {"name": "broken"}}) is None


def test_a_recorded_language_gets_today_s_reader():
    record = {"world": {"name": "nesyfs/household-v0"}, "language": HOME.described()}
    known = header.language_in(record)
    assert known is not None
    assert known.read is HOME.read


def test_the_agent_of_a_record_is_the_one_made_ready_for_its_world():
    ep = Episode(make_env("household", 0), NeSyFS(FakeModel(), memory=CodeMemory()))
    assert ep.header["agent"]["memory"]["language"] == "household"


@pytest.mark.parametrize("model", [FakeModel(), informed()], ids=["no info", "empty info"])
def test_a_model_that_tells_nothing_is_named_by_its_class(model):
    assert Episode(FakeWorld(), NeSyFS(model)).header["model"] == {"name": "FakeModel"}


@pytest.mark.parametrize(
    "info",
    [
        {"api_key": SECRET},
        {"API-KEY": SECRET},
        {"key": SECRET},
        {"access_token": SECRET},
        {"Authorization": f"Bearer {SECRET}"},
        {"options": {"deep": [{"password": SECRET}]}},
        {"url": f"https://me:{SECRET}@host/v1"},
        {"url": f"https://host/v1?api={SECRET}&x=1"},
        {"client": type("Client", (), {"__repr__": lambda self: SECRET})()},
    ],
    ids=lambda info: next(iter(info)),
)
def test_keys_never_reach_a_record(info, tmp_path):
    ep = Episode(FakeWorld(), NeSyFS(informed(name="served", **info))).run(1)
    text = saved(ep, tmp_path)
    assert SECRET not in text
    assert "served" in text
    assert SECRET not in repr(ep) + ep._repr_html_()
    assert SECRET not in saved(ep.fork(1), tmp_path)


def test_what_only_sounds_like_a_secret_is_told():
    info = {"tokenizer": "bpe", "context_tokens": 4096, "url": "http://localhost:8080/v1", "author": "me", "monkey": 1}
    assert header.plain(info) == info


def test_attributes_of_a_model_are_not_looked_at(tmp_path):
    model: Any = informed(name="small")
    model.api_key = SECRET
    assert SECRET not in saved(Episode(FakeWorld(), NeSyFS(model)).run(1), tmp_path)


def test_options_are_told_for_our_worlds_only():
    def of_spec(name: str) -> Any:
        world = FakeWorld()
        world.spec = EnvSpec(name, kwargs={"task": 3, "token": SECRET, "handle": object()})
        return Episode(world, Walker()).header["world"]

    assert of_spec("nesyfs/household-v0") == {"name": "nesyfs/household-v0", "options": {"task": 3, "handle": "object"}}
    assert of_spec("other/shop-v1") == {"name": "other/shop-v1", "options": {}}


def test_settings_of_numpy_can_be_saved(tmp_path):
    numbers: Any = {"votes": np.int64(2), "reflections": np.int64(0), "temperature": np.float32(0.5)}
    planning: Any = {"particles": np.int64(2), "horizon": np.int32(2), "lam": np.float32(0.5)}
    agent = NeSyFS(FakeModel(), planner=TSMC(**planning), **numbers)
    ep = Episode(FakeWorld(), agent, seed=np.int64(4)).run(2)  # type: ignore[arg-type]
    told = json.loads(saved(ep, tmp_path).splitlines()[0])
    assert told["agent"]["planner"]["particles"] == 2
    assert told["seed"] == 4
    assert load_episode(tmp_path / "e.jsonl").steps == 2


def test_settings_that_are_not_plain_are_named_by_their_class():
    class Odd(Walker):
        def settings(self):
            return {"when": object(), "nan": float("nan"), "many": {1}, "none": None, "yes": True}

    assert Episode(FakeWorld(), Odd()).header["agent"] == {
        "when": "object",
        "nan": "nan",
        "many": [1],
        "none": None,
        "yes": True,
    }


def test_a_package_that_nobody_installed_still_makes_records(monkeypatch):
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(header, "version", missing)
    assert Episode(FakeWorld(), Walker()).header["version"] == "not installed"


@pytest.mark.parametrize("world", [None, "household", FakeWorld, Walker()])
def test_a_world_that_is_none_is_refused(world):
    with pytest.raises(TypeError, match="env must be a Gymnasium environment"):
        Episode(world, Walker())


@pytest.mark.parametrize("agent", [None, "NeSyFS", FakeModel(), NeSyFS, FakeWorld()])
def test_an_agent_that_is_none_is_refused(agent):
    with pytest.raises(TypeError, match="agent must be an agent"):
        Episode(FakeWorld(), agent)


@pytest.mark.parametrize("seed,error", [(-1, ValueError), (1.5, TypeError), (None, TypeError), ("1", TypeError)])
def test_a_seed_that_is_none_is_refused(seed, error):
    with pytest.raises(error):
        Episode(FakeWorld(), Walker(), seed=seed)


def test_a_large_seed_will_do():
    assert Episode(FakeWorld(), Walker(), seed=2**80).run(1).steps == 1
