"""Whether an event holds what its fields promise.

Agents are foreign code and so are files: an event is checked before it is kept, and again when it is read back. What
reads a record may then rely on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from numbers import Integral, Real
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import numpy as np

from ..events import Event, Trace

ABSTRACT: dict[Any, Any] = {int: Integral, float: Real, bool: (bool, np.bool_)}
"""Numbers of numpy will do; the record writes them as plain ones."""


def unsound(event: object) -> str:
    """What is wrong with ``event``, in one sentence; "" when nothing is."""
    if not isinstance(event, Event):
        return f"an agent yields events, got {event!r:.100}"
    return _misfit(event)


def _misfit(value: Any) -> str:
    kind: Any = type(value)
    for name, hint in _hints(kind).items():
        part = getattr(value, name)
        if not _fits(part, hint):
            shown = hint.__name__ if isinstance(hint, type) and not get_args(hint) else hint
            return f"{kind.__name__}.{name} must be {shown}, got {part!r:.100}"
    return "" if not isinstance(value, Trace) or _consistent(value) else "the arrays of a Trace do not fit each other"


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _fits(value: Any, hint: Any) -> bool:
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if origin is Literal:
        return value in inner
    if origin is tuple:  # of any length: tuple[X, ...]
        return isinstance(value, tuple) and all(_fits(each, inner[0]) for each in value)
    if is_typeddict(hint):
        return isinstance(value, Mapping) and all(_fits(value.get(k), h) for k, h in _hints(hint).items())
    if is_dataclass(hint) or hasattr(hint, "_fields"):  # a Request, a Trace, a Triplet
        return isinstance(value, hint) and not _misfit(value)
    return isinstance(value, ABSTRACT.get(hint, origin or hint))


def _consistent(trace: Trace) -> bool:
    """Whether the shapes are those that ``Trace`` promises and all slots exist."""
    if trace.actions.ndim != 2:
        return False
    length, n = trace.actions.shape
    rows = (trace.progress, trace.weights, trace.ancestors)
    return bool(
        trace.observations.shape == (length, n)
        and all(row.shape == (length - 1, n) for row in rows)
        and trace.ess.shape == (length - 1,)
        and 0 <= trace.chosen < n
        and ((trace.ancestors >= 0) & (trace.ancestors < n)).all()
        and all(isinstance(text, str) for texts in (trace.actions, trace.observations) for text in texts.flat)
    )
