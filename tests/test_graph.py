"""KnowledgeGraph against a plain list of triplets."""

import copy
import pickle
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nesyfs_lab.graph import KnowledgeGraph, Triplet

WORDS = st.sampled_from(["you", "cup 1", "cup 2", "shelf 1", "is", "", " "])
TRIPLETS = st.builds(Triplet, WORDS, st.sampled_from(["in", "on", "is"]), WORDS)
GROUPS = st.lists(TRIPLETS, max_size=8)
UPDATES = st.lists(st.tuples(GROUPS, GROUPS), max_size=25)
HOSTILE = st.text(st.characters(), max_size=6) | st.sampled_from(
    ["\ud800", "\udfff", "a\x00b", "\u2028", "<b>", "\u202e", "'\"\\", "x" * 100_000, "1", "e\u0301", "\u00e9"]
)


def replay(updates: list[tuple[list[Triplet], list[Triplet]]]) -> list[tuple[KnowledgeGraph, list[Triplet]]]:
    """All graphs of a history, each beside the list that it must equal."""
    graph, plain = KnowledgeGraph(), list[Triplet]()
    history = [(graph, plain)]
    for add, remove in updates:
        graph = graph.updated(add=add, remove=remove)
        plain = [t for t in plain if t not in remove]
        plain = plain + [t for t in dict.fromkeys(add) if t not in plain]
        history.append((graph, plain))
    return history


@given(UPDATES)
def test_every_version_of_a_long_history_stays_what_it_was(updates):
    for graph, plain in replay(updates):
        assert list(graph) == plain
        assert len(graph) == len(plain)
        assert all(t in graph for t in plain)
        assert graph.entities == tuple(dict.fromkeys(end for s, _, o in plain for end in (s, o)))


@given(UPDATES, st.lists(WORDS | st.just("nowhere"), max_size=3), st.integers(0, 5))
def test_connected_is_a_walk_over_the_triplets_as_they_are_now(updates, entities, depth):
    graph, plain = replay(updates)[-1]
    names, found = set(entities), set[Triplet]()
    for _ in range(depth):
        found |= {t for t in plain if {t.subject, t.object} & names}
        names |= {end for t in found for end in (t.subject, t.object)}
    assert graph.connected(entities, depth) == tuple(t for t in plain if t in found)


@given(UPDATES)
def test_equality_and_hash_forget_order_and_history(updates):
    graph, plain = replay(updates)[-1]
    twin = KnowledgeGraph(sorted(plain))
    assert graph == twin
    assert hash(graph) == hash(twin)
    assert graph != KnowledgeGraph([*plain, Triplet("a", "new", "one")])
    assert graph != set(plain)


@given(GROUPS, GROUPS)
def test_difference_is_that_of_sets_in_insertion_order(one, two):
    a, b = KnowledgeGraph(one), KnowledgeGraph(two)
    assert a.difference(b) == tuple(t for t in dict.fromkeys(one) if t not in two)
    assert b.updated(add=a.difference(b), remove=b.difference(a)) == a


def test_what_comes_back_comes_last():
    a, b = Triplet("a", "is", "1"), Triplet("b", "is", "2")
    assert list(KnowledgeGraph([a, b]).updated(add=[a], remove=[a])) == [b, a]
    assert list(KnowledgeGraph([a, b]).updated(add=[a])) == [a, b]


def test_a_loop_is_linked_once_and_let_go_whole():
    loop = Triplet("door", "next to", "door")
    graph = KnowledgeGraph([loop])
    assert graph.connected(["door"]) == (loop,)
    assert graph.updated(remove=[loop]).connected(["door"]) == ()


