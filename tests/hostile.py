"""Records that mean harm, and records that are too large: what a broken or malicious world and model could leave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nesyfs_lab.events import (
    Acted,
    Event,
    Failed,
    Planned,
    Propagated,
    Proposed,
    Reflected,
    Resampled,
    Retrieved,
    Trace,
    Updated,
)
from nesyfs_lab.graph import Triplet
from tests.records import FakeRecord, generated, observed, step_events

SCRIPT = "<img src=x onerror='window.hacked = 1'><script>window.hacked = 1</script>"
LINK = "<a href='https://evil.invalid/'>here</a> https://evil.invalid/a.png ![](https://evil.invalid/b.png)"
ATTRIBUTE = '" onmouseover="window.hacked = 1" x=\''
EVIL = SCRIPT + LINK + ATTRIBUTE
NAMES = (
    EVIL,
    "x" * 100_000,
    *("__proto__", "constructor", "toString", "${window.hacked = 1}", "javascript:window.hacked = 1"),
    *("\u202eright to left", "مرحبا بالعالم", "\u200bno width\ufeff", "\U000e006f\U000e0062hidden"),
    *("Z" + "\u0301" * 500, "\x00\x1b[31mred", "line\u2028separator\n\n\n", "\ud800", "", " "),
)


def _at(step: int, events: Sequence[Event]) -> list[Event]:
    return [replace(event, step=step) for event in events]


def hostile_record() -> FakeRecord:
    """Two steps in which every text that a world or a model can choose is hostile; step 1 vetoes, fails and plans."""
    odd = tuple(Triplet(name, EVIL, other) for name in NAMES for other in (NAMES[0], "box 1"))
    chosen = [generated(EVIL, EVIL * 200, [EVIL, "y" * 50_000]), Proposed(thought=EVIL, action=EVIL, attempt=0)]
    voted = Reflected(action=EVIL, votes=(True, False), aligned=False, thought=EVIL, thoughts=(EVIL, NAMES[11]))
    end: list[Event] = [
        Acted(action=EVIL, source="slow"),
        replace(observed(NAMES[1] + EVIL), task=EVIL, admissible=NAMES),
        Updated(added=tuple(Triplet("box 1", name, "lid") for name in NAMES), removed=odd[:3]),
        Updated(added=(Triplet(EVIL, "edited", EVIL),), removed=(), edited=True),
    ]
    first = replace(observed(EVIL), task=EVIL, admissible=NAMES)
    events = [
        *_at(0, [first, Updated(added=odd, removed=())]),
        *_at(1, [Retrieved(triplets=odd, entities=NAMES), *chosen, voted, *_plan(), Failed(purpose=EVIL, reason=EVIL)]),
        *_at(1, end),
    ]
    named = {"name": EVIL}
    header: dict[str, Any] = {"model": named, "world": named, "agent": {"kind": EVIL, EVIL: EVIL}, "seed": EVIL}
    return FakeRecord(events, header=header)


def _plan() -> list[Event]:
    """Two particles, horizon 2."""
    moves = [
        Propagated(tau=2, particle=i, action=EVIL, observation=name, added=(Triplet(EVIL, name, EVIL),), removed=(),
                   progress=i, thought=EVIL)
        for i, name in enumerate(NAMES[:2])
    ]  # fmt: skip
    trace = Trace(
        actions=np.array([[EVIL] * 2, [NAMES[1], EVIL]], dtype=object),
        observations=np.array([[EVIL] * 2, NAMES[7:9]], dtype=object),
        progress=np.array([[0, 1]]),
        weights=np.array([[0.3, 0.7]]),
        ancestors=np.array([[1, 1]]),
        ess=np.array([1.7]),
        chosen=0,
        action=EVIL,
    )
    resampled = Resampled(tau=2, weights=(0.3, 0.7), ancestors=(1, 1), ess=1.7)
    return [*moves, resampled, Planned(trace=trace, action=EVIL)]


def crowded_record(triplets: int = 5_000) -> FakeRecord:
    """Four steps in a belief of so many triplets."""
    crowd = tuple(Triplet(f"thing {i}", "in", f"box {i % 90}") for i in range(triplets))
    record = [*_at(0, [*step_events(0), Updated(added=crowd, removed=())])]
    for step in (1, 2, 3):
        record += step_events(step)
        record += _at(step, [Updated(added=(Triplet("you", "saw", f"thing {step}"),), removed=crowd[step : step + 3])])
    return FakeRecord(record)


def long_record(steps: int = 500) -> FakeRecord:
    """An episode of so many steps."""
    return FakeRecord([event for step in range(steps + 1) for event in step_events(step)])
