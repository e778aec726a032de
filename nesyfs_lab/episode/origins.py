"""Where a triplet comes from, asked of the record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ..events import Event, Propagated, Updated
from ..graph import Triplet

How = Literal["observed", "edited", "predicted"]


class Origin(NamedTuple):
    """One time at which a triplet came or went.

    Attributes:
        step: of the episode.
        how: ``observed`` in what the world said, ``edited`` by a person, ``predicted`` in a plan's imagination (the
            belief itself never held it then).
        came: True where it was added, False where it was removed.
        tau, particle: where in the plan; None outside of plans.
    """

    step: int
    how: How
    came: bool
    tau: int | None = None
    particle: int | None = None

    def __str__(self) -> str:
        """In words, as ``observed at step 3``."""
        plan = "" if self.tau is None else f", in a plan: τ = {self.tau}, particle {self.particle}"
        return f"{self.how}{'' if self.came else ' to be gone'} at step {self.step}{plan}"


def origins(events: Iterable[Event], triplet: Triplet) -> list[Origin]:
    """Every time ``triplet`` came or went, in the record's order."""
    found = []
    for event in events:
        if isinstance(event, Updated | Propagated):
            for came, triplets in ((False, event.removed), (True, event.added)):
                if triplet in triplets:
                    found.append(_origin(event, came))
    return found


def _origin(event: Updated | Propagated, came: bool) -> Origin:
    if isinstance(event, Propagated):
        return Origin(event.step, "predicted", came, event.tau, event.particle)
    return Origin(event.step, "edited" if event.edited else "observed", came)
