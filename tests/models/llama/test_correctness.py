"""Right answers, measured against llama-cpp-python's own ``Llama``: greedy texts, log-probabilities, frequencies.

A quantized model amplifies the last digits of its sums, and those depend on what else is in a batch or between the
cells: ``Llama`` differs from itself by up to 0.2 nats a token when it reads the same text in one batch or token by
token. So the engine is compared in three ways: with the same batches, which must give the same; with shared and batched
text on a model in single precision, which must too; and so on the quantized one, which may differ as ``Llama`` does.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
import pytest

from nesyfs_lab.models.contract import Request
from nesyfs_lab.models.llama import LlamaModel
from nesyfs_lab.models.llama.answer import Answer
from tests.models.llama.reference import Reference
from tests.models.llama.schemas import SCHEMAS

pytestmark = pytest.mark.model

TIE = 0.05
"""Nats between the two likeliest tokens below which sums that are rounded otherwise may choose the other one."""
NATS = 0.02
"""Most by which the log-probability of a token may differ."""
LENGTH = 8

THINGS = ["mug", "lamp", "apple", "book", "knife", "spoon", "plate", "towel", "candle", "egg"]
QUESTIONS = [
    question.format(thing=thing)
    for thing in THINGS
    for question in (
        "Where is the {thing}?",
        "What is a {thing} for?",
        "Say one word about the {thing}.",
        "You see a {thing} on the table. What next?",
        "Is a {thing} heavy?",
    )
]


def chat(text):
    return ({"role": "system", "content": "You answer briefly."}, {"role": "user", "content": text})


@pytest.fixture(scope="module")
def reference(small_file):
    made = Reference(small_file)
    yield made
    made.close()


@pytest.fixture(scope="module")
def theirs(reference):
    """What ``Llama`` answers to each of 50 questions."""
    return [reference.greedy(chat(question), LENGTH) for question in QUESTIONS]


def requests():
    return [Request("fifty", chat(question), max_tokens=LENGTH) for question in QUESTIONS]


@pytest.fixture(scope="module")
def alone(small_model):
    """The engine's answers, each as if it were the first: batches and cells are those of ``Llama``."""
    answers = []
    for request in requests():
        small_model.forget()
        answers.append(small_model.complete([request])[0][0])
    return answers


@pytest.fixture(scope="module")
def together(small_model):
    """The engine's answers to all 50 in one call."""
    return [group[0] for group in small_model.complete(requests())]


@pytest.fixture(scope="module")
def own_noise(reference, small_model, theirs):
    """By how much ``Llama`` differs from itself, (T,) nats a token, when it reads its answers in one batch.

    llama.cpp multiplies one row by other code than many, and small quantized models amplify the last digits.
    """
    apart = []
    for question, answer in zip(QUESTIONS, theirs, strict=True):
        tokens = [int(token) for token in answer.tokens]
        at_once = reference.scored(small_model._chat.tokens(chat(question)), tokens)
        places = np.arange(len(tokens))
        apart.append(abs(answer.logprobs[places, tokens] - at_once.logprobs[places, tokens]))
    return np.concatenate(apart)


def differing(reference, theirs, ours):
    """(lead of the token that ``Llama`` chose, a line that tells it) for each answer that is another one."""
    found = []
    for question, their, our in zip(QUESTIONS, theirs, ours, strict=True):
        place = reference.place_of_difference(their, our.text)
        if place is not None:
            lead = their.lead(place)
            found.append((lead, f"{lead:.4f} at token {place} of {question!r}: {their.text!r} and {our.text!r}"))
    return found


def told(found):
    return "\n".join(
        [f"{len(found)} of {len(QUESTIONS)} differ; nats between the two likeliest:", *(t for _, t in found)]
    )


def errors(theirs, ours):
    """(T,): nats a token, signed, of each answer that is the same."""
    pairs = [(their, our) for their, our in zip(theirs, ours, strict=True) if their.text == our.text]
    return np.array([(our.logprob - their.total) / len(their.tokens) for their, our in pairs])


def test_fifty_greedy_answers_are_those_of_llama_cpp_python(reference, theirs, alone, record_testsuite_property):
    found = differing(reference, theirs, alone)
    record_testsuite_property("greedy, alone", told(found))
    assert len(set(QUESTIONS)) == 50
    assert all(lead <= TIE for lead, _ in found), told(found)
    assert len(found) <= 2, f"ties are rare, and these are many: {told(found)}"


