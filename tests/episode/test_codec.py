"""Events as JSON and back: exactly what they were, whatever text they hold."""

import dataclasses
import json
import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nesyfs_lab.episode.codec import UnknownEvent, decode, encode
from nesyfs_lab.events import (
    EVENT_TYPES,
    Acted,
    Event,
    Failed,
    Generated,
    Observed,
    Planned,
    Propagated,
    Proposed,
    Reflected,
    Resampled,
    Retrieved,
    Trace,
    Updated,
)
from nesyfs_lab.graph import Triplet
from nesyfs_lab.models.contract import Completion, Request

# JSON cannot tell two surrogates beside each other from the character that they spell, so those alone are left out.
PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
WILD = ["\ud800", "\udfff\ud800", "a\x00b", "\u2028\u2029\x85", "</script>", '"\\', "\r\n", "x" * 100_000, "\U0001f980"]
TEXT = st.text(st.characters(), max_size=8).filter(lambda t: not PAIR.search(t)) | st.sampled_from(WILD)
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
COUNT = st.integers(0, 50)
TRIPLETS = st.lists(st.builds(Triplet, TEXT, TEXT, TEXT), max_size=3).map(tuple)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
REQUEST = st.builds(
    Request,
    purpose=TEXT,
    messages=st.lists(st.fixed_dictionaries({"role": TEXT, "content": TEXT}), max_size=3).map(tuple),
    n=COUNT,
    temperature=NUMBER,
    max_tokens=COUNT,
    seed=st.none() | COUNT,
    schema=st.none() | st.dictionaries(TEXT, JSON, max_size=2),
    logprobs=st.booleans(),
)
COMPLETION = st.builds(
    Completion,
    text=TEXT,
    data=JSON,
    prompt_tokens=COUNT,
    cached_tokens=COUNT,
    completion_tokens=COUNT,
    logprob=st.none() | NUMBER,
    finish_reason=TEXT,
    logprobs=st.none() | st.lists(NUMBER, max_size=3).map(tuple),
)


@st.composite
def traces(draw: Any) -> Trace:
    rows, n = draw(st.integers(1, 3)), draw(st.integers(1, 3))

    def table(height: int, values: Any, dtype: Any) -> Any:
        line = st.lists(values, min_size=n, max_size=n)
        return np.array(draw(st.lists(line, min_size=height, max_size=height)), dtype=dtype)

    return Trace(
        actions=table(rows + 1, TEXT, object),
        observations=table(rows + 1, TEXT, object),
        progress=table(rows, st.integers(0, 1), int),
        weights=table(rows, st.floats(0, 1), float),
        ancestors=table(rows, st.integers(0, n - 1), int),
        ess=np.array(draw(st.lists(NUMBER, min_size=rows, max_size=rows))),
        chosen=draw(st.integers(0, n - 1)),
        action=draw(TEXT),
    )


FIELDS: dict[type[Event], dict[str, Any]] = {
    Observed: {
        "observation": TEXT,
        "task": TEXT,
        "reward": NUMBER,
        "admissible": st.none() | TEXTS,
        "facts": st.none() | TRIPLETS,
        "won": st.booleans(),
        "score": NUMBER,
        "terminated": st.booleans(),
        "truncated": st.booleans(),
    },
    Retrieved: {"triplets": TRIPLETS, "entities": TEXTS},
    Proposed: {"thought": TEXT, "action": TEXT, "attempt": COUNT},
    Reflected: {
        "action": TEXT,
        "votes": st.lists(st.booleans(), max_size=5).map(tuple),
        "aligned": st.booleans(),
        "thought": TEXT,
        "thoughts": TEXTS,
        "probability": st.none() | NUMBER,
    },
    Propagated: {
        "tau": COUNT,
        "particle": COUNT,
        "action": TEXT,
        "observation": TEXT,
        "added": TRIPLETS,
        "removed": TRIPLETS,
        "progress": COUNT,
        "thought": TEXT,
    },
    Resampled: {
        "tau": COUNT,
        "weights": st.lists(st.floats(0, 1), max_size=4).map(tuple),
        "ancestors": st.lists(COUNT, max_size=4).map(tuple),
        "ess": NUMBER,
    },
    Planned: {"trace": traces(), "action": TEXT},
    Acted: {"action": TEXT, "source": st.sampled_from(["fast", "slow", "user"])},
    Updated: {"added": TRIPLETS, "removed": TRIPLETS, "edited": st.booleans()},
    Generated: {
        "purpose": TEXT,
        "request": REQUEST,
        "completions": st.lists(COMPLETION, max_size=2).map(tuple),
        "seconds": NUMBER,
    },
    Failed: {"purpose": TEXT, "reason": TEXT, "answer": TEXT},
}


