from __future__ import annotations

import json
import os
import subprocess
import sys
import time

from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.graph import Triplet
from nesyfs_lab.views.layout import GAP, HALF_HEIGHT, StableLayout, half_width, natural

NAMES = st.sampled_from(
    [f"{kind} {i}" for kind in ("cabinet", "a very long name of a thing") for i in range(12)] + ["", "你"]
)
BATCHES = st.lists(st.lists(st.builds(Triplet, NAMES, st.just("in"), NAMES), max_size=12), max_size=5)


def placed(batches):
    layout = StableLayout()
    for batch in batches:
        layout.place(batch)
    return dict(layout)


@given(BATCHES)
def test_a_node_never_moves(batches):
    layout = StableLayout()
    earlier: dict[str, tuple[int, int]] = {}
    for batch in batches:
        layout.place(batch)
        assert {name: layout[name] for name in earlier} == earlier
        earlier = dict(layout)
        assert {end for t in batch for end in (t.subject, t.object)} <= set(earlier)


@given(BATCHES, st.randoms())
def test_the_order_within_a_batch_does_not_matter(batches, random):
    assert placed([random.sample(batch, len(batch)) for batch in batches]) == placed(batches)


@given(BATCHES)
def test_no_two_nodes_overlap(batches):
    nodes = [(x, y, half_width(name)) for name, (x, y) in placed(batches).items()]
    for i, (x, y, half) in enumerate(nodes):
        for other_x, other_y, other_half in nodes[:i]:
            assert abs(x - other_x) >= half + other_half + GAP or abs(y - other_y) >= 2 * HALF_HEIGHT + GAP


def test_every_process_gives_the_same_picture():
    code = (
        "import json; from nesyfs_lab.graph import Triplet as T; from nesyfs_lab.views.layout import StableLayout;"
        "l = StableLayout(); l.place({T(f'cup {i}', 'in', f'box {i % 7}') for i in range(60)});"
        "print(json.dumps(dict(l)))"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        for seed in ("1", "2")
    ]
    first, second = (json.loads(run.stdout) for run in runs)
    assert len(first) == 67
    assert first == second


def test_a_crowd_is_placed_in_time():
    hub = [Triplet(f"leaf {i}", "in", "hub") for i in range(2_000)]
    apart = [Triplet(f"a {i}", "in", f"b {i}") for i in range(1_500)]
    start = time.perf_counter()
    assert len(placed([hub, apart])) == 2_001 + 3_000
    assert time.perf_counter() - start < 20


def test_numbers_in_names_count_as_numbers():
    assert sorted(["cabinet 10", "cabinet 2", "9" * 10_000], key=natural)[1:] == ["cabinet 2", "cabinet 10"]