def test_log_probabilities_of_greedy_answers_agree(theirs, alone):
    apart = errors(theirs, alone)
    assert len(apart) >= 48
    assert abs(apart).max() <= NATS


class SpelledAnswer(Answer):
    """An answer that keeps its tokens: a text may be spelled in several ways."""

    made: ClassVar[list[SpelledAnswer]] = []

    def __init__(self, *arguments: Any) -> None:
        self.spelling: list[int] = []
        super().__init__(*arguments)
        self.made.append(self)

    def _write(self, tokens: tuple[int, ...], *rest: Any) -> None:
        before = self.tokens
        super()._write(tokens, *rest)
        self.spelling += tokens[: self.tokens - before]


@pytest.fixture
def spelled(monkeypatch):
    """The answers of a test as they were written, in the order of the requests."""
    monkeypatch.setattr(SpelledAnswer, "made", [])
    monkeypatch.setattr("nesyfs_lab.models.llama.model.Answer", SpelledAnswer)
    return SpelledAnswer.made


def logprobs_of(reference, prompt, answer):
    """(T,): what ``Llama`` says of each token that was written, and of the end where it was chosen."""
    scored = reference.scored(prompt, answer.spelling)
    return scored.logprobs[np.arange(len(answer.spelling)), answer.spelling]


def test_shared_and_batched_text_gives_the_log_probabilities_of_llama_cpp_python(toy_file, spelled):
    """In single precision, where rounding is small: forks, shared beginnings and neighbours change nothing."""
    drawn = [Request("act", chat(q), n=3, temperature=1.0, seed=3, max_tokens=6) for q in QUESTIONS]
    reference = Reference(toy_file)
    apart: list[float] = []
    elsewhere: list[float] = []
    with LlamaModel(toy_file, threads=1, n_ctx=1024) as model:
        model.complete(drawn)
        other = model._chat.tokens(chat("And who are you?"))
        assert len(spelled) == 150
        for answer, request in zip(spelled, (request for request in drawn for _ in range(3)), strict=True):
            if answer.spelling:
                for text, differences in ((model._chat.tokens(request.messages), apart), (other, elsewhere)):
                    found = np.array(answer.logprobs[: len(answer.spelling)])
                    differences += abs(found - logprobs_of(reference, text, answer)).tolist()
    reference.close()
    assert len(apart) >= 300
    assert max(apart) <= 1e-3
    assert np.median(elsewhere) > 1e-2, "the text before matters"


def test_a_batch_of_fifty_differs_no_more_than_llama_cpp_from_itself(
    reference, theirs, together, own_noise, record_testsuite_property
):
    found = differing(reference, theirs, together)
    record_testsuite_property("greedy, all in one call", told(found))
    record_testsuite_property("nats a token by which Llama differs from itself", f"{own_noise.max():.4f} at most")
    # A choice turns when both of its tokens move towards each other.
    assert all(lead <= max(TIE, 2 * own_noise.max()) for lead, _ in found), told(found)
    assert len(found) <= 20, told(found)
    apart = errors(theirs, together)
    assert abs(apart).mean() <= NATS
    assert abs(apart.mean()) <= NATS / 2, "rounding has no direction"


def test_log_probabilities_of_sampled_answers_agree(reference, small_model, own_noise, spelled):
    """Drawn ones too, side by side in one batch, so that unlikely tokens count."""
    drawn = [Request("drawn", chat(q), n=4, temperature=1.0, seed=7, max_tokens=4) for q in QUESTIONS[:10]]
    small_model.complete(drawn)
    apart = []
    for answer, request in zip(spelled, (request for request in drawn for _ in range(4)), strict=True):
        theirs = logprobs_of(reference, small_model._chat.tokens(request.messages), answer)
        apart.append(np.array(answer.logprobs[: len(answer.spelling)]) - theirs)
    differences = np.concatenate(apart)
    assert len(differences) >= 100
    assert abs(differences).mean() <= max(NATS, 3 * own_noise.mean())
    assert abs(differences.mean()) <= NATS, "rounding has no direction"


