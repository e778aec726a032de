"""What a model may give back, and what becomes of it."""

import json
import math
import types
from typing import Any

import numpy as np
import pytest

from nesyfs_lab import asking
from nesyfs_lab.asking.answers import DEEPEST, read, received
from nesyfs_lab.models.contract import Completion, ModelError, Request

ACT = asking.act("task", [], "observation", None)
EXTRACT = asking.extract("observation", "action")
OUTDATED = asking.outdated([], [])
REFLECT = asking.reflect("task", [], "observation", "action")
PAIR = [Request("act", (), n=1), Request("reflect", (), n=2)]
OK = Completion("{}")


def one(completion: Any) -> Completion:
    """The completion as it is received."""
    return received([Request("act", ())], [[completion]])[0][0]


@pytest.mark.parametrize(
    "groups,said",
    [
        ([], "2 requests with a list of 2 lists, got 0"),
        ([[OK]], "2 requests with a list of 2 lists, got 1"),
        ([[OK], [OK, OK], [OK]], "got 3"),
        (None, "got NoneType"),
        ("ab", "got str"),
        (iter([[OK], [OK, OK]]), "got list_iterator"),
        ([[OK], [OK]], "'reflect' request of n=2 with a list of 2 completions, got 1"),
        ([[OK, OK], [OK, OK]], "'act' request of n=1 with a list of 1 completions, got 2"),
        ([[], [OK, OK]], "n=1 with a list of 1 completions, got 0"),
        ([OK, OK], "got Completion"),
        ([["{}"], [OK, OK]], "Completion objects, got str"),
        ([[None], [OK, OK]], "Completion objects, got NoneType"),
    ],
)
def test_a_wrong_number_of_completions_is_told_in_one_sentence(groups, said):
    with pytest.raises(ModelError) as caught:
        received(PAIR, groups)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_tuples_will_do_for_lists():
    assert received(PAIR, ((OK,), (OK, OK))) == [[OK], [OK, OK]]


def loop() -> list[Any]:
    ring: list[Any] = []
    ring.append(ring)
    return ring


@pytest.mark.parametrize(
    "data",
    [
        math.nan,
        {"x": math.inf},
        {1, 2},
        object(),
        b"{}",
        np.zeros(3),
        {"n": np.int64(1)},
        loop(),
        types.MappingProxyType({}),
    ],
    ids=lambda data: type(data).__name__,
)
def test_data_that_json_cannot_hold_counts_as_none(data):
    assert one(Completion("", data)).data is None


