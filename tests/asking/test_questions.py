"""What is asked: every purpose has a schema that its own safe default obeys, and prompts hold what they were given."""

import json

import jsonschema
import pytest

from nesyfs_lab import asking
from nesyfs_lab.asking.questions import NOTHING, Question, listed, written
from nesyfs_lab.graph import Triplet

CUP = Triplet("cup 1", "on", "shelf 3")
LID = Triplet("lid 2", "in", "drawer 4")
QUESTIONS: dict[str, Question] = {
    "act": asking.act("fetch the cup", [CUP], "You see a shelf.", ["go east", "look"]),
    "reflect": asking.reflect("fetch the cup", [CUP], "You see a shelf.", "go east"),
    "focus": asking.focus("fetch the cup", "You see a shelf."),
    "extract": asking.extract("You see a shelf.", "go east"),
    "outdated": asking.outdated([CUP], [LID]),
    "observe": asking.observe("fetch the cup", [CUP], "go east"),
    "progress": asking.progress("fetch the cup", [CUP], "go east", [LID]),
}
SHOWN = {
    "act": ["fetch the cup", written(CUP), "You see a shelf.", "go east", "look"],
    "reflect": ["fetch the cup", written(CUP), "You see a shelf.", "go east"],
    "focus": ["fetch the cup", "You see a shelf."],
    "extract": ["You see a shelf.", "go east"],
    "outdated": [f"1. {written(CUP)}", written(LID)],
    "observe": ["fetch the cup", written(CUP), "go east"],
    "progress": ["fetch the cup", written(CUP), "go east", written(LID)],
}


@pytest.mark.parametrize("purpose", QUESTIONS)
def test_a_question_shows_what_it_is_about_after_the_fixed_text(purpose):
    question = QUESTIONS[purpose]
    system, user = question.messages[0], question.messages[-1]
    assert question.purpose == purpose
    assert (system["role"], user["role"]) == ("system", "user")
    assert all(text in user["content"] for text in SHOWN[purpose])
    assert not any(text in system["content"] for text in SHOWN[purpose] if text != "look")


@pytest.mark.parametrize("purpose", QUESTIONS)
def test_the_safe_default_obeys_the_schema(purpose):
    question = QUESTIONS[purpose]
    jsonschema.Draft202012Validator.check_schema(question.schema)
    jsonschema.validate(question.default, question.schema)


@pytest.mark.parametrize(
    "admissible,default", [(["open box", "look"], "open box"), ([], "look"), (None, "look"), ([""], "")]
)
def test_the_default_action_is_the_first_admissible_one_or_look(admissible, default):
    assert asking.act("t", [], "o", admissible).default["action"] == default


def test_an_action_is_restricted_only_where_the_admissible_ones_are_known():
    assert asking.act("t", [], "o", ["a", "b"]).schema["properties"]["action"] == {"enum": ["a", "b"]}
    assert "enum" not in asking.act("t", [], "o", None).schema["properties"]["action"]
    assert "enum" not in asking.act("t", [], "o", []).schema["properties"]["action"]


def test_narrowing_one_question_leaves_the_next_one_free():
    asking.act("t", [], "o", ["only this"])
    assert "enum" not in asking.act("t", [], "o", None).schema["properties"]["action"]


def test_vetoes_are_told_with_their_reasons_in_order():
    vetoes = [("jump", "too high"), ("sing", "nobody listens")]
    user = asking.act("t", [], "o", None, vetoes).messages[-1]["content"]
    places = [user.index(word) for veto in vetoes for word in veto]
    assert places == sorted(places)


def test_triplets_keep_their_order_one_a_line():
    assert listed([CUP, LID]) == "(cup 1, on, shelf 3)\n(lid 2, in, drawer 4)"
    assert listed([]) == NOTHING


def test_a_triplet_stays_on_its_line_whatever_it_holds():
    assert written(Triplet("a\nb", " in\t", "c\u2028d")) == "(a b, in, c d)"


