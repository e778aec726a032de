"""JSON schemas as frames of a walk: compact JSON, keys in the schema's order, every key present."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from .walk import Choice, Frame, Integer, Items, Literal, StringBody, Walk

_UNDERSTOOD = {
    *("type", "enum", "const", "properties", "required", "additionalProperties", "items", "prefixItems"),
    *("minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"),
    *("title", "description", "default", "examples", "$schema"),
}
_LARGEST = 10**9 - 1
"""Bound of an integer for which the schema names none: a model must not write digits for ever."""


class Unsupported(Exception):
    """The schema says something that a walk cannot follow; llama.cpp's own grammars may."""


def walk_of(schema: Mapping[str, Any]) -> Walk:
    """The start of the answers that ``schema`` allows.

    Raises:
        Unsupported: for references, alternatives, patterns, negative or fractional numbers.
    """
    return Walk(_joined(_frames(schema)))


def _frames(schema: Any) -> tuple[Frame, ...]:
    if not isinstance(schema, Mapping):
        raise Unsupported(f"{schema!r} is no schema")
    if unknown := set(schema) - _UNDERSTOOD:
        raise Unsupported(", ".join(sorted(unknown)))
    if "enum" in schema:
        return _choice(list(schema["enum"]))
    if "const" in schema:
        return _choice([schema["const"]])
    match schema.get("type"):
        case "object":
            return _object(schema)
        case "array":
            return _array(schema)
        case "string":
            return Literal(b'"'), StringBody(int(schema.get("minLength", 0)), schema.get("maxLength"))
        case "integer":
            return (_integer(schema),)
        case "boolean":
            return _choice([True, False])
        case other:
            raise Unsupported(f"type {other!r}")


def _choice(values: list[Any]) -> tuple[Frame, ...]:
    texts = sorted({_json(value) for value in values})
    if not texts:
        raise Unsupported("a choice among nothing")
    if any(longer.startswith(text) for text, longer in pairwise(texts)):
        raise Unsupported("a choice of which one begins another")
    return (Choice(tuple(texts)),) if len(texts) > 1 else (Literal(texts[0]),)


def _integer(schema: Mapping[str, Any]) -> Integer:
    low, high = int(schema.get("minimum", 0)), int(schema.get("maximum", _LARGEST))
    if not 0 <= low <= high:
        raise Unsupported("an integer that may be negative")
    return Integer(low, high)


def _object(schema: Mapping[str, Any]) -> tuple[Frame, ...]:
    if missing := set(schema.get("required", ())) - set(schema.get("properties", {})):
        raise Unsupported(f"required keys without a schema: {missing}")
    frames: list[Frame] = []
    for name, inner in schema.get("properties", {}).items():
        frames += (Literal((b", " if frames else b"{") + _json(name) + b": "), *_frames(inner))
    return (*frames, Literal(b"}")) if frames else (Literal(b"{}"),)


def _array(schema: Mapping[str, Any]) -> tuple[Frame, ...]:
    fewest, most = int(schema.get("minItems", 0)), schema.get("maxItems")
    fixed = schema.get("prefixItems")
    if fixed:
        if schema.get("items") is not False and most != len(fixed):
            raise Unsupported("an array with some items fixed")
        frames: list[Frame] = []
        for inner in fixed:
            frames += (Literal(b", " if frames else b"["), *_frames(inner))
        return (*frames, Literal(b"]"))
    if "items" not in schema or (most is not None and most < fewest):
        raise Unsupported("an array of unknown items")
    return Literal(b"["), Items(_joined(_frames(schema["items"])), fewest, most)


def _joined(frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """The same with neighbouring literals made one."""
    joined: list[Frame] = []
    for frame in frames:
        if joined and isinstance(frame, Literal) and isinstance(joined[-1], Literal):
            joined[-1] = Literal(joined[-1].text + frame.text)
        else:
            joined.append(frame)
    return tuple(joined)


def _json(value: Any) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half a surrogate pair can only be written escaped
        return json.dumps(value).encode()
