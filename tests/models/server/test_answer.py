"""Reading what a server said."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.models.contract import Request
from nesyfs_lab.models.server.answer import Malformed, completions_of, parsed
from tests.models.server.fake_server import chat

PLAIN = Request("act", ())
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    "text,data",
    [
        ('{"a": 1}', {"a": 1}),
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('```\n{"a": 1}```', {"a": 1}),
        ('Sure: {"a": {"b": 1}} there.', {"a": {"b": 1}}),
        ('<think>{"a": 0}</think>\n{"a": 1}', {"a": 1}),
        ("[1]", [1]),
        ("no", None),
        ("", None),
        ("} {", None),
        ('{"a": ', None),
        ("[" * 100_000, None),
    ],
)
def test_json_is_found(text, data):
    assert parsed(text) == data


@given(payload=JSON)
def test_anything_is_answers_or_malformed(payload):
    for body in (payload, {"choices": payload}):
        with suppress(Malformed):
            assert all(isinstance(completion.text, str) for completion in completions_of(body, PLAIN))
    assert isinstance(one(message=payload, logprobs=payload, index=payload, finish_reason=payload).text, str)
    (completion,) = completions_of({**chat("a"), "usage": payload, "timings": payload}, PLAIN)
    assert completion.text == "a"


@given(texts=st.lists(st.text(), min_size=1, max_size=6), total=st.integers(0, 1000), cached=st.integers(0, 2000))
def test_tokens_of_a_call_add_up(texts, total, cached):
    usage = {"prompt_tokens": 900, "completion_tokens": total, "prompt_tokens_details": {"cached_tokens": cached}}
    completions = completions_of(chat(*texts, usage=usage), PLAIN)
    assert sum(c.completion_tokens for c in completions) == total
    assert sum(c.prompt_tokens - c.cached_tokens for c in completions) == max(900 - cached, 1)
    assert [c.text for c in completions] == texts


def one(**choice: Any) -> Any:
    body = chat("x")
    body["choices"][0].update(choice)
    return completions_of(body, PLAIN)[0]


def test_choices_are_put_in_order():
    body = chat("a", "b", "c")
    body["choices"].reverse()
    assert [c.text for c in completions_of(body, PLAIN)] == ["a", "b", "c"]


def test_a_log_probability_is_known_where_it_was_asked_for():
    assert one().logprob is None
    assert one(logprobs={"content": [{"logprob": -0.5}, {"logprob": -1}]}).logprob == -1.5
    assert one(logprobs={"content": [{"logprob": None}]}).logprob is None


def test_llama_server_tells_cached_tokens_in_its_timings():
    body = chat("x", usage={"prompt_tokens": 50}, timings={"cache_n": 40, "prompt_n": 10})
    assert completions_of(body, PLAIN)[0].cached_tokens == 40


@pytest.mark.parametrize(
    "message,text",
    [
        ({"content": None, "refusal": "I will not."}, "I will not."),
        ({"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "ab"),
        ({"content": None}, ""),
        (None, ""),
    ],
)
def test_words_are_found(message, text):
    assert one(message=message).text == text
