"""Update and retrieval of the paper's Appendix C."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.asking import Asker
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.memory import Change, GraphMemory, Transition, View
from nesyfs_lab.memory.knowledge import named
from tests.fakes import FakeModel, prompt, think, turns

AT = Triplet("you", "at", "cabinet 1")
HAS = Triplet("cabinet 1", "holds", "egg 1")
FAR = Triplet("egg 1", "is", "raw")
NEW = Triplet("you", "at", "fridge 1")


def asker(model: Any) -> Asker:
    return Asker(model, np.random.default_rng(0))


def extracted(entities: list[str], *triplets: tuple[str, ...]) -> dict[str, Any]:
    return {"entities": entities, "triplets": [list(t) for t in triplets]}


def update(belief: list[Triplet], extract: Any, outdated: Any = None) -> tuple[Change, FakeModel]:
    model = FakeModel(extract=extract, outdated={"outdated": outdated or []})
    transition = Transition(KnowledgeGraph(belief), "go to fridge 1", "You arrive at fridge 1.")
    _, (change,) = think(GraphMemory().update(asker(model), [transition]))
    return change, model


# -- update -----------------------------------------------------------------------------------------------------------


def test_the_paper_s_example_a_place_is_replaced():
    change, model = update([AT, HAS, FAR], extracted(["you"], NEW), outdated=[1])
    assert change == Change((NEW,), (AT,))
    assert list(change.apply(KnowledgeGraph([AT, HAS, FAR]))) == [HAS, FAR, NEW]
    (asked,) = model.asked("outdated")
    assert "1. (you, at, cabinet 1)" in prompt(asked)
    assert "(you, at, fridge 1)" in prompt(asked)


def test_new_is_what_the_graph_does_not_hold_each_once():
    change, _ = update([AT], extracted([], AT, NEW, NEW, HAS))
    assert change.added == (NEW, HAS)


def test_old_is_what_touches_the_extracted_entities_in_either_direction_one_hop():
    _, model = update([FAR, HAS, AT], extracted(["cabinet 1"], NEW))
    (asked,) = model.asked("outdated")
    numbered = [line for line in prompt(asked).splitlines() if line[:1].isdigit()]
    assert numbered == ["1. (cabinet 1, holds, egg 1) [1]", "2. (you, at, cabinet 1) [2]"]


def test_nothing_new_asks_nothing_and_removes_nothing():
    change, model = update([AT, HAS], extracted(["you"], AT), outdated=[1, 2])
    assert change == Change((), ())
    assert model.asked("outdated") == []


def test_nothing_old_asks_nothing():
    change, model = update([HAS], extracted(["you"], NEW), outdated=[1])
    assert change == Change((NEW,), ())
    assert model.asked("outdated") == []


@given(st.lists(st.integers(-5, 10) | st.sampled_from([10**30, 1.0, 2.0]), max_size=8))
def test_whatever_numbers_come_only_old_ones_are_removed(numbers):
    change, _ = update([AT, FAR, HAS], extracted(["you", "cabinet 1"], NEW), outdated=numbers)
    old = [AT, HAS]
    assert change.removed == tuple(t for place, t in enumerate(old, 1) if place in numbers)


def test_what_the_observation_says_again_is_never_outdated():
    change, _ = update([AT, HAS, FAR], extracted(["you", "cabinet 1"], NEW, HAS), outdated=[1, 2])
    assert change == Change((NEW,), (AT,))


def test_a_triplet_with_an_empty_part_is_dropped():
    change, _ = update([], extracted([], ("", "is", "x"), ("x", " ", "y"), ("x", "is", "\n"), NEW))
    assert change.added == (NEW,)


def test_what_is_removed_can_come_back_later():
    belief = KnowledgeGraph([AT])
    for triplet in (NEW, AT):
        change, _ = update(list(belief), extracted(["you"], triplet), outdated=[1])
        belief = change.apply(belief)
        assert list(belief) == [triplet]


def test_many_transitions_are_read_together_and_equal_ones_once():
    model = FakeModel(extract=extracted(["you"], NEW), outdated={"outdated": [1]})
    there = Transition(KnowledgeGraph([AT]), "go", "You arrive.")
    elsewhere = Transition(KnowledgeGraph([Triplet("you", "at", "sink 1")]), "go", "You arrive.")
    empty = Transition(KnowledgeGraph(), "go", "You arrive.")
    _, changes = think(GraphMemory().update(asker(model), [there, elsewhere, there, empty]))
    assert [change.removed for change in changes] == [(AT,), (("you", "at", "sink 1"),), (AT,), ()]
    assert len(model.asked("extract")) == 1
    assert len(model.asked("outdated")) == 2


def test_a_broken_extraction_changes_nothing():
    change, _ = update([AT], "no json", outdated=[1])
    assert change == Change((), ())


def test_a_broken_comparison_removes_nothing():
    model = FakeModel(extract=extracted(["you"], NEW), outdated="no json")
    _, (change,) = think(GraphMemory().update(asker(model), [Transition(KnowledgeGraph([AT]), "go", "o")]))
    assert change == Change((NEW,), ())


# -- retrieval --------------------------------------------------------------------------------------------------------


def retrieve(entities: list[str], depth: int) -> tuple[tuple[Triplet, ...], tuple[str, ...]]:
    model = FakeModel(focus={"entities": entities, "relations": ["ignored"]})
    view = View(KnowledgeGraph([FAR, HAS, AT]), "You see an egg.")
    _, (found,) = think(GraphMemory(depth).retrieve(asker(model), "cook an egg", [view]))
    (asked,) = model.asked("focus")
    assert "cook an egg" in prompt(asked)
    assert "You see an egg." in prompt(asked)
    return found


@pytest.mark.parametrize("depth,found", [(0, ()), (1, (AT,)), (2, (HAS, AT)), (3, (FAR, HAS, AT)), (9, (FAR, HAS, AT))])
def test_retrieval_reaches_depth_hops_in_both_directions(depth, found):
    assert retrieve(["you"], depth) == (found, ("you",))


def test_retrieval_tells_the_entities_it_asked_for_each_once():
    assert retrieve(["you", "nobody", "you"], 1) == ((AT,), ("you", "nobody"))


def test_no_entities_no_triplets():
    assert retrieve([], 5) == ((), ())


def test_each_view_is_searched_in_its_own_belief():
    model = FakeModel(focus=turns({"entities": ["you"], "relations": []}, {"entities": ["egg 1"], "relations": []}))
    views = [View(KnowledgeGraph([AT, FAR]), "one"), View(KnowledgeGraph([FAR]), "two")]
    _, found = think(GraphMemory(1).retrieve(asker(model), "t", views))
    assert [f.triplets for f in found] == [(AT,), (FAR,)]


@pytest.mark.parametrize("depth,error", [(-1, ValueError), (1.5, TypeError), ("2", TypeError), (None, TypeError)])
def test_a_depth_that_is_none_is_refused(depth, error):
    with pytest.raises(error, match="depth"):
        GraphMemory(depth)


def test_settings_are_plain():
    assert GraphMemory(3).settings() == {"kind": "knowledge graph", "depth": 3}


# -- lenient names ----------------------------------------------------------------------------------------------------

SHELF = KnowledgeGraph(
    Triplet(name, "on", "shelf") for name in ("apple 1", "Apple 2", "apple pie", "cup 10", "7", "ax")
)


@pytest.mark.parametrize(
    "entity,names",
    [
        ("apple 1", ["apple 1"]),
        ("APPLE 1", ["apple 1"]),
        (" apple 1 ", ["apple 1"]),
        ("apple", ["apple 1", "Apple 2"]),
        ("Apple", ["apple 1", "Apple 2"]),
        ("apple 3", []),
        ("apples", []),
        ("pie", []),
        ("cup", ["cup 10"]),
        ("cup 1", []),
        ("shelf", ["shelf"]),
        ("", []),
        (" ", []),
        ("7", ["7"]),
        ("a", []),
        ("nowhere", []),
    ],
)
def test_a_name_stands_for_what_it_means(entity, names):
    assert named(SHELF, [entity]) == names


def test_a_name_that_the_graph_holds_stands_for_itself_alone():
    belief = SHELF.updated(add=[("apple", "is", "food")])
    assert named(belief, ["apple"]) == ["apple"]
    assert named(belief, ["APPLE"]) == ["apple 1", "Apple 2", "apple"]


def test_each_name_is_found_once_in_the_order_asked():
    assert named(SHELF, ["cup", "apple", "apple 1", "cup 10"]) == ["cup 10", "apple 1", "Apple 2"]


@pytest.mark.timeout(10)
@pytest.mark.parametrize("name", [" " * 200_000 + "x", "1" * 200_000 + "x", "x" + " " * 200_000 + "1"], ids=range(3))
def test_a_hostile_name_does_not_take_for_ever(name):
    assert named(KnowledgeGraph([Triplet(name, "is", "long")]), ["x"]) in ([], [name])
