"""Right answers, measured against llama-cpp-python's own ``Llama``: greedy texts, log-probabilities, frequencies."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest

from nesyfs_lab.models.contract import Request
from nesyfs_lab.models.llama import LlamaModel
from tests.models.llama.reference import Reference
from tests.models.llama.schemas import SCHEMAS

pytestmark = pytest.mark.model

TIE = 0.05
"""Nats between the two likeliest tokens below which sums that are rounded otherwise may choose the other one."""
NATS = 0.02
"""Most by which the log-probability of a token may differ."""

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
def greedy_answers(reference, small_model):
    """For each of 50 questions: what ``Llama`` answers alone, and what the engine answers to all 50 in one call."""
    theirs = [reference.greedy(chat(question), 12) for question in QUESTIONS]
    requests = [Request("fifty", chat(question), max_tokens=12) for question in QUESTIONS]
    return theirs, [group[0] for group in small_model.complete(requests)]


def test_fifty_greedy_answers_are_those_of_llama_cpp_python_but_for_ties(
    reference, greedy_answers, record_testsuite_property
):
    differing = []
    for question, theirs, ours in zip(QUESTIONS, *greedy_answers, strict=True):
        place = reference.place_of_difference(theirs, ours.text)
        if place is not None:
            differing.append((theirs.lead(place), place, question, theirs.text, ours.text))
    told = "\n".join(f"{lead:.4f} nats apart at token {k} of {q!r}: {a!r} and {b!r}" for lead, k, q, a, b in differing)
    record_testsuite_property("greedy answers that differ", f"{len(differing)} of {len(QUESTIONS)}\n{told}")
    assert len(set(QUESTIONS)) == 50
    assert all(lead <= TIE for lead, *_ in differing), told
    assert len(differing) <= 10, f"ties are rare, and these are many:\n{told}"


def test_log_probabilities_of_greedy_answers_agree(greedy_answers):
    compared = [
        (abs(ours.logprob - theirs.total), len(theirs.tokens))
        for theirs, ours in zip(*greedy_answers, strict=True)
        if ours.text == theirs.text
    ]
    assert len(compared) >= 40
    assert all(apart <= NATS * tokens for apart, tokens in compared), compared


def test_log_probabilities_of_sampled_answers_agree(reference, small_model):
    """Drawn ones too, side by side and under a batch, so that unlikely tokens count."""
    requests = [Request("drawn", chat(q), n=4, temperature=1.0, seed=7, max_tokens=4) for q in QUESTIONS[:10]]
    compared = 0
    for request, group in zip(requests, small_model.complete(requests), strict=True):
        prompt = small_model._chat.tokens(request.messages)
        for ours in group:
            theirs = reference.scored(prompt, ours.text)
            # An answer that ended itself counts its end; a token may also be spelled by two others of the same text.
            if ours.finish_reason == "length" and len(theirs.tokens) == ours.completion_tokens:
                assert ours.logprob == pytest.approx(theirs.total, abs=NATS * len(theirs.tokens)), ours.text
                compared += 1
    assert compared >= 20


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
    assert critical(4, 1e-4) == pytest.approx(23.5, abs=0.3)
    assert critical(20, 1e-4) == pytest.approx(52.4, abs=0.3)


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
