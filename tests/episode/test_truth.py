"""The belief beside the truth, on records written by hand."""

from typing import Any, NamedTuple

import pytest

from nesyfs_lab.episode.truth import Comparison, beside_truth, compared
from nesyfs_lab.events import Event, Observed, Updated
from nesyfs_lab.graph import Triplet
from nesyfs_lab.language import Language, Relation

HOME = Language(
    "home",
    (
        Relation("in", "where a thing is", ("mug 1", "in", "box 1"), kind="place"),
        Relation("hold", "what you have", ("you", "hold", "mug 1"), kind="place", single=True, inverse=True),
        Relation("is", "its state", ("box 1", "is", "open"), values=(("open", "closed"),)),
    ),
)
IN, HELD = Triplet("mug 1", "in", "box 1"), Triplet("you", "hold", "mug 1")
OPEN, CLOSED = Triplet("box 1", "is", "open"), Triplet("box 1", "is", "closed")
OTHER = Triplet("mug 12", "in", "box 1")


class Told(NamedTuple):
    header: dict[str, Any]
    events: list[Event]


def step(number: int, text: str, facts: list[Triplet] | None, add: list[Triplet], remove: list[Triplet]) -> list[Event]:
    told = None if facts is None else tuple(facts)
    return [
        Observed(step=number, observation=text, task="t", reward=0.0, admissible=None, facts=told),
        Updated(step=number, added=tuple(add), removed=tuple(remove)),
    ]


def test_a_triplet_is_true_then_stale_and_what_never_was_is_false():
    events = [
        *step(0, "In the open Box  1 you see a mug 1.", [IN, OPEN], [IN, CLOSED], []),
        *step(1, "You take it.", [HELD, OPEN], [Triplet("you", "feel", "fine")], []),
    ]
    first, second = compared(events, HOME)
    assert first == Comparison(0, {IN: "true", CLOSED: "false"}, missing=(OPEN,), told=2)
    assert second.verdicts == {IN: "stale", CLOSED: "false", Triplet("you", "feel", "fine"): "untold"}
    assert second.missing == (HELD, OPEN)


def test_only_what_one_observation_named_can_be_missed():
    events = step(0, "You see a mug 12 and an opener.", [IN, OPEN, OTHER], [], [])
    (first,) = compared(events, HOME)
    assert first.missing == ()
    assert first.told == 0
    _, second = compared(events + step(1, "You see a box 1.", [IN, OPEN, OTHER], [], []), HOME)
    assert second.missing == (), "the mug and the box were never named together"
    third = step(2, "Box 1 is OPEN: in it lies a  mug 12.", [IN, OPEN, OTHER], [], [])
    assert compared(events + third, HOME)[-1].missing == (OPEN, OTHER)


def test_two_words_for_one_fact_are_one():
    inside = Triplet("The mug 1", "IN", "box 1")
    (first,) = compared(step(0, "mug 1, box 1", [IN], [inside], []), HOME)
    assert first.verdicts == {inside: "true"}
    assert (first.missing, first.told) == ((), 1)


def test_an_edit_of_the_belief_is_compared_too():
    events = [*step(0, "box 1", [OPEN], [CLOSED], []), Updated(step=0, added=(OPEN,), removed=(CLOSED,), edited=True)]
    (only,) = compared(events, HOME)
    assert only.verdicts == {OPEN: "true"}


def test_a_world_that_tells_nothing_is_no_comparison():
    events = step(0, "box 1", None, [OPEN], [])
    assert compared(events, HOME) == []
    with pytest.raises(ValueError, match="told no truth"):
        beside_truth(Told({"language": HOME.described()}, events))
    with pytest.raises(ValueError, match=r"\(elsewhere\) told no truth"):
        beside_truth(Told({"world": {"name": "elsewhere"}}, step(0, "box 1", [OPEN], [], [])))


def test_a_record_brings_its_language():
    (only,) = beside_truth(Told({"language": HOME.described()}, step(0, "box 1 is open", [OPEN], [OPEN], [])))
    assert only.verdicts == {OPEN: "true"}