def events_of(kind: type[Event]) -> st.SearchStrategy[Event]:
    return st.builds(kind, step=COUNT, **FIELDS[kind])


def exact(value: Any) -> Any:
    """A value with the types of all its parts, so that == compares those too."""
    if dataclasses.is_dataclass(value):
        return type(value), [exact(getattr(value, f.name)) for f in dataclasses.fields(value)]
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype, exact(value.tolist())
    if isinstance(value, dict):
        return dict, [(k, exact(v)) for k, v in value.items()]
    if isinstance(value, list | tuple):
        return type(value), [exact(v) for v in value]
    return type(value), value


def written_and_read(events: list[Event]) -> list[Event]:
    line = json.dumps(encode(events), allow_nan=False)
    assert line.isascii()
    assert "\n" not in line
    return decode(json.loads(line))


def test_there_are_strategies_for_all_kinds_and_all_their_fields():
    assert set(FIELDS) == set(EVENT_TYPES.values())
    for kind, drawn in FIELDS.items():
        assert {f.name for f in dataclasses.fields(kind)} == {"step", *drawn}


@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: kind.__name__)
def test_an_event_comes_back_exactly(kind):
    @given(events_of(kind))
    @settings(max_examples=40)
    def check(event: Event) -> None:
        assert exact(written_and_read([event])) == exact([event])

    check()


@given(st.lists(st.one_of(*map(events_of, FIELDS)), max_size=6))
@settings(max_examples=40)
def test_a_block_of_all_kinds_comes_back_in_order(events):
    assert exact(written_and_read(events)) == exact(events)


def test_what_prompts_share_is_written_once():
    message = {"role": "system", "content": "a long fixed text"}
    schema = {"type": "object", "properties": {"a": {"enum": ["x", "y"]}}}
    requests = [Request("act", (message, {"role": "user", "content": str(i)}), schema=schema) for i in range(20)]  # type: ignore[arg-type]
    events: list[Event] = [Generated(purpose="act", request=r, completions=(), seconds=0.0) for r in requests]
    line = json.dumps(encode(events))
    assert line.count("a long fixed text") == line.count("enum") == 1
    assert exact(decode(json.loads(line))) == exact(events)


@pytest.mark.parametrize(
    "value,kept",
    [
        (math.nan, None),
        (-math.inf, None),
        (np.float64("nan"), None),
        (np.float32(0.5), 0.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.str_("text"), "text"),
        (np.longdouble(1.5), "1.5"),
        (np.array([[1.0, math.nan]]), [[1.0, None]]),
        ({1: (2, {"a": math.nan})}, {"1": [2, {"a": None}]}),
        (Fraction(1, 3), "1/3"),
        (b"bytes", "b'bytes'"),
    ],
    ids=str,
)
def test_foreign_values_of_an_agent_never_keep_a_step_from_being_written(value, kept):
    event: Any = Failed(purpose=value, reason="")
    assert json.loads(json.dumps(encode([event]), allow_nan=False))["events"][0]["purpose"] == kept


def test_an_unknown_kind_of_event_names_itself():
    with pytest.raises(UnknownEvent, match=r"'Dreamt'.*newer version"):
        decode({"shared": [], "events": [{"event": "Dreamt", "step": 1}]})


def test_fields_of_a_newer_version_are_passed_over():
    event = Generated(purpose="act", request=Request("act", ()), completions=(Completion("{}"),), seconds=0.0)
    block = encode([event])
    plain = block["events"][0]
    for part in (plain, plain["request"], plain["completions"][0]):
        part["new_in_2030"] = 1
    assert exact(decode(block)) == exact([event])
