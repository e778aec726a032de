"""A synthetic record with a large belief, for tests and measurements of what the page does with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nesyfs_lab.events import Acted, Event, Retrieved, Updated
from nesyfs_lab.graph import Triplet
from tests.records import FakeEpisode, FakeRecord, observed

STEPS = 60


def crowd_events(triplets: int, steps: int = STEPS) -> Iterator[Event]:
    """``triplets`` triplets all along; each step moves two things and looks thirty triplets up."""
    belief = [Triplet(f"thing {i}", "in", f"box {i % max(4, triplets // 25)}") for i in range(triplets)]
    for step in range(steps + 1):
        moved = [(2 * step + i) % triplets for i in range(2)]
        old = tuple(belief[i] for i in moved)
        for i in moved:
            belief[i] = Triplet(belief[i].subject, "on" if belief[i].relation == "in" else "in", belief[i].object)
        events: list[Event] = [observed(f"This is step {step}."), Updated(added=tuple(belief), removed=())]
        if step:
            looked_up = tuple(belief[(7 * step + i) % triplets] for i in range(30))
            events = [
                Retrieved(triplets=looked_up, entities=("thing 1",)),
                Acted(action=f"move things {step}", source="fast"),
                observed(f"This is step {step}."),
                Updated(added=tuple(belief[i] for i in moved), removed=old),
            ]
        yield from (replace(event, step=step) for event in events)


def crowd_record(triplets: int) -> FakeRecord:
    """A recorded episode."""
    return FakeRecord(list(crowd_events(triplets)))


def crowd_episode(triplets: int, seconds: float) -> FakeEpisode:
    """A live one that has come to its last step; each call of the next one takes ``seconds``."""
    episode = FakeEpisode(seconds=seconds, steps=STEPS + 5)
    episode.events = list(crowd_events(triplets))
    return episode
