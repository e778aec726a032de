"""Where the paper disagrees with itself or leaves something open, this is what we chose: a test for each choice.

Each runs the whole agent, so that the choice holds in what the model is asked and in what the record tells.
"""

import math
import re
from typing import Any

import numpy as np
import pytest

from nesyfs_lab.agents import NeSyFS
from nesyfs_lab.agents.contract import Decision, Situation
from nesyfs_lab.events import Event, Generated, Planned, Propagated, Proposed, Reflected, Retrieved, Trace
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.planning import TSMC
from tests.fakes import FakeModel, Script, of, only, prompt, think, turns

NO = {"thought": "no, because", "aligned": "No"}
TOLD = KnowledgeGraph([("you", "at", "hall"), ("hall", "has", "door"), ("door", "is", "shut"), ("cup", "on", "shelf")])


def decide(
    model: FakeModel,
    belief: KnowledgeGraph = TOLD,
    admissible: tuple[str, ...] | None = None,
    seed: int = 0,
    **settings: Any,
) -> tuple[list[Event], Decision]:
    situation = Situation("fetch the cup", belief, "You are in the hall.", admissible)
    return think(NeSyFS(model, **settings).decide(situation, np.random.default_rng(seed)))


def planned(model: FakeModel, seed: int = 0, **settings: Any) -> Trace:
    events, _ = decide(model, seed=seed, reflections=0, planner=TSMC(**settings))
    return only(events, Planned).trace


def trails(**answers: Any) -> FakeModel:
    """Imagined actions carry the samples that led to them: "go #2 #0" is sample 0 after sample 2."""

    def act(request, i):
        trail = max(re.findall(r"(?: #\d+)+", prompt(request)), key=len, default="")
        return {"thought": "", "action": f"go{trail} #{i}"}

    def observe(request, i):
        return {"observation": "Gone" + prompt(request).split("Action: go")[1].split("\n")[0]}

    return FakeModel(**{"act": act, "observe": observe, **answers})


def judge(place: int) -> Script:
    """Progress where the number of the sample at ``place`` of the trail is even."""

    def progress(request, i):
        number = int(prompt(request).split("Action: go #")[1].split("\n")[0].split("#")[place])
        return {"thought": "", "progress": "No" if number % 2 else "Yes"}

    return progress


first_sample, last_sample = judge(0), judge(-1)


# -- 1: the loop of Algorithm 1 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", range(5))
def test_choice_1_after_k_noes_the_planner_starts_from_the_last_unreflected_action(k):
    actions = [{"thought": "", "action": f"idea {i}"} for i in range(k + 1)]
    model = FakeModel(act=turns(*actions, {"thought": "", "action": "dream"}), reflect=NO)
    events, decision = decide(model, reflections=k, votes=3)
    assert [(e.action, e.attempt) for e in of(events, Proposed)] == [(f"idea {i}", i) for i in range(k + 1)]
    assert [e.action for e in of(events, Reflected)] == [f"idea {i}" for i in range(k)]
    assert [r.n for r in model.asked("reflect")] == [3] * k
    assert set(only(events, Planned).trace.actions[0]) == {f"idea {k}"}
    assert decision == Decision("dream", "slow")


def test_choice_1_a_yes_ends_the_loop():
    model = FakeModel(
        act=turns(
            {"thought": "", "action": "bad"}, {"thought": "", "action": "good"}, {"thought": "", "action": "late"}
        ),
        reflect=lambda r, i: {"thought": "", "aligned": "Yes" if "Action: good" in prompt(r) else "No"},
    )
    events, decision = decide(model, reflections=3)
    assert decision == Decision("good", "fast")
    assert [e.aligned for e in of(events, Reflected)] == [False, True]
    assert of(events, Planned) == []


def test_choice_1_the_thought_of_a_no_goes_back_to_the_next_proposal():
    answers = [{"thought": f"thought {i}", "aligned": aligned} for i, aligned in enumerate(["Yes", "No", "No", "Yes"])]
    model = FakeModel(
        act=turns(*({"thought": "", "action": f"idea {i}"} for i in range(9))), reflect=turns(*answers, NO)
    )
    events, _ = decide(model, votes=2, reflections=2)
    told = of(events, Reflected)
    assert [e.thought for e in told] == ["thought 1", "thought 2"]
    assert told[0].thoughts == ("thought 0", "thought 1")
    first, second, third = (prompt(r) for r in model.asked("act")[:3])
    assert "thought" not in first
    assert "idea 0" in second
    assert "thought 1" in second
    assert all(text in third for text in ("idea 0", "thought 1", "idea 1", "thought 2"))


def test_choice_1_the_imagined_policy_is_not_told_of_vetoes():
    model = FakeModel(reflect=NO)
    decide(model, reflections=2, planner=TSMC(horizon=2))
    assert "no, because" in prompt(model.asked("act")[2])
    assert "no, because" not in prompt(model.asked("act")[3])