def nested(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


def test_data_nested_too_deep_counts_as_none():
    assert one(Completion("", nested(DEEPEST - 1))).data == nested(DEEPEST - 1)
    assert one(Completion("", nested(DEEPEST))).data is None
    assert one(Completion("", nested(900))).data is None


def test_numbers_and_texts_are_made_fit_for_a_record():
    wild: Any = Completion(None, (1, {2: "b"}), math.nan, -3, np.int64(7), -math.inf, None)  # type: ignore[arg-type]
    assert one(wild) == Completion("", [1, {"2": "b"}], 0, 0, 7, None, "stop")
    assert one(Completion(5)).text == "5"  # type: ignore[arg-type]
    assert one(Completion("x", logprob=np.float32(-1.5))).logprob == -1.5  # type: ignore[arg-type]
    json.dumps([vars(one(wild))], allow_nan=False)


def test_a_good_completion_is_left_as_it_is():
    good = Completion('{"a": 1}', {"a": [1, "\ud800", None, 1.5, True]}, 5, 4, 3, -0.25, "length")
    assert one(good) == good


@pytest.mark.parametrize(
    "question,answer",
    [
        (ACT, {"thought": "", "action": "x" * 100_000}),
        (ACT, {"thought": "\ud800\x00\u2028", "action": "go"}),
        (EXTRACT, {"entities": ["a"] * 5000, "triplets": [["a", "b", "c"]] * 5000}),
        (EXTRACT, {"entities": [], "triplets": []}),
        (OUTDATED, {"outdated": [10**30, -1, 0]}),
        (REFLECT, {"thought": "", "aligned": "No"}),
    ],
    ids=range(6),
)
def test_an_answer_in_shape_is_taken_however_long(question, answer):
    assert read(question, Completion("", answer)) == (answer, "")
    assert read(question, Completion(json.dumps(answer))) == (answer, "")


@pytest.mark.parametrize(
    "question,data,part",
    [
        (ACT, {"action": "go"}, "thought"),
        (ACT, {"thought": 1, "action": "go"}, "thought"),
        (ACT, {"thought": "", "action": None}, "action"),
        (ACT, {"thought": "", "action": " \n"}, "empty 'action'"),
        (ACT, {"thought": "", "action": "go", "more": 1}, "more"),
        (ACT, ["thought", "action"], "the answer"),
        (ACT, "go", "the answer"),
        (ACT, 3, "the answer"),
        (EXTRACT, {"entities": "you", "triplets": []}, "entities"),
        (EXTRACT, {"entities": [None], "triplets": []}, "entities.0"),
        (EXTRACT, {"entities": [], "triplets": [["a", "b"]]}, "triplets.0"),
        (EXTRACT, {"entities": [], "triplets": [["a", "b", "c", "d"]]}, "triplets.0"),
        (EXTRACT, {"entities": [], "triplets": [["a", "b", 3]]}, "triplets.0.2"),
        (EXTRACT, {"entities": [], "triplets": {"a": "b"}}, "triplets"),
        (OUTDATED, {"outdated": [1.5]}, "outdated.0"),
        (OUTDATED, {"outdated": ["1"]}, "outdated.0"),
        (OUTDATED, {"outdated": [True]}, "outdated.0"),
        (OUTDATED, {"outdated": None}, "outdated"),
        (REFLECT, {"thought": "", "aligned": "yes"}, "aligned"),
        (REFLECT, {"thought": "", "aligned": True}, "aligned"),
    ],
)
def test_an_answer_out_of_shape_becomes_the_default_and_a_reason(question, data, part):
    for completion in (Completion("", data), Completion(json.dumps(data))):
        answer, why = read(question, completion)
        assert answer == question.default
        assert part in why
        assert repr(question.purpose) in why
        assert len(why) < 400


NO_ANSWERS = [
    "",
    "Sure! Here it is:",
    '{"thought": "I was cut',
    "null",
    "NaN",
    '{"outdated": [NaN]}',
    '{"a": 1e999}',
    "[" * 100_000,
    "[" * 400 + "]" * 400,
    "1" * 5000,
    "\x00",
]


@pytest.mark.parametrize("text", NO_ANSWERS, ids=range(len(NO_ANSWERS)))
def test_text_that_is_no_answer_becomes_the_default_and_a_reason(text):
    answer, why = read(OUTDATED, Completion(text))
    assert answer == OUTDATED.default
    assert why


def test_a_list_that_was_cut_keeps_what_was_said_in_full():
    text = '{"entities": ["mug 1"], "triplets": [["mug 1", "on", "desk 1"], ["pan 1", "on"'
    assert read(EXTRACT, Completion(text, finish_reason="length")) == (
        {"entities": ["mug 1"], "triplets": [["mug 1", "on", "desk 1"]]},
        "",
    )
    assert "not JSON" in read(EXTRACT, Completion(text, finish_reason="stop"))[1]
    no_triplets = text[: text.index(', "triplets"')]
    assert "'triplets' is a required property" in read(EXTRACT, Completion(no_triplets, finish_reason="length"))[1]


def test_the_reason_says_when_the_answer_was_cut():
    assert "cut at max_tokens" in read(ACT, Completion('{"thought', finish_reason="length"))[1]
    assert "cut at max_tokens" not in read(ACT, Completion('{"thought', finish_reason="stop"))[1]
