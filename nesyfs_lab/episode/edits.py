"""What a person changes in a belief, as an event."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence

from ..events import Updated
from ..graph import KnowledgeGraph, Triplet

Given = Triplet | tuple[str, str, str]

_TOLD = 5  # triplets that a warning names


def edited(belief: KnowledgeGraph, step: int, add: Iterable[Given], remove: Iterable[Given]) -> Updated | None:
    """The update by which ``belief`` loses and then gains triplets; None where that changes nothing.

    Warns of triplets that are to go and were not there: most likely they are spelled otherwise.

    Raises:
        TypeError: for a triplet that is none.
    """
    remove = list(remove)
    after = belief.updated(add=add, remove=remove)
    _warn_of_absent(belief, step, [triplet for given in remove if (triplet := Triplet(*given)) not in belief])
    added, removed = after.difference(belief), belief.difference(after)
    return Updated(step=step, added=added, removed=removed, edited=True) if added or removed else None


def _warn_of_absent(belief: KnowledgeGraph, step: int, absent: Sequence[Triplet]) -> None:
    for triplet in absent:
        ends = {triplet.subject, triplet.object}
        like = [str(tuple(other)) for other in belief if ends & {other.subject, other.object}]
        held = f"of its ends it holds {', '.join(like[:_TOLD])}" if like else "it holds nothing of either end"
        more = f" and {len(like) - _TOLD} more" if len(like) > _TOLD else ""
        warnings.warn(
            f"nothing was removed: after step {step} the belief does not hold {tuple(triplet)}; {held}{more}",
            stacklevel=4,
        )
