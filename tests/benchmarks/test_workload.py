"""Recording what a plan asks: every question of every particle with its answer, in both orders."""

from collections import Counter

import numpy as np
import pytest

from benchmarks.household import belief, stands
from benchmarks.workload import Setting, Workload, record, reflection
from nesyfs_lab.models.contract import Completion
from tests.fakes import FakeModel, lively

SETTING = Setting(particles=3, horizon=3, triplets=12, votes=4)


@pytest.fixture
def model():
    return lively()


@pytest.fixture
def workload(model):
    return Workload(SETTING, tuple(record(model, SETTING)))


@pytest.mark.parametrize("size", [2, 3, 40, 1000])
def test_a_belief_has_the_size_that_is_asked_for(size):
    assert len(belief(size)) == size
    first, second = stands(size)
    assert len(first.belief) == size
    assert len(second.belief) == size + 5
    assert second.action in second.admissible


def test_a_belief_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least 2"):
        belief(1)


def test_the_sections_are_a_round_and_two_plans(workload):
    assert [(s.name, len(s.steps)) for s in workload.sections] == [
        ("reflection", 1),
        ("first plan", SETTING.horizon - 1),
        ("second plan", SETTING.horizon - 1),
    ]


def test_batches_are_what_the_model_was_sent(workload, model):
    sent = [
        r for s in workload.sections for step in s.steps for stage in step for batch in stage.batches for r in batch
    ]
    assert sent == model.requests


def test_every_particle_is_asked_everything(workload):
    for section in workload.sections[1:]:
        for step in section.steps:
            asked = {stage.purpose: len(stage.calls) for stage in step}
            assert {asked[purpose] for purpose in ("focus", "act", "observe", "extract", "progress")} == {3}
    (stage,) = workload.sections[0].steps[0]
    assert [len(calls) for calls in stage.calls] == [1] * SETTING.votes
    assert all(call.request.n == 1 for call in workload.calls)


def test_the_prompts_show_the_whole_belief(workload):
    acts = [call for call in workload.calls if call.request.purpose == "act"]
    assert acts
    assert all("(coffee machine 1, on, countertop 1)" in call.request.messages[-1]["content"] for call in acts)


def test_both_orders_hold_the_same_calls(workload):
    section = workload.sections[1]
    by_stage, by_particle = [*section.stage_by_stage(0)], [*section.particle_by_particle(0)]
    assert Counter(map(id, by_stage)) == Counter(map(id, by_particle))
    assert [call.request.purpose for call in by_stage][:4] == ["focus"] * 3 + ["act"]
    assert [call.request.purpose for call in by_particle][:4] == ["focus", "act", "observe", "extract"]


def test_each_particle_keeps_the_answer_that_it_got(workload):
    """What a particle's action was answered is asked about: observe names the action, extract the observation."""
    for section in workload.sections[1:]:
        for step in section.steps:
            stages = {stage.purpose: stage for stage in step}
            for act, observe, extract in zip(
                *(stages[purpose].calls for purpose in ("act", "observe", "extract")), strict=True
            ):
                action = act[-1].answer.data["action"]
                assert f"Action: {action}\n" in observe[0].request.messages[-1]["content"]
                observation = observe[-1].answer.data["observation"]
                assert f"Observation: {observation}\n" in extract[0].request.messages[-1]["content"]


def test_an_answer_that_was_asked_for_again_is_two_calls():
    left = ["no JSON", *['{"thought": "", "aligned": "Yes"}'] * 9]
    model = FakeModel(reflect=lambda request, i: Completion(left.pop(0), prompt_tokens=7, completion_tokens=2))
    (stage,) = reflection(model, SETTING, stands(12)[0], np.random.default_rng(0))
    assert [len(calls) for calls in stage.calls] == [2, 1, 1, 1]
    assert stage.calls[0][0].answer.text == "no JSON"
    assert [[request.n for request in batch] for batch in stage.batches] == [[4], [1]]
