"""The recorded model: the recorded answers, in the recorded order, and clear words where there is none."""

import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.events import Generated
from nesyfs_lab.models import Model, ModelError, RecordedModel, load_model
from nesyfs_lab.models.contract import Completion, Message, Request

SYSTEM: Message = {"role": "system", "content": "You play.\nThink first."}


def ask(text: str = "What next?", purpose: str = "act", **settings: Any) -> Request:
    return Request(purpose, (SYSTEM, {"role": "user", "content": text}), **settings)


def answered(request: Request, *texts: str, step: int = 1) -> Generated:
    completions = tuple(map(Completion, texts))
    return Generated(purpose=request.purpose, request=request, completions=completions, seconds=0.1, step=step)


def texts(model: Model, *requests: Request) -> list[list[str]]:
    return [[completion.text for completion in group] for group in model.complete(requests)]


def refusal(model: Model, *requests: Request) -> str:
    with pytest.raises(ModelError) as error:
        model.complete(requests)
    told = str(error.value)
    assert "\n" not in told
    return told


# -- answers ----------------------------------------------------------------------------------------------------------

REQUEST = st.builds(
    Request,
    purpose=st.sampled_from(["act", "reflect"]),
    messages=st.sampled_from([ask("").messages, ask("\u00e9\n").messages, (SYSTEM,)]),
    n=st.integers(0, 3),
    temperature=st.sampled_from([0, 0.0, 0.7]),
    seed=st.sampled_from([None, 0, 1]),
    schema=st.sampled_from([None, {}, {"enum": ["a"]}]),
)


@st.composite
def records(draw: st.DrawFn) -> list[Generated]:
    """Any requests, equal ones among them, each answered by as many completions as it asks for, all of them unlike."""
    requests = draw(st.lists(REQUEST, min_size=1, max_size=5))
    requests += draw(st.lists(st.sampled_from(requests), max_size=5))
    return [answered(r, *(f"answer {place}.{i}" for i in range(r.n))) for place, r in enumerate(requests)]


@given(record=records(), data=st.data())
def test_any_recorded_sequence_is_answered_identically_however_it_is_cut_into_calls(record, data):
    model = RecordedModel(record)
    wanted = [list(one.completions) for one in record]
    got: list[list[Completion]] = []
    while len(got) < len(record):
        count = data.draw(st.integers(1, len(record) - len(got)))
        got += model.complete([one.request for one in record[len(got) :][:count]])
    assert got == wanted


@given(record=records(), data=st.data())
def test_a_call_with_one_unknown_request_uses_nothing_up(record, data):
    model = RecordedModel(record)
    requests = [one.request for one in record]
    place = data.draw(st.integers(0, len(requests)))
    refusal(model, *requests[:place], ask("never asked"), *requests[place:])
    assert model.complete(requests) == [list(one.completions) for one in record]


@pytest.mark.parametrize("settings", [{"temperature": 0.0}, {"temperature": 1.0, "seed": 3}, {"seed": 3}])
def test_what_leaves_nothing_to_chance_is_answered_again_by_its_last_answer(settings):
    request = ask(**settings)
    model = RecordedModel([answered(request, "first"), answered(request, "second")])
    assert texts(model, request, request, request) == [["first"], ["second"], ["second"]]
    assert texts(model, request) == [["second"]]


def test_there_are_no_more_draws_than_were_recorded():
    request = ask(temperature=1.0, n=2)
    model = RecordedModel([answered(request, "a", "b", step=4), answered(request, "c", "d", step=7)])
    assert texts(model, request, request) == [["a", "b"], ["c", "d"]]
    told = refusal(model, request)
    assert "'act'" in told
    assert "all 2 were given" in told
    assert "step 7" in told
    assert "forget()" in told
    model.forget()
    assert texts(model, request) == [["a", "b"]]


def test_draws_that_one_call_asks_for_too_often_are_not_used_up():
    request = ask(temperature=1.0)
    model = RecordedModel([answered(request, "a")])
    refusal(model, request, request)
    assert texts(model, request) == [["a"]]


@pytest.mark.parametrize(
    "other",
    [{"purpose": "focus"}, {"n": 2}, {"temperature": 0.5}, {"max_tokens": 7}, {"seed": 1}, {"schema": {"enum": ["a"]}}],
    ids=str,
)
def test_every_part_of_a_request_counts(other):
    model = RecordedModel([answered(ask(), "a")])
    refusal(model, replace(ask(), **other))
    assert texts(model, ask()) == [["a"]]


def test_numbers_and_mappings_are_compared_by_value():
    schema = {"type": "object", "maximum": np.int64(3)}
    model = RecordedModel([answered(ask(schema=schema, temperature=np.float32(0), n=np.int64(1)), "a")])
    assert texts(model, ask(schema=json.loads('{"maximum": 3, "type": "object"}'), temperature=0)) == [["a"]]


