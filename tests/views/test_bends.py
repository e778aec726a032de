"""Bends of edges: labels keep clear of nodes."""

from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.graph import Triplet
from nesyfs_lab.views.bends import SAG, bends, middle
from nesyfs_lab.views.layout import StableLayout

names = st.sampled_from([f"thing {i}" for i in range(9)])
triplets = st.lists(st.builds(Triplet, names, st.sampled_from(["in", "on", "went to"]), names), unique=True)


def test_a_label_keeps_clear_of_a_node_in_its_way():
    layout = StableLayout()
    layout.place([Triplet(f"{thing} 1", "is", "not searched") for thing in ("cabinet", "fridge", "shelf")])
    layout.place([Triplet("you", "at", "fridge 1")])
    seen = [Triplet("you", relation, "shelf 1") for relation in ("at", "went to")]  # past the fridge
    start, end = layout["you"], layout["shelf 1"]

    def are_clear(offsets):
        return all(
            layout.is_free(*middle(start, end, offset), len(t.relation) + 2)
            for t, offset in zip(seen, offsets, strict=True)
        )

    assert not are_clear([0.5, -0.5]), "evenly spread, one of them is hidden"
    bent = bends(seen, layout)
    assert bent[seen[0]] != bent[seen[1]]
    assert are_clear([bent[t] for t in seen])


def test_the_middle_of_a_bent_edge_is_to_its_right():
    assert middle((0, 0), (100, 0), 1) == (50, 100 * SAG)  # heading to the right of the page, right is down
    assert middle((100, 0), (0, 0), 1) == (50, -100 * SAG)


@given(triplets)
def test_no_two_edges_lie_on_each_other(shown):
    layout = StableLayout()
    layout.place(shown)
    bent = bends(shown, layout)
    assert set(bent) == set(shown)
    apart = {(min(t.subject, t.object), max(t.subject, t.object), b if t.subject <= t.object else -b)
             for t, b in bent.items()}  # fmt: skip
    assert len(apart) == len(shown)