@pytest.mark.parametrize(
    "yes,votes,agreement,aligned",
    [
        (5, 5, 0.8, True),
        (4, 5, 0.8, True),
        (3, 5, 0.8, False),
        (0, 5, 0.8, False),
        (1, 1, 1.0, True),
        (9, 10, 0.9, True),
        (8, 10, 0.9, False),
        (7, 10, 0.7, True),
        (3, 10, 0.3, True),
        (29, 100, 0.29, True),
        (57, 100, 0.57, True),
        (56, 100, 0.57, False),
        (1, 3, 1 / 3, True),
        (1, 5, 1e-9, True),
        (0, 5, 1e-9, False),
        (4, 5, np.float64(0.8), True),
    ],
)
def test_choice_1_the_share_of_yes_is_counted_without_rounding(yes, votes, agreement, aligned):
    model = FakeModel(reflect=lambda r, i: {"thought": f"{i}", "aligned": "Yes" if i < yes else "No"})
    events, _ = decide(model, votes=votes, agreement=agreement, reflections=1, planner=TSMC(particles=1, horizon=2))
    verdict = only(events, Reflected)
    assert verdict.votes == (True,) * yes + (False,) * (votes - yes)
    assert verdict.aligned is aligned
    assert verdict.votes[int(verdict.thought)] is aligned


# -- 2: the first observation -----------------------------------------------------------------------------------------


def test_choice_2_the_first_observation_is_read_into_the_belief():
    model = FakeModel(extract={"entities": ["cup"], "triplets": [["cup", "on", "table"]]})
    _, change = think(NeSyFS(model).update(KnowledgeGraph(), None, "A cup is on a table.", np.random.default_rng(0)))
    assert change.added == (Triplet("cup", "on", "table"),)
    assert "A cup is on a table." in prompt(model.requests[0])


def test_choice_2_the_literal_reading_leaves_the_belief_empty_until_the_first_action():
    model = FakeModel(extract={"entities": ["cup"], "triplets": [["cup", "on", "table"]]})
    agent = NeSyFS(model, read_first=False)
    events, change = think(agent.update(KnowledgeGraph(), None, "A cup.", np.random.default_rng(0)))
    assert (events, change.added, change.removed, model.requests) == ([], (), (), [])
    _, change = think(agent.update(KnowledgeGraph(), "look", "A cup.", np.random.default_rng(0)))
    assert len(change.added) == 1


# -- 3: the horizon ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("horizon", [2, 3, 5, 8])
def test_choice_3_a_horizon_of_l_imagines_l_minus_1_actions(horizon):
    model = trails()
    events, _ = decide(model, reflections=0, planner=TSMC(particles=2, horizon=horizon))
    assert {e.tau for e in of(events, Propagated)} == set(range(2, horizon + 1))
    assert sum(r.n for r in model.asked("act")[1:]) == 2 * (horizon - 1)


# -- 4: the action that is played -------------------------------------------------------------------------------------


def test_choice_4_the_action_played_is_the_chosen_lineage_s_at_tau_2():
    for seed in range(15):
        trace = planned(trails(progress=last_sample), seed)
        end = trace.observations[-1][trace.ancestors[-1][trace.chosen]]
        assert end.count("#") == 4
        assert trace.action == f"go #{end.split('#')[1].strip()}"
        assert trace.action == trace.actions[1][trace.lineage[0]]


def test_choice_4_another_slot_s_action_at_tau_2_would_often_be_another_one():
    """Else the test above could not tell the lineage from the slot."""
    traces = [planned(trails(progress=last_sample), seed) for seed in range(15)]
    assert any(t.action != t.actions[1][t.chosen] for t in traces)


def test_choice_4_so_what_is_played_is_admissible_while_imagined_states_leave_actions_free():
    def act(request, i):
        choices = request.schema["properties"]["action"].get("enum", ["fly", "dive"])
        return {"thought": "", "action": choices[i % len(choices)]}

    events, decision = decide(FakeModel(act=act), admissible=("east", "wait"), reflections=0)
    actions = only(events, Planned).trace.actions
    assert set(actions[1]) == {"east", "wait"}
    assert set(actions[2:].ravel()) <= {"fly", "dive"}
    assert decision.action in ("east", "wait")


# -- 5: the weights ---------------------------------------------------------------------------------------------------


def test_choice_5_with_threshold_1_a_weight_is_that_of_its_own_tau_alone():
    trace = planned(trails(progress=last_sample))
    omega = np.exp(trace.progress)
    assert trace.weights == pytest.approx(omega / omega.sum(axis=1, keepdims=True))
    assert set(trace.progress.ravel()) == {0, 1}


def test_choice_5_with_a_lower_threshold_weights_multiply_until_they_are_resampled():
    trace = planned(trails(progress=first_sample), ess_threshold=0.0)
    omega = np.exp(np.cumsum(trace.progress, axis=0))
    assert trace.weights == pytest.approx(omega / omega.sum(axis=1, keepdims=True))
    assert trace.weights[-1].max() / trace.weights[-1].min() == pytest.approx(math.exp(4))


