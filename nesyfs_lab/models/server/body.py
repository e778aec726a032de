"""A request as the body that is sent: messages in their order, so that a server's prefix cache is fed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ..contract import Request
from .dialect import Dialect, Form

_LIMITS = {"maxLength", "minLength", "pattern", "format", "minimum", "maximum"}


def body_of(request: Request, n: int, seed: int | None, dialect: Dialect) -> dict[str, Any]:
    """The body for ``n`` answers, without the model's name, in the words of ``dialect``.

    A schema that must be told in the prompt comes at its very end: what comes before stays as it was.
    """
    body: dict[str, Any] = {"messages": [dict(message) for message in request.messages]}
    body[dialect.limit] = request.max_tokens
    if dialect.temperature:
        body["temperature"] = request.temperature
    if seed is not None and dialect.seed:
        body["seed"] = seed
    if n > 1 and dialect.many:
        body["n"] = n
    if request.schema is not None:
        if dialect.form >= Form.OBJECT and body["messages"]:
            body["messages"][-1]["content"] += _told(request.schema)
        if dialect.form <= Form.OBJECT:
            body["response_format"] = _response_format(request.purpose, request.schema, dialect.form)
    return _sendable(body)


def portable(schema: Any) -> Any:
    """``schema`` as strict servers want it: no limits of text and numbers, types of choices, all keys required."""
    if isinstance(schema, list):
        return [portable(item) for item in schema]
    if not isinstance(schema, Mapping):
        return schema
    kept = {key: portable(value) for key, value in schema.items() if key not in _LIMITS}
    if isinstance(properties := schema.get("properties"), Mapping):  # names of properties are no keywords
        kept["properties"] = {name: portable(part) for name, part in properties.items()}
        kept["required"] = list(properties)
    if "enum" in schema:
        kept["enum"] = list(schema["enum"])
        if "type" not in schema and all(isinstance(choice, str) for choice in schema["enum"]):
            kept["type"] = "string"
    return kept


def _response_format(purpose: str, schema: Mapping[str, Any], form: Form) -> dict[str, Any]:
    if form == Form.OBJECT:
        return {"type": "json_object"}
    name = re.sub(r"[^A-Za-z0-9_-]", "_", purpose)[:64] or "answer"
    sent = schema if form == Form.WHOLE else portable(schema)
    return {"type": "json_schema", "json_schema": {"name": name, "strict": True, "schema": sent}}


def _told(schema: Mapping[str, Any]) -> str:
    text = json.dumps(schema, ensure_ascii=False)
    return f"\n\nAnswer with one JSON object that follows this JSON schema, and with nothing else:\n{text}"


def _sendable(body: dict[str, Any]) -> dict[str, Any]:
    """``body`` with a question mark for half characters (lone surrogates), which no request can carry."""
    sendable: dict[str, Any] = json.loads(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace"))
    return sendable
