"""The chance of a recorded step, as it stood when a part of the step was over."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..asking.asker import drawn_seed
from ..events import Event, Generated


def chance_after(events: Iterable[Event], rng: np.random.Generator) -> np.random.Generator:
    """``rng``, moved on over what an agent drew from it while it yielded ``events``.

    Args:
        events: of one step, from its beginning.
        rng: as the step began with it.

    Raises:
        ValueError: when the recorded seeds are not those that ``rng`` gives.
    """
    for event in events:
        if isinstance(event, Generated) and event.request.seed is not None:
            seed = drawn_seed(rng)
            if seed != event.request.seed:
                raise ValueError(
                    f"the record's chance cannot be repeated: a '{event.purpose}' request has the seed "
                    f"{event.request.seed} where the episode's seed gives {seed}"
                )
    return rng
