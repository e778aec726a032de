"""Lists of tasks: played once, gone on with, and told in a table."""

from dataclasses import replace

import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.episode import Episode, load_episode, recording
from nesyfs_lab.models import PromptTooLong
from nesyfs_lab.planning import TSMC
from nesyfs_lab.studies import outcomes, play
from tests.fakes import FakeModel, FakeWorld, lively, turns


def agent(model: FakeModel) -> NeSyFS:
    return NeSyFS(model, reflections=1, planner=TSMC(particles=2, horizon=2))


def test_each_world_is_played_to_its_end_and_recorded(tmp_path):
    lines: list[str] = []
    episodes = play(
        {"one": FakeWorld(rooms=9, limit=2), "two": FakeWorld(rooms=9, limit=3)},
        agent(lively()),
        tmp_path,
        told=lines.append,
    )
    assert [e.done for e in episodes] == [True, True]
    assert len(lines) == sum(e.steps for e in episodes)
    for name, episode in zip(("one", "two"), episodes, strict=True):
        assert load_episode(tmp_path / f"{name}-seed0.jsonl").steps == episode.steps


def test_called_again_it_goes_on_where_it_stopped(tmp_path):
    model = lively()
    (first,) = play({"one": FakeWorld(rooms=9)}, agent(model), tmp_path, max_steps=2)
    asked = len(model.requests)
    (same,) = play({"one": FakeWorld(rooms=9)}, agent(model), tmp_path, max_steps=2)
    assert len(model.requests) == asked
    assert (first.steps, same.steps) == (2, 2)
    (more,) = play({"one": FakeWorld(rooms=9)}, agent(model), tmp_path, max_steps=4)
    assert more.steps == 4
    assert load_episode(tmp_path / "one-seed0.jsonl").steps == 4


def test_an_episode_whose_belief_outgrew_the_context_does_not_stop_the_others(tmp_path):
    lines: list[str] = []
    model = FakeModel(act=turns({"thought": "", "action": "east"}, PromptTooLong("too long by 3 tokens")))
    worlds = {"one": FakeWorld(rooms=9), "two": FakeWorld(rooms=9)}
    episodes = play(worlds, agent(model), tmp_path, max_steps=2, told=lines.append)
    assert [e.steps for e in episodes] == [1, 0]
    assert [line for line in lines if "stopped" in line] == [
        "one: stopped after step 1. too long by 3 tokens",
        "two: stopped after step 0. too long by 3 tokens",
    ]


def test_a_record_of_another_setting_is_told(tmp_path):
    model, lines = lively(), list[str]()
    model.info = {"name": "m", "sha256": "1", "threads": 1}  # type: ignore[attr-defined]
    play({"one": FakeWorld(rooms=9)}, agent(model), tmp_path, max_steps=1)
    model.info = {"name": "m", "sha256": "1", "threads": 8}  # type: ignore[attr-defined]
    play({"one": FakeWorld(rooms=9)}, agent(model), tmp_path, max_steps=1, told=lines.append)
    assert lines == []
    model.info = {"name": "m", "sha256": "2"}  # type: ignore[attr-defined]
    other = replace(agent(model), votes=1)
    play({"one": FakeWorld(rooms=9)}, other, tmp_path, max_steps=1, told=lines.append)
    assert lines == ["one: begun with another agent and model; choose another folder to begin anew"]


def test_the_table_tells_how_true_the_belief_was(tmp_path):
    told, silent = recording("mug-false-belief"), Episode(FakeWorld(), agent(lively())).run(max_steps=1)
    rows = outcomes([told, silent])
    assert rows["precision"].round(2).tolist()[0] == 0.53
    assert rows["recall"].round(2).tolist()[0] == 0.76
    assert rows[["precision", "recall"]].isna().all(axis=1).tolist() == [False, True]


def test_the_table_counts_what_the_record_holds(tmp_path):
    (episode,) = play({"one": FakeWorld(rooms=9)}, agent(lively()), tmp_path, max_steps=3)
    (row,) = outcomes([episode]).to_dict("records")
    kinds = [type(event).__name__ for event in episode.events]
    assert row["steps"] == 3
    assert row["plans"] == kinds.count("Planned")
    assert row["requests"] == kinds.count("Generated")
    assert row["failures"] == kinds.count("Failed")
    assert row["answer_tokens"] == sum(
        c.completion_tokens for e in episode.events for c in getattr(e, "completions", ())
    )
    assert row["seconds"] == pytest.approx(sum(getattr(e, "seconds", 0) for e in episode.events), abs=0.1)
