"""Places for the nodes of a growing graph: once given, a place never changes.

A new node goes beside its placed neighbours, to the first free spot of widening rings around them. Nothing is random
and everything is sorted, so one record gives one picture in every process.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from ..graph import Triplet

Place = tuple[int, int]

HALF_HEIGHT = 17  # of a node's box, in pixels at zoom 1
CHARACTER = 3.8  # half a character's width
LONGEST_LABEL = 22  # characters; views cut labels to this
GAP = 16  # between boxes
RING = 105  # radius of the first ring, and what the next ones add is half of it
STRETCH = 1.75  # rings are wider than high, as labels are
_SIGHTS = 3  # neighbours to which a new node's lines should run freely
_CAREFUL = 6  # rings within which that is tried; further out it would cost too much
_CELL = (2 * (LONGEST_LABEL * CHARACTER + 10) + GAP, 2 * HALF_HEIGHT + GAP)
_NUMBER = re.compile(r"(\d+)")


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A sort key by which ``cabinet 2`` comes before ``cabinet 10``."""
    # Twelve digits at most: Python refuses to read very long numbers.
    parts = _NUMBER.split(name[:200])
    return (*tuple((0, int(p[:12]), p) if p.isdecimal() else (1, 0, p) for p in parts), (2, 0, name))


def half_width(name: str) -> float:
    """Half the width of a node's box, in pixels at zoom 1."""
    return min(max(len(name), 3), LONGEST_LABEL) * CHARACTER + 10


class StableLayout(Mapping[str, Place]):
    """Entity -> (x, y) in pixels, x to the right and y downwards."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._cells: defaultdict[tuple[int, int], list[tuple[int, int, float]]] = defaultdict(list)
        # Where the search around a base last ended: rings within are full, so a hub of thousands stays fast.
        self._first_ring: dict[Place, int] = {}

    def place(self, triplets: Iterable[Triplet]) -> None:
        """Give every entity of ``triplets`` that has no place one; the others stay where they are."""
        neighbours: defaultdict[str, set[str]] = defaultdict(set)
        for subject, _, obj in triplets:
            neighbours[subject].add(obj)
            neighbours[obj].add(subject)
        for name in self._order(neighbours):
            self._put(name, sorted(n for n in neighbours[name] if n in self._places))

    def _order(self, neighbours: Mapping[str, set[str]]) -> Iterator[str]:
        """New nodes, breadth first from what is placed, else from the node with the most neighbours."""

        def rank(name: str) -> tuple[int, tuple[tuple[int, int, str], ...]]:
            return -len(neighbours[name]), natural(name)

        waiting = dict.fromkeys(sorted((n for n in neighbours if n not in self._places), key=rank))
        queue = [n for n in waiting if any(m in self._places for m in neighbours[n])]
        while waiting:
            if not queue:
                queue = [next(iter(waiting))]
            following: list[str] = []
            for name in queue:
                if name in waiting:
                    del waiting[name]
                    yield name
                    following.extend(sorted((m for m in neighbours[name] if m in waiting), key=rank))
            queue = following

    def _put(self, name: str, beside: list[str]) -> None:
        if beside:
            at = [self._places[n] for n in beside]
            base = (round(sum(x for x, _ in at) / len(at)), round(sum(y for _, y in at) / len(at)))
            ring = self._first_ring.get(base, 1)
        else:
            base = (0, 0)
            ring = self._first_ring.get(base, 0 if not self._places else 1)
        half = half_width(name)
        x, y = self._uncrossed(base, ring, half, beside[:_SIGHTS]) or self._spot(base, ring, half)
        self._places[name] = (x, y)
        self._cells[_cell(x, y)].append((x, y, half))

    def _spot(self, base: Place, ring: int, half: float) -> Place:
        """The first free spot around ``base``."""
        while True:
            for x, y in _ring(base, ring):
                if self._has_room(x, y, half):
                    self._first_ring[base] = max(ring, 1)
                    return x, y
            ring += 1

    def _uncrossed(self, base: Place, ring: int, half: float, neighbours: list[str]) -> Place | None:
        """The first free spot of the near rings from which lines to the neighbours run through no other node."""
        for near in range(ring, min(ring + 3, _CAREFUL + 1)):
            for x, y in _ring(base, near):
                if self._has_room(x, y, half) and all(self._sees((x, y), self._places[n]) for n in neighbours):
                    return x, y
        return None

    def _sees(self, spot: Place, target: Place) -> bool:
        points = max(2, round(math.dist(spot, target) / 30))
        for i in range(1, points):
            x = spot[0] + (target[0] - spot[0]) * i / points
            y = spot[1] + (target[1] - spot[1]) * i / points
            for other_x, other_y, other_half in self._around(x, y):
                covered = abs(x - other_x) < other_half + 4 and abs(y - other_y) < HALF_HEIGHT + 4
                if covered and (other_x, other_y) != target:
                    return False
        return True

    def is_free(self, x: float, y: float, characters: int) -> bool:
        """No node hides a word of so many characters around (x, y)."""
        half = characters * CHARACTER
        return not any(
            abs(x - other_x) < half + other_half + GAP / 2 and abs(y - other_y) < 1.5 * HALF_HEIGHT
            for other_x, other_y, other_half in self._around(x, y)
        )

    def _has_room(self, x: int, y: int, half: float) -> bool:
        return not any(
            abs(x - other_x) < half + other_half + GAP and abs(y - other_y) < 2 * HALF_HEIGHT + GAP
            for other_x, other_y, other_half in self._around(x, y)
        )

    def _around(self, x: float, y: float) -> Iterator[tuple[int, int, float]]:
        column, row = _cell(x, y)
        for c in (column - 1, column, column + 1):
            for r in (row - 1, row, row + 1):
                yield from self._cells.get((c, r), ())

    def __getitem__(self, name: str) -> Place:
        return self._places[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _cell(x: float, y: float) -> tuple[int, int]:
    return math.floor(x / _CELL[0]), math.floor(y / _CELL[1])


def _ring(base: Place, ring: int) -> Iterator[Place]:
    """Spots of a ring around ``base``: first the one that leads away from the picture's centre, then to both sides."""
    if ring == 0:
        yield base
        return
    x, y = base
    radius = RING * (1 + ring) / 2
    count = max(8, round(2 * math.pi * radius / 50))
    outward = math.atan2(y, x) if (x, y) != (0, 0) else -math.pi / 2
    for i in range(count):
        turn = (i + 1) // 2 * (1 if i % 2 else -1)
        angle = outward + 2 * math.pi * turn / count
        yield round(x + STRETCH * radius * math.cos(angle)), round(y + radius * math.sin(angle))
