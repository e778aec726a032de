"""Events are plain values; a trace tells the lineages of its plan."""

import dataclasses

import numpy as np
import pytest

from nesyfs_lab import events
from nesyfs_lab.events import EVENT_TYPES, Acted, Event, Generated, Trace
from nesyfs_lab.models.contract import Completion, Request


def trace(ancestors: list[list[int]], chosen: int) -> Trace:
    rows, n = len(ancestors), len(ancestors[0])
    return Trace(
        actions=np.array([[f"{r}{i}" for i in range(n)] for r in range(rows + 1)], dtype=object),
        observations=np.full((rows + 1, n), "", dtype=object),
        progress=np.zeros((rows, n), dtype=int),
        weights=np.full((rows, n), 1 / n),
        ancestors=np.array(ancestors),
        ess=np.full(rows, float(n)),
        chosen=chosen,
        action="",
    )


def test_a_lineage_is_read_backwards_through_the_ancestors():
    plan = trace([[2, 0, 0], [1, 1, 2], [0, 2, 1]], chosen=1)
    # slot 1 after the last resampling was slot 2 before it, which was slot 2 after the one before, ...
    assert plan.lineage == (0, 2, 2)
    assert [plan.lineage_of(i) for i in range(3)] == [(0, 1, 0), (0, 2, 2), (0, 1, 1)]


def test_without_resampling_a_lineage_stays_in_its_slot():
    assert trace([[0, 1, 2]] * 4, chosen=2).lineage == (2, 2, 2, 2)


def test_every_kind_of_event_has_its_name_in_the_table():
    kinds = {
        k.__name__: k for k in vars(events).values() if isinstance(k, type) and issubclass(k, Event) and k is not Event
    }
    assert kinds == EVENT_TYPES


def test_a_prompt_costs_its_tokens_once_and_each_answer_its_own():
    answers = tuple(Completion("", prompt_tokens=70, completion_tokens=n) for n in (5, 6, 7))
    event = Generated(purpose="reflect", request=Request("reflect", (), n=3), completions=answers, seconds=1.0)
    assert (event.prompt_tokens, event.completion_tokens) == (70, 18)
    nothing = dataclasses.replace(event, completions=())
    assert (nothing.prompt_tokens, nothing.completion_tokens) == (0, 0)


def test_an_event_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Acted(action="wait", source="fast").action = "go"  # type: ignore[misc]
