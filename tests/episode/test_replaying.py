"""Episodes that are played again with the answers of their record."""

from dataclasses import replace
from pathlib import Path

import pytest

from nesyfs_lab import prompts
from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, load_episode, recorded_model, recording, recordings
from nesyfs_lab.events import Acted, Generated, Planned
from nesyfs_lab.models import ModelError
from nesyfs_lab.planning import TSMC
from nesyfs_lab.worlds import make_env
from tests.fakes import FakeModel, FakeWorld, Walker, of, timeless


@pytest.fixture(params=["episode", "path", "text of the path"])
def record(request, played, tmp_path) -> Episode | Path | str:
    """The same record, in each way that it may be given."""
    path = tmp_path / "e.jsonl"
    played.save(path)
    given: dict[str, Episode | Path | str] = {"episode": played, "path": path, "text of the path": str(path)}
    return given[request.param]


def test_the_same_setting_makes_the_same_events(record, played, agent):
    again = Episode(FakeWorld(), replace(agent, model=recorded_model(record)), seed=5).run(10)
    assert of(again.events, Planned)
    assert timeless(again.events) == timeless(played.events)
    assert again.header["model"] == {"name": "FakeModel", "recorded": True}
    assert {k: again.header[k] for k in ("agent", "world", "seed")} == {
        k: played.header[k] for k in ("agent", "world", "seed")
    }


@pytest.mark.parametrize("step", [0, 1, 4, 9])
def test_a_fork_of_an_episode_that_was_played_again_goes_on_as_recorded(step, played, agent):
    again = Episode(FakeWorld(), replace(agent, model=recorded_model(played)), seed=5).run(10)
    assert timeless(again.fork(step).run(10).events) == timeless(played.events)


def test_a_fork_of_a_loaded_record_goes_on_as_recorded(played, agent, tmp_path):
    played.save(tmp_path / "e.jsonl")
    child = load_episode(tmp_path / "e.jsonl").fork(
        6, env=FakeWorld(), agent=replace(agent, model=recorded_model(played))
    )
    assert timeless(child.run(10).events) == timeless(played.events)


def test_an_edit_leads_to_the_first_prompt_that_was_never_asked(played, agent):
    again = Episode(FakeWorld(), replace(agent, model=recorded_model(played)), seed=5).run(3)
    child = again.fork(3, add=[("you", "in", "the attic")])
    with pytest.raises(ModelError, match=r"'act' request.*differs first in line \d+ .*the attic"):
        child.step()
    assert child.steps == 3


def test_a_record_that_ends_is_told_at_the_first_step_beyond_it(played, agent):
    again = Episode(FakeWorld(), replace(agent, model=recorded_model(played)), seed=5).run(10)
    with pytest.raises(ModelError, match="FakeModel itself"):
        again.step()
    assert again.steps == 10
    assert timeless(again.events) == timeless(played.events)


def test_another_seed_is_told_where_it_first_matters(played, agent):
    with pytest.raises(ModelError, match=r"differs in seed \(\d+ now, \d+ recorded\)"):
        Episode(FakeWorld(), replace(agent, model=recorded_model(played)), seed=6).run(10)


def test_a_record_without_a_model_s_answers_answers_nothing():
    agent = NeSyFS(recorded_model(Episode(FakeWorld(), Walker()).run(2)))
    with pytest.raises(ModelError, match="asked for nothing at all"):
        Episode(FakeWorld(), agent).step()


def test_all_models_of_a_record_are_named(tmp_path):
    path = tmp_path / "e.jsonl"
    for steps, name in ((1, "one"), (2, "two"), (3, "two")):
        model = FakeModel()
        vars(model)["info"] = {"name": name}
        agent = NeSyFS(model)
        ep = load_episode(path, env=FakeWorld(), agent=agent) if path.exists() else Episode(FakeWorld(), agent)
        ep.save(path)
        ep.run(steps)
    assert recorded_model(path).info["name"] == "one and two"
    assert recorded_model(path).info["models"][0] == {"name": "one"}


# -- the recordings that come with the package ------------------------------------------------------------------------


@pytest.mark.parametrize("name", recordings())
def test_every_answer_of_a_shipped_recording_is_given_again(name):
    model = recorded_model(recording(name))
    answered = of(recording(name).events, Generated)
    assert len(answered) >= 40
    assert [tuple(model.complete([e.request])[0]) for e in answered] == [e.completions for e in answered]
    assert model.info["name"] == "qwen2.5-coder-1.5b"


@pytest.mark.parametrize("name", recordings())
def test_a_shipped_recording_is_played_again_or_says_that_the_prompts_are_others(name):
    """Today's prompts may be others than those of the recording; then the first that changed is not known."""
    told = recording(name)
    made = told.header["agent"]
    planner = TSMC(**{k: v for k, v in made["planner"].items() if k != "kind"})
    settings = {k: made[k] for k in ("votes", "agreement", "reflections", "read_first", "temperature")}
    agent = NeSyFS(recorded_model(told), planner=planner, depth=made["memory"]["depth"], **settings)
    world = make_env("household", **told.header["world"]["options"])
    again = Episode(world, agent, seed=told.header["seed"])
    if made["prompts"] == prompts.fingerprint():
        assert timeless(again.run(told.steps).events) == timeless(told.events)
    else:
        with pytest.raises(ModelError, match=r"'\w+' request.*of step [01], differs first in line \d+ of message \d+ "):
            again.step()
        assert again.events == ()
    world.close()


def test_the_actions_of_a_shipped_recording_need_no_model():
    """The world alone repeats what a person plays: forks do not ask for what is kept."""
    told = recording("two-places")
    world = make_env("household", **told.header["world"]["options"])
    last = of(told.events, Acted)[-1].action
    silent = NeSyFS(FakeModel())
    child = told.fork(told.steps - 1, action=last, env=world, agent=silent)
    child.step()
    assert child.won
    world.close()