# -- 6: the action that is judged -------------------------------------------------------------------------------------


def test_choice_6_the_judge_sees_the_action_that_caused_the_new_triplets():
    def extract(request, i):
        return {"entities": ["you"], "triplets": [["you", "did", prompt(request).split("Action: ")[1].split("\n")[0]]]}

    model = trails(extract=extract)
    planned(model)
    judged = model.asked("progress")
    assert len(judged) > 6
    for request in judged:
        action = prompt(request).split("Action: ")[1].split("\n")[0]
        assert f"(you, did, {action})" in prompt(request).split("New:")[1]


def test_choice_6_the_judge_knows_the_belief_from_before_the_action():
    model = trails(
        extract=lambda r, i: {"entities": ["you"], "triplets": [["you", "did", "something"]]},
        focus={"entities": ["you"], "relations": []},
    )
    planned(model, horizon=2)
    for request in model.asked("progress"):
        known, new = prompt(request).split("New:")
        assert "(you, at, hall)" in known
        assert "(you, did, something)" not in known
        assert "(you, did, something)" in new


def test_choice_6_the_judge_is_asked_also_when_nothing_is_new():
    model = trails()
    trace = planned(model, horizon=2)
    assert len(model.asked("progress")) == len(set(trace.actions[1])) == 6


# -- 7: retrieval -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "depth,shown", [(0, []), (1, ["you", "hall"]), (2, ["you", "hall", "door"]), (3, ["you", "hall", "door", "shut"])]
)
def test_choice_7_every_prompt_sees_what_is_connected_to_the_focus_up_to_the_depth(depth, shown):
    model = FakeModel(focus={"entities": ["you"], "relations": ["nosuch"]}, reflect=NO)
    events, _ = decide(model, depth=depth, reflections=1, planner=TSMC(horizon=2))
    told = only(events, Retrieved)
    assert told.triplets == TOLD.connected(["you"], depth)
    assert told.entities == ("you",)
    words = {end for t in told.triplets for end in (t.subject, t.object)}
    assert words == set(shown)
    for purpose in ("act", "reflect", "observe", "progress"):
        text = prompt(model.asked(purpose)[0])
        assert all(f"({', '.join(t)})" in text for t in told.triplets)
        assert "shelf" not in text


# -- 8: update --------------------------------------------------------------------------------------------------------


def test_choice_8_only_triplets_next_to_extracted_entities_can_be_removed_and_only_by_something_new():
    new, known = ["you", "at", "attic"], ["you", "at", "hall"]
    model = FakeModel(extract={"entities": ["you"], "triplets": [new]}, outdated={"outdated": [1, 2, 3, 4]})
    _, change = think(NeSyFS(model).update(TOLD, "go up", "o", np.random.default_rng(0)))
    assert (change.added, change.removed) == ((Triplet(*new),), (Triplet(*known),))
    model = FakeModel(extract={"entities": ["you"], "triplets": [new, known]}, outdated={"outdated": [1, 2, 3, 4]})
    _, change = think(NeSyFS(model).update(TOLD, "go up", "o", np.random.default_rng(0)))
    assert (change.added, change.removed) == ((Triplet(*new),), ())  # the observation says it again
    model = FakeModel(extract={"entities": ["you"], "triplets": [known]}, outdated={"outdated": [1]})
    _, change = think(NeSyFS(model).update(TOLD, "go up", "o", np.random.default_rng(0)))
    assert (change.added, change.removed, model.asked("outdated")) == ((), (), [])


# -- 9: identical requests --------------------------------------------------------------------------------------------


def test_choice_9_at_tau_2_all_particles_share_one_request_of_n_samples():
    model = trails()
    planned(model, horizon=2)
    assert [r.n for r in model.asked("act")] == [1, 6]


def test_choice_9_after_resampling_copies_share_theirs():
    for seed in range(5):
        model = trails(progress=last_sample)
        trace = planned(model, seed, horizon=3)
        copies = np.unique(trace.ancestors[0], return_counts=True)[1].tolist()
        assert sorted(r.n for r in model.asked("act")[2:]) == sorted(copies)


def test_choice_9_requests_without_chance_are_made_once():
    model = trails(progress=last_sample)
    decide(model, reflections=0)
    greedy = [(r.purpose, prompt(r)) for r in model.requests if r.temperature == 0]
    assert {purpose for purpose, _ in greedy} == {"focus", "extract", "progress"}
    assert len(greedy) == len(set(greedy))


def test_choice_9_what_is_sampled_has_a_seed_and_what_is_greedy_has_none():
    model = trails(progress=last_sample)
    events, _ = decide(model, reflections=0)
    for request in model.requests:
        sampled = request.purpose in ("act", "reflect", "observe")
        assert (request.temperature > 0) is sampled
        assert (request.seed is not None) is sampled
    seeds = [r.seed for r in model.requests if r.seed is not None]
    assert len(seeds) == len(set(seeds))
    assert [e.request for e in of(events, Generated)] == model.requests
