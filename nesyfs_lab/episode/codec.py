"""Events as plain JSON values, and back.

A step holds many prompts that begin with the same system text and carry the same schema. Within one step each
such value is written once, in a table, and referred to by its number: a line stays readable on its own, wherever the
file is cut, and a plan of a hundred prompts stays small.
"""

from __future__ import annotations

import json
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
        ValueError, KeyError, TypeError, IndexError: for a block that ``encode`` did not write.
    """
    return [_decoded_event(value, block["shared"]) for value in block["events"]]


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
            plain = {f.name: getattr(value, f.name) for f in fields(value)}
            plain["messages"] = [shared.place(dict(message)) for message in value.messages]
            plain["schema"] = None if value.schema is None else shared.place(_json(value.schema))
            return plain
        case Completion():
            return {f.name: _json(getattr(value, f.name)) for f in fields(value)}
        case Trace():
            arrays = {f.name: getattr(value, f.name) for f in fields(value)}
            return {k: a.tolist() if isinstance(a, np.ndarray) else a for k, a in arrays.items()}
        case tuple() | list():
            return [_encoded(item, shared) for item in value]
        case _:
            return _json(value)


def _json(value: Any) -> Any:
    """Mappings and sequences of any class as dicts and lists."""
    if isinstance(value, Mapping):
        return {str(k): _json(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_json(v) for v in value]
    if isinstance(value, np.generic):
        return value.item()
    return value


def _decoded_event(plain: Mapping[str, Any], shared: Sequence[Any]) -> Event:
    kind = EVENT_TYPES.get(plain["event"])
    if kind is None:
        raise ValueError(f"unknown event {plain['event']!r}: the record was made by a newer version")
    known = {f.name for f in fields(kind)}
    return kind(**{name: _decoded(name, value, shared) for name, value in plain.items() if name in known})


def _decoded(name: str, value: Any, shared: Sequence[Any]) -> Any:
    if value is None:
        return None
    if name in TRIPLETS:
        return tuple(Triplet(*parts) for parts in value)
    if name == "request":
        messages = tuple(shared[place] for place in value["messages"])
        schema = None if value["schema"] is None else shared[value["schema"]]
        return Request(**{**value, "messages": messages, "schema": schema})
    if name == "completions":
        return tuple(Completion(**completion) for completion in value)
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