@given(st.lists(st.builds(Triplet, HOSTILE, HOSTILE, HOSTILE), max_size=6))
@settings(max_examples=60)
def test_any_text_is_a_name(triplets):
    graph = KnowledgeGraph(triplets)
    assert list(graph) == list(dict.fromkeys(triplets))
    for t in triplets:
        assert t in graph.connected([t.subject])
        assert t in graph.connected([t.object])
    assert list(pickle.loads(pickle.dumps(graph))) == list(graph)
    assert len(graph.updated(remove=triplets)) == 0
    assert graph.to_networkx().number_of_edges() == len(graph)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))])
def test_copies_are_equal_and_go_on_alike(copied):
    graph = KnowledgeGraph([("b", "is", "1"), ("a", "is", "1")]).updated(
        remove=[("b", "is", "1")], add=[("c", "in", "a")]
    )
    twin = copied(graph)
    assert twin == graph
    assert list(twin) == list(graph)
    assert list(twin.updated(add=[("b", "is", "1")])) == list(graph.updated(add=[("b", "is", "1")]))


def test_a_copy_costs_nothing_and_a_graph_cannot_be_changed():
    graph = KnowledgeGraph([("a", "is", "b")])
    assert copy.deepcopy([graph] * 3)[2] is graph
    with pytest.raises(AttributeError, match="updated"):
        graph.depth = 2
    with pytest.raises(AttributeError, match="updated"):
        graph._next = 0
    with pytest.raises(AttributeError, match="updated"):
        del graph._order
    assert list(graph) == [("a", "is", "b")]


@pytest.mark.parametrize(
    "wrong",
    ["abc", ("a", "b"), ("a", "b", 3), ("a", None, "c"), 7, None, {"a", "b", "c"}, ("a", "b", "c", "d"), b"abc"],
)
def test_what_is_no_triplet_is_refused_in_one_sentence(wrong):
    graph = KnowledgeGraph([("a", "is", "b")])
    for refused in (
        lambda: KnowledgeGraph([wrong]),
        lambda: graph.updated(add=[wrong]),
        lambda: graph.updated(remove=[wrong]),
    ):
        with pytest.raises(TypeError, match=r"a triplet is \(subject, relation, object\)"):
            refused()


def test_a_triplet_given_for_a_list_of_triplets_is_refused():
    single: Any = Triplet("a", "is", "b")
    with pytest.raises(TypeError, match="a triplet is"):
        KnowledgeGraph(single)


def test_a_name_given_for_a_list_of_names_is_refused():
    with pytest.raises(TypeError, match=r"\['cup 1'\]"):
        KnowledgeGraph().connected("cup 1")


def test_a_negative_depth_is_refused():
    with pytest.raises(ValueError, match="-1"):
        KnowledgeGraph().connected(["a"], depth=-1)


def test_the_networkx_view_is_a_multigraph_of_its_own():
    graph = KnowledgeGraph([("a", "in", "b"), ("a", "on", "b"), ("b", "in", "a"), ("a", "is", "a")])
    view = graph.to_networkx()
    assert isinstance(view, networkx.MultiDiGraph)
    assert set(view.edges(keys=True)) == {("a", "b", "in"), ("a", "b", "on"), ("b", "a", "in"), ("a", "a", "is")}
    assert {d["relation"] for _, _, d in view.edges(data=True)} == {"in", "on", "is"}
    view.remove_node("a")
    assert len(graph) == 4


def test_a_copy_of_a_large_graph_shares_what_did_not_change():
    """2 000 triplets, then 500 versions of them: only sharing makes this quick, and each version is still right."""
    graph = KnowledgeGraph(Triplet(f"thing {i}", "in", f"box {i % 100}") for i in range(2_000))
    versions = [graph]
    for i in range(500):
        versions.append(
            versions[-1].updated(add=[("you", "saw", f"thing {i}")], remove=[(f"thing {i}", "in", f"box {i % 100}")])
        )
    assert len(versions[0]) == len(versions[-1]) == 2_000
    assert ("thing 499", "in", "box 99") in versions[-2]
    assert ("thing 499", "in", "box 99") not in versions[-1]
    assert len(versions[-1].connected(["you"])) == 500
