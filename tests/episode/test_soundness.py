"""Events hold what their fields promise, when they are told and when they are read back."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from nesyfs_lab.episode import Episode, RecordError, load_episode
from nesyfs_lab.episode.soundness import unsound
from nesyfs_lab.events import Acted, Failed, Generated, Planned, Proposed, Resampled, Retrieved, Updated
from nesyfs_lab.graph import Triplet
from nesyfs_lab.models.contract import Completion, Request
from tests.fakes import FakeWorld, Walker, of, timeless


def test_all_events_of_a_real_episode_are_sound(played):
    assert [unsound(e) for e in played.events if unsound(e)] == []


@pytest.mark.parametrize(
    "event",
    [
        Failed(purpose="act", reason="\ud800"),
        Resampled(tau=np.int64(2), weights=(np.float64(1.0),), ancestors=(np.int32(0),), ess=1),  # type: ignore[arg-type]
        Updated(added=(Triplet("a", "b", "c"),), removed=(), edited=np.bool_(True)),  # type: ignore[arg-type]
        Generated(purpose="", request=Request("", ()), completions=(Completion("", data=object()),), seconds=0.0),
    ],
    ids=lambda event: type(event).__name__,
)
def test_numbers_of_numpy_and_any_data_are_sound(event):
    assert unsound(event) == ""


GO: dict[str, Any] = {"thought": "", "action": "go", "attempt": 0}
ASKED: dict[str, Any] = {"purpose": "act", "request": Request("act", ()), "completions": (), "seconds": 0.0}
NUMBER: Any = 3
RAGGED: Any = ({"role": "user"},)


@pytest.mark.parametrize(
    "kind,fields,said",
    [
        (Proposed, {**GO, "thought": None}, "Proposed.thought must be str, got None"),
        (Proposed, {**GO, "attempt": 1.5}, "Proposed.attempt must be int, got 1.5"),
        (Proposed, {**GO, "step": "1"}, "Proposed.step must be int, got '1'"),
        (Acted, {"action": "go", "source": "magic"}, "Acted.source must be"),
        (Retrieved, {"triplets": [], "entities": ()}, "Retrieved.triplets must be"),
        (Retrieved, {"triplets": (("a", "b", "c"),), "entities": ()}, "Retrieved.triplets must be"),
        (Retrieved, {"triplets": (Triplet("a", "b", NUMBER),), "entities": ()}, "Retrieved.triplets must be"),
        (Generated, {**ASKED, "completions": ("{}",)}, "Generated.completions must be"),
        (Generated, {**ASKED, "request": Request("act", RAGGED)}, "Generated.request must be Request"),
        (str, {"object": "a text"}, "an agent yields events, got 'a text'"),
        (lambda: None, {}, "an agent yields events, got None"),
    ],
)
def test_what_is_unsound_is_named(kind, fields, said):
    assert unsound(kind(**fields)).startswith(said)


@pytest.mark.parametrize(
    "change",
    [
        {"chosen": 99},
        {"chosen": -1},
        {"weights": np.ones((1, 1))},
        {"ess": np.ones(9)},
        {"actions": np.array("x", dtype=object)},
        {"observations": np.array([["x"]], dtype=object)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_trace_that_does_not_fit_itself_is_unsound(change, played):
    plan = of(played.events, Planned)[0]
    assert unsound(plan) == ""
    assert "Planned.trace" in unsound(replace(plan, trace=replace(plan.trace, **change)))


def test_an_ancestor_that_is_no_slot_is_unsound(played):
    plan = of(played.events, Planned)[0]
    assert "Planned.trace" in unsound(replace(plan, trace=replace(plan.trace, ancestors=plan.trace.ancestors + 99)))


def test_an_agent_that_tells_an_unsound_event_is_an_error_at_once_and_loses_nothing(tmp_path):
    lines: list[Any] = ["fine", "fine", None]

    class Sloppy(Walker):
        def decide(self, situation: Any, rng: Any) -> Any:
            yield Proposed(thought=lines.pop(0), action="east", attempt=0)
            return (yield from super().decide(situation, rng))

    ep = Episode(FakeWorld(), Sloppy())
    ep.save(tmp_path / "e.jsonl")
    with pytest.raises(TypeError, match=r"Proposed\.thought must be str, got None"):
        ep.run(3)
    assert ep.steps == 2
    assert timeless(load_episode(tmp_path / "e.jsonl").events) == timeless(ep.events)


JUNK: list[Any] = [None, 0, -1, 1.5, "x", [], {}, [[]], {"a": 1}, True, "\ud800", 10**30, [1, 2, 3]]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each part of a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*path, key)
        yield from places(part, (*path, key))


def test_a_record_that_somebody_tampered_with_is_refused_or_cut_or_shown_but_never_breaks_a_view(played, tmp_path):
    """300 records in each of which one value was replaced by junk or taken out."""
    chance, path = random.Random(1), tmp_path / "e.jsonl"
    played.save(path)
    lines = path.read_text("ascii").splitlines()[:4]
    parsed = [json.loads(line) for line in lines]
    ways = [list(places(value)) for value in parsed]
    refused = 0
    for _ in range(300):
        line = chance.randrange(4)
        way = chance.choice(ways[line])
        value = json.loads(lines[line])
        holder = value
        for key in way[:-1]:
            holder = holder[key]
        if isinstance(holder, dict) and chance.random() < 0.3:
            del holder[way[-1]]
        else:
            holder[way[-1]] = chance.choice(JUNK)
        path.write_text("\n".join([*lines[:line], json.dumps(value), *lines[line + 1 :]]) + "\n", "ascii")
        try:
            told = load_episode(path)
        except RecordError:
            refused += 1
            continue
        assert told.steps in (line - 1, 3) or line == 0
        assert all(unsound(e) == "" for e in told.events)
        assert told._repr_html_()
        assert repr(told)
        told.save(tmp_path / "again.jsonl", overwrite=True)
    assert 0 < refused < 100
