"""A recorded episode is read anew by a model and by code, and both are compared with the truth."""

import json

import pytest

import nesyfs_lab as nl
from benchmarks.beliefs import main, measured
from tests.fakes import FakeModel


def test_code_and_model_are_compared_with_the_same_truth():
    silent = FakeModel(extract={"entities": [], "triplets": []})
    found = measured(silent, {"one": nl.recording("mug-false-belief")})
    assert {request.temperature for request in silent.requests} == {0.0}
    assert {request.purpose for request in silent.requests} == {"extract"}, "code asks nothing, and nothing is decided"
    assert found["episode"].tolist() == ["one", "one", "all", "all"]
    model, code, _, all_code = found.to_dict("records")
    assert model["told"] == code["told"] == model["missing"] > 0
    assert (model["true"], model["recall"]) == (0, 0)
    assert (code["missing"], code["recall"], code["precision"]) == (0, 1, 1)
    assert all_code["true"] == code["true"]


@pytest.mark.model
def test_the_command_line_writes_what_it_measured(toy_file, tmp_path):
    record = tmp_path / "one.jsonl"
    nl.recording("two-places").save(record)
    score = main(["--model", str(toy_file), "--threads", "1", "--output", str(tmp_path), str(record)])
    assert set(score["episode"]) == {"one", "all"}
    written = json.loads((tmp_path / "beliefs-toy.json").read_text())["score"]
    assert [row["steps"] for row in written] == score["steps"].tolist()