@pytest.mark.parametrize("text", ["${task}", "$", "$$", "{observation}", "%s", "\\1", "\ud800"])
def test_text_is_put_into_a_prompt_as_it_is(text):
    assert f"Observation: {text}" in asking.focus("t", text).messages[-1]["content"]


def test_the_start_has_no_action():
    assert "None" not in asking.extract("You wake up.", None).messages[-1]["content"]


def test_no_more_is_outdated_than_is_new_and_only_what_is_numbered():
    """Each outdated triplet is replaced by a new one; a model that begins to count must not forget everything."""
    old = [Triplet("a", "on", str(n)) for n in range(5)]
    new = [Triplet("a", "in", "b"), Triplet("a", "is", "open")]
    numbers = asking.outdated(old, new).schema["properties"]["outdated"]
    assert (numbers["maxItems"], numbers["items"]["minimum"], numbers["items"]["maximum"]) == (2, 1, 5)


TOOK = Triplet("you", "took", "cup 1")
WENT = Triplet("you", "went to", "shelf 3")
HOLD = Triplet("you", "hold", "cup 1")


@pytest.mark.parametrize(
    "new,paired",
    [
        ([TOOK, HOLD], [HOLD]),  # what the agent did replaces nothing
        ([WENT, TOOK], [WENT, TOOK]),  # unless nothing else is new
        ([HOLD, LID, LID], [HOLD, LID]),
        ([Triplet("crow 1", "took", "cup 1")], [Triplet("crow 1", "took", "cup 1")]),
        ([Triplet("you", "", "cup 1")], [Triplet("you", "", "cup 1")]),
    ],
)
def test_each_new_state_is_paired_with_the_old_triplet_that_it_replaces_or_with_none(new, paired):
    schema = asking.outdated([CUP, WENT], new).schema
    pairs = schema["properties"]["replaced"]["properties"]
    assert list(pairs) == [written(t) for t in paired]
    assert all(choice == {"enum": ["none", f"{written(CUP)} [1]", f"{written(WENT)} [2]"]} for choice in pairs.values())
    assert list(schema["properties"]) == ["replaced", "outdated"], "the numbers come last, when the pairs are found"


def test_an_answer_of_numbers_alone_is_an_answer():
    jsonschema.validate({"outdated": [1]}, asking.outdated([CUP], [HOLD]).schema)


REFLECT = asking.reflect("fetch the cup", [], "You are in the hall.", "east")


@pytest.mark.parametrize("question", [REFLECT, asking.progress("fetch the cup", [], "east", [])])
def test_a_verdict_is_asked_for_alone_by_examples_that_give_it_first(question):
    verdict = asking.verdict(question)
    (key,) = verdict.schema["properties"]
    assert verdict.schema["properties"][key] == {"enum": ["Yes", "No"]}
    assert verdict.default == {key: "No"}
    examples = [json.loads(m["content"]) for m in verdict.messages if m["role"] == "assistant"]
    before = [json.loads(m["content"]) for m in question.messages if m["role"] == "assistant"]
    assert examples == before
    assert {next(iter(answer)) for answer in examples} == {key}
    assert [m for m in verdict.messages if m["role"] != "assistant"] == [
        m for m in question.messages if m["role"] != "assistant"
    ]


def test_a_reason_is_asked_for_under_the_prompt_of_its_verdict():
    reason = asking.reason(REFLECT, "No")
    assert reason.messages == asking.verdict(REFLECT).messages
    assert list(reason.schema["properties"]) == ["aligned", "thought"]
    assert reason.schema["properties"]["aligned"] == {"enum": ["No"]}


def test_only_a_question_that_ends_in_yes_or_no_has_a_verdict():
    with pytest.raises(ValueError, match="'focus' does not ask for Yes or No"):
        asking.verdict(asking.focus("fetch the cup", "You are in the hall."))
