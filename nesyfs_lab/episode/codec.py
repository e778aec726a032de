"""Events as plain JSON values, and back.

A step holds many prompts that begin with the same system text and carry the same schema. Within one step each
such value is written once, in a table, and referred to by its number: a line stays readable on its own, wherever the
file is cut, and a plan of a hundred prompts stays small.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from ..events import EVENT_TYPES, Event, Trace
from ..graph import Triplet
from ..models.contract import Completion, Request

TRIPLETS = {"triplets", "added", "removed", "facts"}


def encode(events: Sequence[Event]) -> dict[str, Any]:
    """``{"shared": [...], "events": [...]}``: JSON values only."""
    shared = _Shared()
    return {"events": [_encoded_event(event, shared) for event in events], "shared": shared.values}


def decode(block: Mapping[str, Any]) -> list[Event]:
    """The events of ``encode``.

    Raises:
        UnknownEvent: for a kind of event that this version does not know.
        ValueError, KeyError, TypeError, IndexError, AttributeError: for a block that ``encode`` did not write.
    """
    return [_decoded_event(value, block["shared"]) for value in block["events"]]


class UnknownEvent(ValueError):
    """A record holds a kind of event that this version does not know."""


class _Shared:
    """A table of values; equal values get one place."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}

    def place(self, value: Any) -> int:
        key = json.dumps(value)
        if key not in self._places:
            self._places[key] = len(self.values)
            self.values.append(value)
        return self._places[key]


def _encoded_event(event: Event, shared: _Shared) -> dict[str, Any]:
    values = {f.name: getattr(event, f.name) for f in fields(event)}
    return {"event": type(event).__name__, **{name: _encoded(value, shared) for name, value in values.items()}}


def _encoded(value: Any, shared: _Shared) -> Any:
    match value:
        case Request():
            plain = {f.name: _json(getattr(value, f.name)) for f in fields(value) if f.name != "schema"}
            plain["messages"] = [shared.place(message) for message in plain["messages"]]
            plain["schema"] = None if value.schema is None else shared.place(_json(value.schema))
            return plain
        case Completion():
            return {f.name: _json(getattr(value, f.name)) for f in fields(value)}
        case Trace():
            arrays = {f.name: getattr(value, f.name) for f in fields(value)}
            return {k: _json(a) for k, a in arrays.items()}
        case tuple() | list():
            return [_encoded(item, shared) for item in value]
        case _:
            return _json(value)


def _json(value: Any) -> Any:
    """What JSON can hold of any value: a NaN is null, an object is its text. A finished step can always be written."""
    match value:
        case Mapping():
            return {str(k): _json(v) for k, v in value.items()}
        case list() | tuple():
            return [_json(v) for v in value]
        case np.ndarray():
            return _json(value.tolist())
        case np.generic() if not isinstance(value.item(), np.generic):
            return _json(value.item())
        case float():
            return value if math.isfinite(value) else None
        case None | bool() | int() | str():
            return value
        case _:
            return str(value)


def _decoded_event(plain: Mapping[str, Any], shared: Sequence[Any]) -> Event:
    kind = EVENT_TYPES.get(plain["event"])
    if kind is None:
        raise UnknownEvent(f"unknown event {plain['event']!r}: the record was made by a newer version")
    return kind(**{name: _decoded(name, value, shared) for name, value in _known(kind, plain).items()})


def _decoded(name: str, value: Any, shared: Sequence[Any]) -> Any:
    if value is None:
        return None
    if name in TRIPLETS:
        return tuple(Triplet(*parts) for parts in value)
    if name == "request":
        messages = tuple(shared[place] for place in value["messages"])
        schema = None if value["schema"] is None else shared[value["schema"]]
        return Request(**{**_known(Request, value), "messages": messages, "schema": schema})
    if name == "completions":
        return tuple(_decoded_completion(completion) for completion in value)
    if name == "trace":
        dtypes = {
            "actions": object,
            "observations": object,
            "progress": int,
            "weights": float,
            "ancestors": int,
            "ess": float,
        }
        return Trace(**{k: np.array(v, dtype=dtypes[k]) if k in dtypes else v for k, v in value.items()})
    return tuple(value) if isinstance(value, list) else value


def _decoded_completion(plain: Mapping[str, Any]) -> Completion:
    values = _known(Completion, plain)
    if values.get("logprobs") is not None:
        values["logprobs"] = tuple(values["logprobs"])
    return Completion(**values)


def _known(kind: type[Any], plain: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that ``kind`` has a field for; a later version may write more."""
    names = {f.name for f in fields(kind)}
    return {name: value for name, value in plain.items() if name in names}
