"""Which schemas become walks."""

import pytest

from nesyfs_lab.models.llama.schema import Unsupported, walk_of
from tests.models.llama.schemas import SCHEMAS, an_object, text


def first_text(schema):
    return walk_of(schema).forced()[0].decode()


@pytest.mark.parametrize(
    "kind,beginning",
    [
        ("act", '{"thought": "'),
        ("focus", '{"entities": ['),
        ("outdated", '{"outdated": ['),
        ("observe", '{"observation": "'),
    ],
)
def test_the_beginning_is_forced(kind, beginning):
    assert first_text(SCHEMAS[kind]) == beginning


@pytest.mark.parametrize(
    "schema,answer",
    [
        ({"const": "a"}, '"a"'),
        ({"enum": ["one"]}, '"one"'),
        ({"enum": [None, None]}, "null"),
        ({"const": 3.5}, "3.5"),
        (an_object(), "{}"),
        (an_object(a={"const": 1}, b={"const": ["x"]}), '{"a": 1, "b": ["x"]}'),
        ({"type": "array", "prefixItems": [{"const": 1}, {"const": 2}], "items": False}, "[1, 2]"),
        ({"type": "array", "items": {"const": "x"}, "minItems": 2, "maxItems": 2}, '["x", "x"]'),
        ({"const": "\ud800"}, '"\\ud800"'),
    ],
)
def test_an_answer_without_a_choice_is_forced_whole(schema, answer):
    text, walk = walk_of(schema).forced()
    assert (text.decode(), walk.finished) == (answer, True)


def test_booleans_are_a_choice():
    assert walk_of({"type": "boolean"}).options() == (b"false", b"true")


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "number"},
        {"type": ["string", "null"]},
        {"anyOf": [text(3)]},
        {"$ref": "#/x"},
        {"type": "string", "pattern": "a+"},
        {"type": "integer", "minimum": -3},
        {"type": "integer", "minimum": 5, "maximum": 4},
        {"enum": []},
        {"enum": [1, 12]},
        {"type": "array"},
        {"type": "array", "items": text(3), "minItems": 3, "maxItems": 2},
        {"type": "array", "prefixItems": [text(3)], "items": text(3)},
        {"type": "array", "items": text(3), "uniqueItems": True},
        {"type": "object", "properties": {}, "required": ["a"]},
        an_object(a=True),
    ],
)
def test_other_schemas_are_left_to_llama_cpp(schema):
    with pytest.raises(Unsupported):
        walk_of(schema)