def test_no_requests_no_answers():
    assert RecordedModel([]).complete([]) == []


def test_it_is_a_model_that_names_the_one_that_was_recorded():
    model = RecordedModel([], {"name": "small", "sha256": "ab"})
    assert isinstance(model, Model)
    assert model.info == {"name": "small", "sha256": "ab", "recorded": True}
    assert RecordedModel([]).info == {"name": "unknown model", "recorded": True}


def test_threads_share_the_recorded_draws():
    request = ask(temperature=1.0)
    model = RecordedModel([answered(request, str(i)) for i in range(400)])
    got: list[str] = []

    def work() -> None:
        for _ in range(100):
            ((text,),) = texts(model, request)
            got.append(text)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got, key=int) == [str(i) for i in range(400)]


# -- refusals ---------------------------------------------------------------------------------------------------------


def told_of(new: Request, *recorded: Request | tuple[Request, int]) -> str:
    record: Sequence[tuple[Request, int]] = [r if isinstance(r, tuple) else (r, 1) for r in recorded]
    model = RecordedModel([answered(r, "x", step=step) for r, step in record], {"name": "small"})
    return refusal(model, new)


def test_an_unknown_prompt_is_told_with_the_most_similar_one_its_step_and_the_first_difference():
    told = told_of(
        ask("Task: tea\nYou see a mug 2.\nWhat next?"),
        (ask("Task: coffee\nYou see a lamp 7.\nGo on."), 2),
        (ask("Task: tea\nYou see a mug 1.\nWhat next?"), 5),
        (ask("Task: tea\nYou see a mug 2.\nWhat next?", purpose="focus"), 6),
        (ask("Task: tea\nYou see nothing.\nWhat next?"), 8),
    )
    assert told == (
        "The record has no answer to this 'act' request; the most similar one there, of step 5, differs first in line "
        "2 of message 2 (user), which is 'You see a mug 2.' now and was 'You see a mug 1.'; use the world, the seed, "
        "the agent's settings and the version of the prompts that made the record, or go on with small itself."
    )


def test_likeness_counts_the_end_of_a_prompt_too():
    told = told_of(ask("b" + "x" * 50), (ask("b" + "y" * 50), 1), (ask("a" + "x" * 50), 2))
    assert "of step 2" in told


@pytest.mark.parametrize(
    "other,words",
    [
        ({"seed": 5}, r"same prompt, but differs in seed (5 now, 7 recorded)"),
        ({"n": 2, "temperature": 0.5}, "differs in n (2 now, 1 recorded), temperature (0.5 now, 1.0 recorded)"),
        ({"max_tokens": 9}, "differs in max_tokens (9 now, 256 recorded)"),
        ({"schema": {}}, "differs in the schema of the answer"),
    ],
)
def test_the_same_prompt_asked_for_in_another_way(other, words):
    recorded = ask(temperature=1.0, seed=7)
    far = replace(recorded, n=9, seed=9, max_tokens=1, schema={"type": "null"})
    assert words in told_of(replace(recorded, **other), far, recorded)


@pytest.mark.parametrize(
    "new,recorded,words",
    [
        ("a\nb", "a", "ends where the new prompt goes on with line 2 of message 2 (user), 'b'"),
        ("a", "a\nb", "goes on where the new prompt ends, with line 2 of message 2 (user), 'b'"),
        ("x" * 500 + "new", "x" * 500 + "old", f"'… {'x' * 20}new' now and was '… {'x' * 20}old'"),
        ("new" + "x" * 500, "old" + "x" * 500, f"'new{'x' * 67} …' now and was 'old{'x' * 67} …'"),
        ("<b>\u202e\x00", "", r"'<b>\u202e\x00' now and was ''"),
    ],
)
def test_where_a_prompt_differs(new, recorded, words):
    assert words in told_of(ask(new), ask(recorded))


def test_messages_of_other_roles():
    new = Request("act", (SYSTEM, {"role": "assistant", "content": "Hm"}))
    told = told_of(new, ask("Hm"))
    assert "where it has line 1 of message 2 (user) and the new prompt has line 1 of message 2 (assistant)" in told


def test_a_purpose_that_was_never_asked_for():
    told = told_of(ask(), ask(purpose="focus"), ask(purpose="extract"), ask("again", purpose="focus"))
    assert "no 'act' request" in told
    assert "asked for focus, extract)" in told
    assert "no 'act' request, so it has no answer to this one (it was asked for nothing at all)" in told_of(ask())


def test_the_path_of_a_record_is_no_model_to_load():
    with pytest.raises(ModelError, match=r"recorded_model\('records/mine\.jsonl'\)"):
        load_model("records/mine.jsonl")
