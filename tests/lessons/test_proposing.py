"""Many proposals from one belief: counted, beside those from a changed one."""

import pytest

from nesyfs_lab import CodeMemory, NeSyFS
from nesyfs_lab.episode import recording
from nesyfs_lab.lessons import proposals
from tests.fakes import FakeModel, prompt

TOLD = ("mug 1", "in", "cabinet 1")


def follows_the_belief(request, i):
    told = ", ".join(TOLD) in prompt(request)
    return {"thought": "so I go", "action": "go to cabinet 1" if told or i == 0 else "go to fridge 1"}


@pytest.fixture
def agent():
    model = FakeModel(act=follows_the_belief, focus={"entities": ["mug 1"], "relations": []})
    return NeSyFS(model, memory=CodeMemory())


def test_each_action_is_counted_with_both_beliefs(agent):
    table = proposals(agent, recording("mug-false-belief"), 0, 4, add=[TOLD])
    assert table.index.name == "action"
    assert table.to_dict("index") == {
        "go to cabinet 1": {"as it was": 1, "changed": 4},
        "go to fridge 1": {"as it was": 3, "changed": 0},
    }
    assert list(table.index) == ["go to cabinet 1", "go to fridge 1"], "the most frequent first"
    assert [request.n for request in agent.model.asked("act")] == [4, 4]
    assert not agent.model.asked("reflect"), "nobody votes"


def test_an_answer_that_cannot_be_used_is_no_proposal(agent):
    """The agent would play the first admissible action instead."""
    agent.model.script["act"] = lambda request, i: "broken" if i else {"thought": "", "action": "go to fridge 1"}
    table = proposals(agent, recording("mug-false-belief"), 0, 3)
    assert table["as it was"].to_dict() == {"go to fridge 1": 2, "(no usable answer)": 1}


def test_without_an_edit_the_belief_is_that_of_the_step(agent):
    """Two steps later the agent has read that the shelf is empty, and stands before it."""
    agent.model.script["focus"] = {"entities": ["shelf 1"], "relations": []}
    assert list(proposals(agent, recording("mug-false-belief"), 2, 1).columns) == ["as it was"]
    (request,) = agent.model.asked("act")
    assert "shelf 1, is, empty" in prompt(request)
    assert "You arrive at shelf 1" in prompt(request)


@pytest.mark.filterwarnings("ignore:nothing was removed")
@pytest.mark.parametrize(
    "step, how, told",
    [
        (0, {"n": 0}, "at least one proposal"),
        (99, {}, "has the steps 0 to 7, got 99"),
        (0, {"remove": [TOLD]}, "changes nothing"),
        (0, {"add": [("cabinet 1", "is", "not searched")]}, "changes nothing"),
    ],
)
def test_what_cannot_be_asked(agent, step, how, told):
    with pytest.raises(ValueError, match=told):
        proposals(agent, recording("mug-false-belief"), step, **how)
