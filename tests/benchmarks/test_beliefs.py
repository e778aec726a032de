"""What an observation makes false is told by a rule; a model is scored against it."""

import json
from typing import Any

import pytest

import nesyfs_lab as nl
from benchmarks.beliefs import Case, Score, Walk, main, replaced_in, scored, walk
from nesyfs_lab.graph import Triplet
from tests.fakes import FakeModel, turns


def triplets(text: str) -> tuple[Triplet, ...]:
    return tuple(Triplet(*(part.strip() for part in line.split(","))) for line in text.split(";") if line)


@pytest.mark.parametrize(
    "old,new,false",
    [
        ("you,at,shelf 1;you,went to,shelf 1", "you,went to,desk 1;you,at,desk 1", {1}),
        ("you,at,shelf 1", "you,at,shelf 1", set()),
        ("mug 1,on,shelf 1;mug 2,on,shelf 1", "you,took,mug 1;you,hold,mug 1", {1}),
        ("you,hold,mug 1;you,took,mug 1", "you,moved,mug 1;mug 1,in,safe 1", {1}),
        ("safe 1,is,closed;shelf 1,is,closed", "safe 1,is,open", {1}),
        ("safe 1,is,open", "you,opened,safe 1;safe 1,is,empty", set()),
        ("safe 1,is,closed", "you,opened,safe 1", {1}),
        ("safe 1,is,open", "you,closed,safe 1", {1}),
        ("safe 1,is,not searched;desk 1,is,not searched", "you,at,safe 1;safe 1,is,closed", {1}),
        ("desk 1,is,empty;desk 2,is,empty", "mug 1,on,desk 1", {1}),
        ("mug 1,on,desk 1", "mug 1,in,safe 1", {1}),
        ("mug 1,is,clean", "mug 1,is,hot", set()),
    ],
)
def test_what_cannot_be_true_beside_the_new(old, new, false):
    assert replaced_in(Case(triplets(old), triplets(new))) == false


SEEN = [("go to shelf 1", "You are at shelf 1."), ("go to desk 1", "You are at desk 1.")]
AT: list[dict[str, list[Any]]] = [
    {"entities": ["you"], "triplets": [["you", "at", place]]} for place in ("shelf 1", "desk 1")
]


def test_a_walk_has_the_observations_that_actions_caused():
    for name in nl.recordings():
        told = nl.recording(name)
        (first, *rest) = walk(told).seen
        assert first[0] is None
        assert len(rest) == told.steps
        assert [action for action, _ in rest] == [e.action for e in told.events if isinstance(e, nl.Acted)]


@pytest.mark.parametrize(
    "outdated,score,kept",
    [
        ({"outdated": [1, 99]}, Score(1, 1, 1, 0, 0), 1),
        ({"outdated": []}, Score(1, 0, 0, 0, 1), 2),
        ({"outdated": "all"}, Score(1, 0, 0, 0, 1), 2),
    ],
)
def test_the_score_counts_triplets_and_exact_updates(outdated, score, kept):
    model, path = FakeModel(extract=turns(*AT), outdated=outdated), Walk(SEEN)
    assert scored(model, [path]) == score
    assert len(path.belief) == kept
    assert {request.temperature for request in model.requests} == {0.0}


def test_what_is_said_again_is_not_removed():
    model, path = (
        FakeModel(extract=turns(AT[0], {**AT[0], "triplets": [*AT[0]["triplets"], ["you", "hold", "key 1"]]})),
        Walk(SEEN),
    )
    model.script["outdated"] = {"outdated": [1]}
    assert scored(model, [path]) == Score(1, 1, 0, 0, 0)


@pytest.mark.model
def test_the_command_line_writes_what_it_measured(toy_file, tmp_path):
    score = main(["--model", str(toy_file), "--threads", "1", "--output", str(tmp_path)])
    assert json.loads((tmp_path / "beliefs-toy.json").read_text())["score"]["updates"] == score.updates
