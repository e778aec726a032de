"""Algorithm 1: settings, what the record tells, and what an agent may not hold."""

import math
from typing import Any

import numpy as np
import pytest

from nesyfs_lab import prompts
from nesyfs_lab.agents import NeSyFS, Situation
from nesyfs_lab.events import Failed, Generated, Planned, Proposed, Reflected, Retrieved
from nesyfs_lab.graph import KnowledgeGraph
from nesyfs_lab.models.contract import Completion, Request
from nesyfs_lab.planning import TSMC
from tests.fakes import FakeModel, lively, of, only, prompt, think, timeless

HALL = Situation("fetch the cup", KnowledgeGraph([("you", "in", "hall")]), "You are in the hall.", ("east", "wait"))


def decide(model: Any, seed: int = 0, situation: Situation = HALL, **settings: Any):
    return think(NeSyFS(model, **settings).decide(situation, np.random.default_rng(seed)))


def test_a_proposal_that_is_aligned_is_played_at_once():
    model = FakeModel()
    events, decision = decide(model)
    assert decision == ("wait", "fast")
    assert [type(e) for e in events if not isinstance(e, Generated)] == [Retrieved, Proposed, Reflected]
    assert [(r.purpose, r.n) for r in model.requests] == [("focus", 1), ("act", 1), ("reflect", 5)]


def test_the_reflection_sees_task_belief_observation_and_action():
    model = FakeModel(focus={"entities": ["you"], "relations": []})
    decide(model)
    text = prompt(model.asked("reflect")[0])
    assert all(word in text for word in ("fetch the cup", "(you, in, hall)", "You are in the hall.", "wait"))


def test_the_same_chance_thinks_the_same_and_other_chance_something_else():
    told = [timeless(decide(lively(), seed, reflections=1)[0]) for seed in (1, 1, 2)]
    assert told[0] == told[1] != told[2]


def test_an_agent_holds_nothing_between_decisions():
    agent = NeSyFS(lively(), reflections=1)
    first, second = (timeless(think(agent.decide(HALL, np.random.default_rng(7)))[0]) for _ in range(2))
    assert first == second


def test_an_action_that_is_not_admissible_is_asked_for_again_then_replaced_by_the_first():
    model = FakeModel(act={"thought": "", "action": "fly"})
    events, decision = decide(model)
    assert decision.action == "east"
    assert len(model.asked("act")) == 2
    assert "fly" in only(events, Failed).answer


@pytest.mark.parametrize("admissible", [None, ()])
def test_where_no_action_is_known_any_goes_and_look_is_the_default(admissible):
    free = HALL._replace(admissible=admissible)
    assert decide(FakeModel(act={"thought": "", "action": "fly"}), situation=free)[1].action == "fly"
    assert decide(FakeModel(act="no json"), situation=free)[1].action == "look"


def test_votes_that_cannot_be_read_are_noes():
    events, _ = decide(FakeModel(reflect="no json"), reflections=1, planner=TSMC(particles=1, horizon=2))
    assert only(events, Reflected).votes == (False,) * 5
    assert len(of(events, Failed)) == 5


def test_a_planner_of_another_kind_is_used_as_it_is():
    class Stubborn:
        def plan(self, mind, origin, rng):
            trace = yield from TSMC(particles=1, horizon=2).plan(mind, origin, rng)
            return trace

        def settings(self) -> dict[str, object]:
            return {"kind": "stubborn"}

    agent = NeSyFS(FakeModel(), reflections=0, planner=Stubborn())
    events, decision = think(agent.decide(HALL, np.random.default_rng(0)))
    assert decision.source == "slow"
    assert only(events, Planned).trace.actions.shape == (2, 1)
    assert agent.settings()["planner"] == {"kind": "stubborn"}


@pytest.mark.parametrize(
    "name,value",
    [
        ("votes", 0),
        ("votes", -1),
        ("agreement", 0.0),
        ("agreement", 1.2),
        ("agreement", -0.5),
        ("agreement", math.nan),
        ("reflections", -1),
        ("depth", -1),
        ("temperature", 0.0),
        ("temperature", -1.0),
        ("temperature", math.nan),
        ("temperature", math.inf),
    ],
)
def test_a_setting_out_of_range_is_refused_by_name(name, value):
    with pytest.raises(ValueError, match=name):
        NeSyFS(FakeModel(), **{name: value})


@pytest.mark.parametrize(
    "name,value",
    [
        ("model", "qwen2.5-coder-1.5b"),
        ("model", None),
        ("model", FakeModel),
        ("votes", 5.0),
        ("reflections", "3"),
        ("depth", 1.5),
        ("planner", TSMC),
        ("planner", None),
        ("planner", "TSMC"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_refused_by_name(name, value):
    with pytest.raises(TypeError, match=name):
        NeSyFS(**{"model": FakeModel(), name: value})


def test_settings_tell_all_of_it():
    agent = NeSyFS(FakeModel(), votes=3, agreement=0.6, reflections=1, planner=TSMC(lam=2.0), depth=4, read_first=False)
    assert agent.settings() == {
        "kind": "NeSyFS",
        "votes": 3,
        "agreement": 0.6,
        "reflections": 1,
        "planner": TSMC(lam=2.0).settings(),
        "memory": {"kind": "knowledge graph", "depth": 4},
        "read_first": False,
        "temperature": 0.7,
        "prompts": prompts.fingerprint(),
    }


def exactly(yes: float) -> FakeModel:
    """Says Yes with this probability, and why not."""

    def reflect(request: Request, i: int) -> Completion:
        assert request.schema is not None
        if "thought" in request.schema["properties"]:
            return Completion("", {"aligned": "No", "thought": "no cup there"})
        word = "Yes" if yes >= 0.5 else "No"
        return Completion("", {"aligned": word}, logprobs=(math.log(max(yes, 1 - yes)),))

    return FakeModel(reflect=reflect)


def test_exact_votes_let_an_action_pass_by_its_probability():
    model = exactly(0.9)
    events, decision = decide(model, votes="exact")
    assert decision == ("wait", "fast")
    verdict = only(events, Reflected)
    assert (verdict.votes, verdict.aligned, verdict.thoughts) == ((True,), True, ())
    assert verdict.probability == pytest.approx(0.9)
    assert [r.n for r in model.asked("reflect")] == [1]


def test_an_exact_veto_asks_why_and_tells_the_next_proposal():
    model = exactly(0.7)
    events, _ = decide(model, votes="exact", reflections=1, planner=TSMC(particles=2, horizon=2))
    verdict = only(events, Reflected)
    assert (verdict.votes, verdict.aligned, verdict.thought) == ((False,), False, "no cup there")
    assert "no cup there" in prompt(model.asked("act")[1])


def test_exact_votes_judge_progress_without_a_thought():
    model = exactly(0.1)
    decide(model, votes="exact", reflections=1, planner=TSMC(particles=2, horizon=2))
    schemas = [request.schema for request in model.asked("progress")]
    assert schemas
    assert all(schema is not None and list(schema["properties"]) == ["progress"] for schema in schemas)


def test_votes_are_a_number_or_the_word_exact():
    with pytest.raises(TypeError, match='a whole number or "exact"'):
        NeSyFS(FakeModel(), votes="many")  # type: ignore[arg-type]
    assert NeSyFS(FakeModel(), votes="exact").settings()["votes"] == "exact"
