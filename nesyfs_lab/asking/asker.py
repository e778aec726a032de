"""Sending questions: identical ones once, unusable answers once more, then a safe default that the record states.

``Asker.ask`` is a generator: it yields the ``Generated`` and ``Failed`` events as they happen and returns the
answers, so ``answers = yield from asker.ask(...)`` reads like a call while everything stays in the record.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from ..events import Event, Failed, Generated
from ..models.contract import Completion, Model, ModelError, Request
from .answers import Answer, read, received
from .questions import Question, verdict_key

T = TypeVar("T")
Thinking = Generator[Event, None, T]
"""Thought that yields events while it lasts and returns a T."""

RETRY_TEMPERATURE = 0.7  # a greedy answer that was unusable would come again, word for word
SEED_RANGE = 2**31 - 1


@dataclass
class Asker:
    """Asks one model on behalf of one step of one episode.

    Args:
        model: answers requests.
        rng: gives each sampled request its seed; the only source of chance.
        remembered: answers of deterministic questions (temperature 0) already asked in this step; they are not
            asked again (docs/choices.md, 9).
    """

    model: Model
    rng: np.random.Generator
    remembered: dict[str, Answer] = field(default_factory=dict)

    def ask(self, questions: Sequence[Question], temperature: float = 0.0) -> Thinking[list[Answer]]:
        """One answer a question, in order.

        Equal questions become one request with that many samples, or with a single answer for all at temperature 0.

        Raises:
            ModelError: when the model does not keep its contract.
        """
        wanted: dict[str, list[int]] = {}
        for i, question in enumerate(questions):
            wanted.setdefault(_key(question, float(temperature)), []).append(i)
        pending = {k: places for k, places in wanted.items() if temperature > 0 or k not in self.remembered}
        distinct = [questions[places[0]] for places in pending.values()]
        counts = [len(places) if temperature > 0 else 1 for places in pending.values()]
        groups = yield from self._answers(distinct, counts, temperature)

        answers: dict[int, Answer] = {}
        for (key, places), group in zip(pending.items(), groups, strict=True):
            if temperature > 0:
                answers.update(zip(places, group, strict=True))
            else:
                self.remembered[key] = group[0]
        if temperature == 0:
            answers = {place: self.remembered[key] for key, places in wanted.items() for place in places}
        return [answers[i] for i in range(len(questions))]

    def samples(self, question: Question, n: int, temperature: float) -> Thinking[list[Answer]]:
        """``n`` answers to one question, drawn in one request."""
        (group,) = yield from self._answers([question], [n], temperature)
        return group

    def probability(self, question: Question) -> Thinking[float]:
        """P(Yes) of ``question``, made by ``questions.verdict``: one greedy answer, nothing sampled.

        All of such an answer but the choice between Yes and No is forced, so the log-probabilities of its tokens add up
        to that of the choice. An answer that cannot be used counts as a certain No, and the record says so.

        Raises:
            ModelError: when the model gives no log-probabilities.
        """
        ((completion,),) = yield from self._complete([question], [1], 0.0, logprobs=True)
        answer, why = read(question, completion)
        if why:
            yield Failed(purpose=question.purpose, reason=why, answer=completion.text)
            return 0.0
        if completion.logprobs is None:
            raise ModelError(
                "This model does not tell the log-probabilities of its choices, which exact votes are read from; "
                "use a local one, or ask for a number of votes (votes=5)."
            )
        chance = min(math.exp(math.fsum(completion.logprobs)), 1.0)
        return chance if answer[verdict_key(question)] == "Yes" else 1.0 - chance

    def _answers(
        self, questions: Sequence[Question], counts: Sequence[int], temperature: float
    ) -> Thinking[list[list[Answer]]]:
        """``counts[i]`` answers to ``questions[i]``; unusable ones are asked for once more, then replaced."""
        first = yield from self._complete(questions, counts, temperature)
        answers = [[read(question, c) for c in group] for question, group in zip(questions, first, strict=True)]
        broken = {i: [j for j, (_, why) in enumerate(group) if why] for i, group in enumerate(answers)}
        broken = {i: places for i, places in broken.items() if places}
        if broken:
            again = yield from self._complete(
                [questions[i] for i in broken], [len(p) for p in broken.values()], max(temperature, RETRY_TEMPERATURE)
            )
            for (i, places), group in zip(broken.items(), again, strict=True):
                for j, completion in zip(places, group, strict=True):
                    answer, why = read(questions[i], completion)
                    if why:
                        yield Failed(purpose=questions[i].purpose, reason=why, answer=completion.text)
                    answers[i][j] = (answer, why)
        return [[answer for answer, _ in group] for group in answers]

    def _complete(
        self, questions: Sequence[Question], counts: Sequence[int], temperature: float, logprobs: bool = False
    ) -> Thinking[list[list[Completion]]]:
        if not questions:
            return []
        requests = [
            Request(
                purpose=question.purpose,
                messages=question.messages,
                n=int(n),
                temperature=float(temperature),
                max_tokens=question.max_tokens,
                seed=drawn_seed(self.rng) if temperature > 0 else None,
                schema=question.schema,
                logprobs=logprobs,
            )
            for question, n in zip(questions, counts, strict=True)
        ]
        start = time.perf_counter()
        groups = received(requests, self.model.complete(requests))
        seconds = (time.perf_counter() - start) / len(requests)
        for request, group in zip(requests, groups, strict=True):
            yield Generated(purpose=request.purpose, request=request, completions=tuple(group), seconds=seconds)
        return groups


def finished(thinking: Thinking[T]) -> T:
    """What a thought comes to; its events go unrecorded."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]  # the value of a StopIteration has no type


def drawn_seed(rng: np.random.Generator) -> int:
    """The seed of the next sampled request: all that an asker draws from its generator."""
    return int(rng.integers(SEED_RANGE))


def _key(question: Question, temperature: float) -> str:
    schema = json.dumps(question.schema, sort_keys=True)
    return json.dumps([question.purpose, question.messages, schema, question.max_tokens, temperature])
