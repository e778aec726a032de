"""The command lines, from their arguments to the files that they write."""

import json

import pytest

from benchmarks import decoding, growth, leaks, plan, reflection
from benchmarks.command_line import chosen_servings, needed_context, server_program


@pytest.fixture
def common(toy_file, tmp_path):
    return ["--model", str(toy_file), "--threads", "1", "--output", str(tmp_path), "--repeats", "1"]


def written(folder, name):
    assert (folder / f"{name}.md").read_text().startswith("# ")
    return json.loads((folder / f"{name}.json").read_text())


@pytest.mark.model
def test_plan(common, tmp_path):
    plan.main([*common, "--particles", "2", "--horizon", "2", "--triplets", "4", "--servings", "engine"])
    found = written(tmp_path, "plan-toy")
    assert found["setting"]["particles"] == 2
    assert found["model"]["threads"] == 1
    assert {step["section"] for step in found["results"]["steps"]} == {"reflection", "first plan", "second plan"}
    assert found["results"]["peaks"]["engine"][0] > 50


@pytest.mark.model
def test_one_plan_for_all_but_the_engine(common, tmp_path):
    small = ["--particles", "1", "--horizon", "2", "--triplets", "4"]
    plan.main([*common, *small, "--servings", "restarted,engine", "--one-plan"])
    steps = written(tmp_path, "plan-toy")["results"]["steps"]
    served = {name: {step["section"] for step in steps if step["serving"] == name} for name in ("restarted", "engine")}
    assert served["restarted"] == {"reflection", "first plan"}
    assert served["engine"] == {"reflection", "first plan", "second plan"}


@pytest.mark.model
def test_growth(common, tmp_path):
    points = growth.main([*common, "--particles", "1", "--horizon", "", "--triplets", ""])
    assert [(point.axis, point.at) for point in points] == [("particles", 1)]
    assert len(written(tmp_path, "growth-toy")["points"]) == 1
    assert (tmp_path / "growth-toy.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.model
def test_reflection(common, tmp_path):
    seconds = reflection.main([*common, "--triplets", "4", "--rounds", "1"])
    assert len(seconds[1]) == len(seconds[5]) == 1
    found = written(tmp_path, "reflection-toy")
    assert found["seconds a round"]["exact"] or found["absent"]["exact"] == "not there"


@pytest.mark.model
def test_decoding(common, tmp_path):
    speeds = decoding.main([*common, "--tokens", "12", "--streams", "1,2"])
    assert len(speeds) == 8
    free = [speed for speed in speeds if speed.kind == "free text"]
    assert all(speed.fed == 0 < speed.chosen for speed in free)
    assert all(speed.fed > 0 for speed in speeds if speed not in free)
    assert written(tmp_path, "decoding-toy")["speeds"]


@pytest.mark.model
def test_leaks(common, tmp_path):
    memory = leaks.main([*common, "--plans", "1", "--rounds", "2"])
    assert len(memory) == len(written(tmp_path, "leaks-toy")["MiB"]) == 3


def test_plans_and_rounds_are_mixed_evenly():
    assert leaks.order(2, 4) == ["round", "plan", "round", "round", "plan", "round"]


def test_servings_and_programs_that_are_not_there_are_refused(monkeypatch, tmp_path):
    assert chosen_servings("engine,stages") == ["engine", "stages"]
    with pytest.raises(ValueError, match="no serving x"):
        chosen_servings("engine,x")
    with pytest.raises(ValueError, match="no program"):
        server_program(str(tmp_path / "nothing"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("LLAMA_SERVER", raising=False)
    assert server_program(None) is None


def test_larger_beliefs_get_larger_contexts():
    assert needed_context(40) == 6144
    assert needed_context(1000) % 1024 == 0
    assert needed_context(1000) > 1000 * 15
