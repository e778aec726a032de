"""The command line: plays, prints a table, and says in one line what cannot be."""

import pytest

from nesyfs_lab import __main__ as command
from nesyfs_lab.episode import load_episode
from tests.fakes import FakeModel, FakeWorld, lively


@pytest.fixture(autouse=True)
def no_real_model(monkeypatch):
    asked: list[str] = []

    def load(name: str, **options: object) -> FakeModel:
        asked.append(name)
        return lively()

    monkeypatch.setattr(command, "load_model", load)
    return asked


def test_tasks_are_played_and_told(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(command, "make_env", lambda name, task: FakeWorld(limit=2))
    assert command.main(["play", "rooms", "0", "x", "--model", "m", "--records", str(tmp_path), "--horizon", "2"]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[0].startswith("rooms-0: <Episode (live): walk to the last room")
    assert "answer_tokens" in said
    for task in ("0", "x"):
        episode = load_episode(tmp_path / f"rooms-{task}-seed0.jsonl")
        assert episode.steps == 2
        assert episode.header["agent"]["planner"]["horizon"] == 2


def test_code_may_read_instead_of_the_model(tmp_path):
    arguments = ["--memory", "code", "--max-steps", "1", "--reflections", "1", "--horizon", "2"]
    assert command.main(["play", "household", "0", "--records", str(tmp_path), *arguments]) == 0
    assert load_episode(tmp_path / "household-0-seed0.jsonl").header["agent"]["memory"]["kind"] == "code"


def test_a_world_that_code_cannot_read_is_told_before_a_model_is_loaded(monkeypatch, tmp_path, capsys, no_real_model):
    monkeypatch.setattr(command, "make_env", lambda name, task: FakeWorld())
    with pytest.raises(SystemExit):
        command.main(["play", "rooms", "0", "--memory", "code", "--records", str(tmp_path)])
    assert "CodeMemory cannot read this world" in capsys.readouterr().err
    assert not no_real_model


@pytest.mark.parametrize(
    "arguments,words",
    [
        (["nowhere", "0"], "no world is called 'nowhere'"),
        (["household", "99"], "household has the tasks 0 to 29"),
        (["household", "level9-9"], "no task 'level9-9'"),
        (["household", "0", "--horizon", "1"], "horizon must be at least 2"),
        (["household", "0", "--memory", "none"], "invalid choice: 'none'"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(arguments, words, tmp_path, capsys, no_real_model):
    with pytest.raises(SystemExit) as stopped:
        command.main(["play", *arguments, "--records", str(tmp_path)])
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert words in error.splitlines()[-1]
    assert not list(tmp_path.iterdir())
    assert not no_real_model, "a model was loaded for nothing"
