"""P_ref of Algorithm 1, line 7: a third person's look at a proposed action, by vote or by exact probability.

By vote (the paper): n answers with thoughts are sampled, and the action passes when at least a share of ``agreement``
says Yes. Exactly: the model reads the question once and the probability of Yes is taken from its distribution; that is
what infinitely many votes without thoughts would tell. A vetoed action's thought is asked for afterwards, since the
next proposal is told it (line 10).
"""

from __future__ import annotations

import math
from fractions import Fraction

from .. import asking
from ..asking import Asker, Thinking
from ..events import Reflected


def needed(n: int, agreement: float) -> int:
    """The fewest Yes of ``n`` votes that are a share of ``agreement``.

    As a fraction of the decimal number: in binary floating point 0.8 * 5 is not safely 4.
    """
    return math.ceil(Fraction(str(agreement)) * n)


def by_votes(
    asker: Asker, question: asking.Question, action: str, n: int, agreement: float, temperature: float
) -> Thinking[Reflected]:
    """Self-consistency: ``n`` votes, of which a share of ``agreement`` must be Yes."""
    answers = yield from asker.samples(question, n, temperature)
    votes = tuple(answer["aligned"] == "Yes" for answer in answers)
    aligned = sum(votes) >= needed(n, agreement)
    thoughts = tuple(str(answer["thought"]) for answer in answers)
    spokesman = votes.index(aligned)  # the first who voted as it was decided; a veto always has a No
    return Reflected(action=action, votes=votes, aligned=aligned, thought=thoughts[spokesman], thoughts=thoughts)


def by_probability(asker: Asker, question: asking.Question, action: str, agreement: float) -> Thinking[Reflected]:
    """P(Yes) without sampling; it must be at least ``agreement``. A veto's thought is the model's likeliest.

    Raises:
        ModelError: when the model gives no log-probabilities.
    """
    probability = yield from asker.probability(asking.verdict(question))
    aligned = probability >= agreement
    thought = ""
    if not aligned:
        (answer,) = yield from asker.ask([asking.reason(question, "No")])
        thought = str(answer["thought"])
    return Reflected(action=action, votes=(aligned,), aligned=aligned, thought=thought, probability=probability)
