"""Servers that know less than others: found out once, remembered, and told."""

import json
from typing import Any

import pytest

from nesyfs_lab.models.contract import ModelError, Request
from nesyfs_lab.models.server.body import body_of, portable
from nesyfs_lab.models.server.dialect import Dialect, Form
from tests.models.server.fake_server import chat, error

SCHEMA = {
    "type": "object",
    "properties": {"thought": {"type": "string", "maxLength": 9}, "maxLength": {"enum": ["Yes", "No"]}},
    "required": ["thought", "maxLength"],
}
ANSWER = {"thought": "hm", "maxLength": "Yes"}


def request(**options: Any) -> Request:
    messages = ({"role": "system", "content": "You play."}, {"role": "user", "content": "Hi."})
    return Request("act now", messages, **{"schema": SCHEMA, **options})  # type: ignore[arg-type]


def ask(model: Any, **options: Any) -> list[Any]:
    return [completion.data for completion in model.complete([request(**options)])[0]]


def form_of(body: dict[str, Any]) -> str:
    kind = body.get("response_format", {}).get("type", "text")
    told = "told" if "JSON schema" in body["messages"][-1]["content"] else "untold"
    return f"{kind} {told}"


def test_a_schema_is_sent_whole(serve):
    fake, model = serve(lambda body: json.dumps(ANSWER))
    assert ask(model) == [ANSWER]
    sent = fake.bodies[0]["response_format"]["json_schema"]
    assert sent == {"name": "act_now", "strict": True, "schema": SCHEMA}
    assert form_of(fake.bodies[0]) == "json_schema untold"


def test_a_portable_schema_has_no_limits_of_text_and_names_its_types():
    assert portable(SCHEMA) == {
        "type": "object",
        "properties": {"thought": {"type": "string"}, "maxLength": {"enum": ["Yes", "No"], "type": "string"}},
        "required": ["thought", "maxLength"],
    }
    triplet = {"type": "array", "items": {"type": "integer", "minimum": 1}, "minItems": 3, "maxItems": 3}
    assert portable(triplet) == {**triplet, "items": {"type": "integer"}}


def test_a_portable_schema_requires_all_keys():
    """The strict mode of some servers knows no optional ones; the walk of a local model writes all of them too."""
    numbers = {"type": "array", "items": {"type": "integer"}}
    pairs = {"type": "object", "properties": {}}
    schema = {"type": "object", "properties": {"replaced": pairs, "outdated": numbers}, "required": ["outdated"]}
    assert portable(schema)["required"] == ["replaced", "outdated"]
    assert portable(schema)["properties"]["replaced"] == {**pairs, "required": []}


def picky(accepted: str) -> Any:
    """A server that knows one form of answer and refuses all others."""

    def respond(body: dict[str, Any]) -> Any:
        kind = body.get("response_format", {}).get("type", "text")
        limited = "maxLength" in json.dumps(body.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {}).get("thought", {}))  # fmt: skip # noqa: E501
        if kind != accepted.split()[0] or (limited and "portable" in accepted):
            return error(400, f"response_format {kind} is not known here")
        text = json.dumps(ANSWER)
        return f"Sure!\n```json\n{text}\n```\nDone." if kind == "text" else text

    return respond


@pytest.mark.parametrize(
    "accepted,tries,lacks",
    [
        ("json_schema", 1, None),
        ("json_schema portable", 2, ["schema: portable"]),
        ("json_object", 3, ["schema: object"]),
        ("text", 4, ["schema: told"]),
    ],
)
def test_a_refused_schema_is_told_more_plainly_and_that_is_remembered(serve, accepted, tries, lacks):
    fake, model = serve(picky(accepted))
    assert ask(model) == [ANSWER]
    assert len(fake.bodies) == tries
    assert ask(model) == [ANSWER]
    assert len(fake.bodies) == tries + 1
    assert model.info.get("lacks") == lacks
    assert (
        form_of(fake.bodies[-1])
        == {
            "json_schema": "json_schema untold",
            "json_object": "json_object told",
            "text": "text told",
        }[accepted.split()[0]]
    )


def test_a_told_schema_leaves_what_comes_before_it_as_it_was(serve):
    fake, model = serve(picky("text"))
    ask(model)
    system, user = fake.bodies[-1]["messages"]
    assert system["content"] == "You play."
    assert user["content"].startswith("Hi.\n\nAnswer with one JSON object")
    assert json.loads(user["content"].splitlines()[-1]) == SCHEMA


@pytest.mark.parametrize("status", [400, 422, 501, 500])
def test_a_refusal_may_come_with_many_a_status(serve, status):
    def respond(body: dict[str, Any]) -> Any:
        return error(status, "json_schema is not supported") if "response_format" in body else json.dumps(ANSWER)

    fake, model = serve(respond)
    assert ask(model) == [ANSWER]
    assert len(fake.bodies) == 4


def test_a_schema_that_is_ignored_is_told(serve):
    """The first answer is what the server made of it; the asker will call it unusable."""
    fake, model = serve(lambda body: json.dumps(ANSWER) if form_of(body).endswith(" told") else "I say yes.")
    assert ask(model) == [None]
    assert ask(model) == [ANSWER]
    assert form_of(fake.bodies[1]) == "json_object told"
    assert model.info["lacks"] == ["schema: object"]


def test_an_answer_that_was_cut_proves_nothing(serve):
    cut = chat('{"thought": "h')
    cut["choices"][0]["finish_reason"] = "length"
    _, model = serve(lambda body: cut)
    (completion,) = model.complete([request()])[0]
    assert (completion.data, completion.finish_reason) == (None, "length")
    assert "lacks" not in model.info


@pytest.mark.parametrize(
    "field,message,lacks,now",
    [
        ("n", "Only one completion choice is allowed", ["n"], None),
        ("n", "unknown field", ["n"], None),
        ("seed", "Unsupported parameter: 'seed'", ["seed"], None),
        ("temperature", "'temperature' does not support 0.7 with this model.", ["temperature"], None),
        ("max_tokens", "Use 'max_completion_tokens' instead.", None, "max_completion_tokens"),
    ],
)
def test_a_field_that_is_refused_is_left_out_from_then_on(serve, field, message, lacks, now):
    fake, model = serve(lambda body: error(400, message) if field in body else "hello")
    for _ in range(2):
        (group,) = model.complete([request(n=2, temperature=0.7, seed=3, schema=None)])
        assert [completion.text for completion in group] == ["hello"] * 2
    assert [field in body for body in fake.bodies].count(True) == 1
    assert field in fake.bodies[0]
    assert model.info.get("lacks", []) == sorted({*(lacks or []), "n"})
    assert now is None or fake.bodies[-1][now] == 256


def test_what_is_refused_for_another_reason_teaches_nothing(serve):
    fake, model = serve(lambda body: error(400, "the moon is not full"))
    with pytest.raises(ModelError, match=r"refuses the request with status 400 \(it says: the moon is not full\)"):
        ask(model, n=2, temperature=1.0, seed=1)
    assert len(fake.bodies) == 6  # as it is, three plainer forms, without n, without a seed
    assert "lacks" not in model.info


def test_dialects_of_requests_side_by_side_are_joined():
    one, other = Dialect().without("n").without("max_tokens"), Dialect(form=Form.OBJECT).without("seed")
    both = one.common(other)
    assert both == other.common(one) == Dialect(Form.OBJECT, many=False, seed=False, limit="max_completion_tokens")
    assert both.common(both) == both


def test_a_body_needs_no_messages():
    assert body_of(Request("act", (), schema=SCHEMA), 1, None, Dialect(form=Form.TOLD))["messages"] == []
