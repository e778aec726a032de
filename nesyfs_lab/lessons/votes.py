"""What other numbers of votes would have decided, computed from the votes that were cast, or asked of a model anew.

A record with n votes, k of them Yes, does not tell the critic's inclination p to say Yes; it tells how plausible each p
is. From a uniform prior p ~ Beta(k + 1, n - k + 1), so m fresh votes hold j times Yes with the chance of a
beta-binomial. Where the record tells p itself (``votes="exact"``) they do so with that of a binomial. Votes are
independent draws of one prompt, so this is no further assumption.
"""

from __future__ import annotations

from math import comb
from typing import Literal

import numpy as np

from .. import asking
from ..agents import reflection
from ..asking import Asker, finished
from ..episode import Episode
from ..events import Observed, Reflected, Retrieved
from ..graph import Triplet
from ..models.contract import Model


def chance_to_pass(cast: Reflected, votes: int, agreement: float = 0.8) -> float:
    """The chance that ``votes`` fresh votes of the same critic would let the action pass.

    Args:
        cast: the votes on record, or the recorded probability of Yes.
        votes: m, at least 1.
        agreement: the share of Yes that is needed, above 0 and at most 1.

    Raises:
        ValueError: for a setting outside its range.
    """
    if votes < 1 or not 0 < agreement <= 1:
        raise ValueError(f"votes must be at least 1, agreement above 0 and at most 1; got {votes} and {agreement}")
    least = reflection.needed(votes, agreement)
    if cast.probability is not None:
        p = cast.probability
        return sum(comb(votes, j) * p**j * (1 - p) ** (votes - j) for j in range(least, votes + 1))
    yes, no = sum(cast.votes), len(cast.votes) - sum(cast.votes)
    ways = sum(comb(j + yes, j) * comb(votes - j + no, votes - j) for j in range(least, votes + 1))
    return ways / comb(votes + yes + no + 1, votes)


def ask_again(
    model: Model,
    episode: Episode,
    step: int,
    attempt: int = 0,
    *,
    votes: int | Literal["exact"] = 5,
    agreement: float = 0.8,
    temperature: float = 0.7,
    seed: int = 0,
) -> Reflected:
    """Ask ``model`` about a recorded proposal: the same state and action, today's prompt.

    Args:
        model: the critic.
        episode, step, attempt: where the proposal stands in a record; attempts count from 0.
        votes, agreement, temperature: as in ``NeSyFS``; ``"exact"`` reads the probability of Yes.
        seed: of the votes.

    Raises:
        ValueError: when nobody voted there.
    """
    question, action = _question(episode, step, attempt)
    asker = Asker(model, np.random.default_rng(seed))
    if votes == "exact":
        return finished(reflection.by_probability(asker, question, action, agreement))
    return finished(reflection.by_votes(asker, question, action, votes, agreement, temperature))


def _question(episode: Episode, step: int, attempt: int) -> tuple[asking.Question, str]:
    """What the critic was asked, and about which action."""
    observed: Observed | None = None
    known: tuple[Triplet, ...] = ()
    reflections: list[Reflected] = []
    for event in episode.events:
        if isinstance(event, Observed) and event.step < step:
            observed = event
        elif isinstance(event, Retrieved) and event.step == step:
            known = event.triplets
        elif isinstance(event, Reflected) and event.step == step:
            reflections.append(event)
    if observed is None or not 0 <= attempt < len(reflections):
        raise ValueError(f"nobody voted on proposal {attempt} of step {step}: see episode.to_frames()['proposals']")
    action = reflections[attempt].action
    return asking.reflect(observed.task, known, observed.observation, action), action