@pytest.mark.parametrize("temperature", [1.0, 0.7])
def test_two_thousand_first_tokens_follow_the_distribution(reference, small_model, temperature):
    """A chi-square test; the probabilities are ``Llama``'s. One in ten thousand right engines would fail it."""
    request = Request("frequencies", chat(QUESTIONS[2]), n=2000, temperature=temperature, seed=11, max_tokens=1)
    drawn = Counter(completion.text for completion in small_model.complete([request])[0])

    scaled = reference.next_logprobs(small_model._chat.tokens(request.messages)) / temperature
    weights = np.exp(scaled - scaled.max())
    probabilities: Counter[str] = Counter()
    for token, probability in enumerate(weights / weights.sum()):
        probabilities[small_model._vocabulary.piece(token).decode("utf-8", "replace")] += probability

    often = [text for text, probability in probabilities.items() if probability * request.n >= 5]
    expected = np.array([probabilities[text] for text in often]) * request.n
    observed = np.array([drawn[text] for text in often])
    expected, observed = (np.append(counts, request.n - counts.sum()) for counts in (expected, observed))
    assert len(expected) > 10, "a distribution with one likely token tests little"
    statistic = ((observed - expected) ** 2 / expected).sum()
    assert statistic < critical(len(expected) - 1, 1e-4), dict(zip([*often, "others"], observed, strict=True))


def critical(freedom: int, chance: float) -> float:
    """The value that chi-square exceeds with probability ``chance`` (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + NormalDist().inv_cdf(1 - chance) * part**0.5) ** 3)


def test_the_critical_value_is_that_of_the_tables():
    assert critical(10, 1e-4) == pytest.approx(35.56, abs=0.5)
    assert critical(20, 1e-4) == pytest.approx(52.39, abs=0.5)


def test_the_same_batch_with_the_same_seeds_gives_the_same_texts(small_file):
    """To the letter, in another process's place too: a model loaded anew, or one that forgot."""
    batch = [
        Request(purpose, chat(f"{question} ({purpose})"), n=n, temperature=0.9, seed=i, max_tokens=24, schema=schema)
        for i, (question, n) in enumerate([(QUESTIONS[0], 3), (QUESTIONS[3], 1), (QUESTIONS[8], 2)])
        for purpose, schema in [("act", SCHEMAS["act"]), ("observe", SCHEMAS["observe"]), ("free", None)]
    ]

    def texts(model):
        return [[completion.text for completion in group] for group in model.complete(batch)]

    with LlamaModel(small_file, threads=1, n_ctx=512) as model:
        first = texts(model)
        assert len({text for group in first for text in group}) > len(batch)
        model.complete([Request("act", chat("Something else."), n=2, temperature=1.0, max_tokens=5)])
        model.forget()
        assert texts(model) == first
    with LlamaModel(small_file, threads=1, n_ctx=512) as model:
        assert texts(model) == first


STATM = Path("/proc/self/statm")


def resident_memory() -> int:
    """Bytes of this process that are in memory now."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not STATM.exists(), reason="only Linux tells a process's memory")
def test_plans_and_reflections_leak_nothing(small_file):
    """Ten short plans and forty reflections; ``python -m benchmarks.leaks`` is the long version."""

    def ask(purpose, schema, number, n, temperature):
        text = f"{QUESTIONS[number % len(QUESTIONS)]} Step {number}."
        return Request(purpose, chat(text), n, temperature, max_tokens=8, seed=number, schema=schema)

    def plan(number):
        for purpose in ("focus", "act", "observe", "extract", "outdated", "progress"):
            sampled = purpose in ("act", "observe")
            yield [ask(purpose, SCHEMAS[purpose], 2 * number + i, 2 if sampled else 1, 0.7 * sampled) for i in (0, 1)]

    rounds = []
    for number in range(10):
        rounds.append([*plan(number)])
        rounds += [[[ask("reflect", SCHEMAS["reflect"], 4 * number + i, 5, 0.7)]] for i in range(4)]
    memory = []
    with LlamaModel(small_file, threads=1, n_ctx=512) as model:
        for batches in rounds:
            for batch in batches:
                assert all(completion.completion_tokens for group in model.complete(batch) for completion in group)
            memory.append(resident_memory())
    after_a_tenth = memory[len(memory) // 10]
    assert max(memory[len(memory) // 10 :]) <= 1.02 * after_a_tenth, [m >> 20 for m in memory]
