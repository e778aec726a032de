"""How the edges of a graph bend, so that parallel ones are seen apart and no node hides a label."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ..graph import Triplet
from .layout import Place, StableLayout

LONGEST_RELATION = 20  # characters of an edge's label
SAG = 0.1  # how far the middle of an edge of bend 1 is off the straight line, as a share of the line's length
_APART = 20  # pixels at least between parallel edges, so that their labels are
_SHIFTS = (0.0, 0.5, -0.5, 1.0, -1.0)


Bundles = dict[tuple[Triplet, ...], list[tuple[Triplet, float]]]
"""Edges between two nodes, sorted, and how they bend."""


def bends(triplets: Iterable[Triplet], layout: StableLayout, known: Bundles | None = None) -> dict[Triplet, float]:
    """How much each edge bends to its own right; 0 is straight.

    Edges between the same two nodes are spread evenly around the straight line. Where a node would hide one of their
    labels the whole bundle swings to a side, if that helps.

    Args:
        triplets: all that are shown.
        layout: with places for all their ends.
        known: bundles that were bent before in the same layout; new ones are put there, too.
    """
    known = {} if known is None else known
    between: defaultdict[tuple[str, str], list[Triplet]] = defaultdict(list)
    for t in triplets:
        between[min(t.subject, t.object), max(t.subject, t.object)].append(t)
    found: dict[Triplet, float] = {}
    for parallel in between.values():
        bundle = tuple(sorted(parallel))
        if bundle not in known:
            known[bundle] = _bundle(bundle, layout)
        for t, bend in known[bundle]:
            # An edge that runs the other way has its right on the other side.
            found[t] = bend if t.subject <= t.object else -bend
    return found


def _bundle(parallel: Sequence[Triplet], layout: StableLayout) -> list[tuple[Triplet, float]]:
    """Bends of the edges between two nodes, as seen from the node whose name comes first."""
    first, second = sorted((parallel[0].subject, parallel[0].object))
    start, end = layout[first], layout[second]
    unit = max(1.0, _APART / (SAG * math.dist(start, end))) if start != end else 1.0
    evenly = [unit * (i - (len(parallel) - 1) / 2) for i in range(len(parallel))]
    spread = [list(zip(parallel, order, strict=True)) for order in (evenly, evenly[::-1])]
    if start == end:
        return spread[0]
    for shift in _SHIFTS:
        for bundle in spread:
            swung = [(t, offset + shift) for t, offset in bundle]
            if all(_label_is_seen(t, bend, start, end, layout) for t, bend in swung):
                return swung
    return spread[0]


def middle(start: tuple[float, float], end: tuple[float, float], bend: float) -> tuple[float, float]:
    """Half way along an edge, where its label is; y grows downwards."""
    along, down = end[0] - start[0], end[1] - start[1]
    return (start[0] + end[0]) / 2 - SAG * bend * down, (start[1] + end[1]) / 2 + SAG * bend * along


def _label_is_seen(triplet: Triplet, bend: float, start: Place, end: Place, layout: StableLayout) -> bool:
    characters = min(len(triplet.relation), LONGEST_RELATION) + len("+ ")
    return layout.is_free(*middle(start, end, bend), characters)
