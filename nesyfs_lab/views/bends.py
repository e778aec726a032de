"""How the edges of a graph bend, so that parallel ones are seen apart and no node hides a label."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from ..graph import Triplet
from .layout import Place, StableLayout

LONGEST_RELATION = 20  # characters of an edge's label
SAG = 0.1  # how far the middle of an edge of bend 1 is off the straight line, as a share of the line's length
_APART = 20  # pixels at least between parallel edges, so that their labels are
_SHIFTS = (0.0, 1.0, -1.0, 2.0, -2.0)


def bends(triplets: Iterable[Triplet], layout: StableLayout) -> dict[Triplet, float]:
    """How much each edge bends to its own right; 0 is straight.

    Edges between the same two nodes are spread evenly around the straight line. Where a node would hide one of their
    labels the whole bundle swings to a side, if that helps.

    Args:
        triplets: all that are shown.
        layout: with places for all their ends.
    """
    between: defaultdict[tuple[str, str], list[Triplet]] = defaultdict(list)
    for t in triplets:
        between[min(t.subject, t.object), max(t.subject, t.object)].append(t)
    found: dict[Triplet, float] = {}
    for (first, second), parallel in between.items():
        unit = 1.0 if first == second else max(1.0, _APART / (SAG * math.dist(layout[first], layout[second])))
        evenly = [(t, unit * (i - (len(parallel) - 1) / 2)) for i, t in enumerate(sorted(parallel))]
        shift = 0.0
        if first != second:
            start, end = layout[first], layout[second]
            shift = next((s for s in _SHIFTS if _labels_are_seen(evenly, s, start, end, layout)), 0.0)
        for t, offset in evenly:
            # An edge that runs the other way has its right on the other side.
            found[t] = offset + shift if t.subject <= t.object else -offset - shift
    return found


def middle(start: Place, end: Place, bend: float) -> tuple[float, float]:
    """Half way along an edge, where its label is; y grows downwards."""
    along, down = end[0] - start[0], end[1] - start[1]
    return (start[0] + end[0]) / 2 - SAG * bend * down, (start[1] + end[1]) / 2 + SAG * bend * along


def _labels_are_seen(
    evenly: Iterable[tuple[Triplet, float]], shift: float, start: Place, end: Place, layout: StableLayout
) -> bool:
    return all(
        layout.is_free(*middle(start, end, offset + shift), min(len(t.relation), LONGEST_RELATION) + 2)
        for t, offset in evenly
    )
