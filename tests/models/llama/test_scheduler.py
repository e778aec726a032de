"""Scheduling: whatever is shared, queued, put back or forgotten, each answer is as if it had been alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nesyfs_lab.models.llama import scheduler as scheduling
from nesyfs_lab.models.llama.answer import Answer, Anything
from nesyfs_lab.models.llama.sampling import generator
from nesyfs_lab.models.llama.scheduler import Counters, Job, Scheduler
from tests.models.llama.pretending import FakeContext, FakeVocabulary, logits_after

SIZE = 48
LIMIT = 20

prompts = st.lists(st.integers(1, 3), min_size=1, max_size=SIZE - LIMIT)
job_lists = st.lists(st.tuples(prompts, st.integers(1, 6)), min_size=1, max_size=6, unique_by=lambda j: tuple(j[0]))


def answers(count, seed, temperature=1.0, limit=LIMIT):
    return [Answer(Anything(), FakeVocabulary(), temperature, limit, generator(seed, i)) for i in range(count)]


def jobs_of(drawn):
    return [Job(np.array(p, dtype=np.int32), answers(n, seed), LIMIT) for seed, (p, n) in enumerate(drawn)]


def alone(prompt, count, seed):
    """The same answers, one after the other, without a context."""
    written = answers(count, seed)
    for answer in written:
        tokens = list(prompt)
        while answer.finish_reason is None:
            answer.read(logits_after(tokens))
            tokens += answer.pending
    return [bytes(a.text) for a in written]


@settings(max_examples=60)
@given(st.lists(job_lists, min_size=1, max_size=4), st.sampled_from([1, 4, 96]))
def test_answers_are_those_of_requests_made_alone(calls, expected):
    context = FakeContext(SIZE)
    engine = Scheduler(context, Counters())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scheduling, "_EXPECTED", expected)  # little room kept: answers are put back often
        for drawn in calls:
            jobs = jobs_of(drawn)
            engine.run(jobs, lambda: None)
            for seed, (job, (prompt, count)) in enumerate(zip(jobs, drawn, strict=True)):
                assert [bytes(a.text) for a in job.answers] == alone(prompt, count, seed)
                assert all(a.finish_reason in ("stop", "length") for a in job.answers)


def test_one_prompt_is_computed_once_for_all_its_answers():
    context = FakeContext(500)
    jobs = [Job(np.array([1, 2, 3] * 9, dtype=np.int32), answers(12, 0, limit=1), 1)]
    Scheduler(context, Counters()).run(jobs, lambda: None)
    assert context.computed == 27
    assert jobs[0].computed == 27


def test_each_batch_of_a_long_prompt_is_told():
    counters, told = Counters(), []
    job = Job(np.array([1, 2, 3] * 13, dtype=np.int32), answers(1, 0, limit=1), 1)
    Scheduler(FakeContext(500, batch=16), counters).run([job], lambda: told.append(counters.prompt_computed))
    assert told[:3] == [16, 32, 39]


def test_a_second_call_computes_only_what_is_new():
    context = FakeContext(500)
    counters = Counters()
    engine = Scheduler(context, counters)
    engine.run([Job(np.array([1] * 20, dtype=np.int32), answers(1, 0, limit=1), 1)], lambda: None)
    again = Job(np.array([1] * 20 + [2] * 5, dtype=np.int32), answers(1, 0, limit=1), 1)
    engine.run([again], lambda: None)
    assert (again.computed, counters.prompt_computed) == (5, 25)


def test_all_live_answers_share_a_batch():
    context, ticks = FakeContext(500, batch=64), []
    jobs = [Job(np.array([i], dtype=np.int32), answers(6, i), LIMIT) for i in (1, 2, 3)]
    Scheduler(context, Counters()).run(jobs, lambda: ticks.append(1))
    longest = max(answer.tokens for job in jobs for answer in job.answers)
    assert len(ticks) <= longest + 3  # at most one a token of the longest, and one a prompt


def test_answers_longer_than_expected_wait_for_each_other(monkeypatch):
    monkeypatch.setattr(scheduling, "_EXPECTED", 1)
    endless = [Answer(Anything(), NeverEnding(), 1.0, LIMIT, generator(0, i)) for i in range(4)]
    prompt = np.array([1] * 20, dtype=np.int32)
    context, counters = FakeContext(SIZE), Counters()
    Scheduler(context, counters).run([Job(prompt, endless, LIMIT)], lambda: None)
    assert all(answer.tokens == LIMIT for answer in endless)
    assert context.largest <= SIZE < len(prompt) + 4 * LIMIT
    assert counters.prompt_computed > len(prompt)  # what was put back was computed again


class NeverEnding(FakeVocabulary):
    ends = frozenset()


@given(job_lists, st.integers(0, 60))
def test_after_a_failure_all_unfinished_text_is_forgotten_and_the_next_call_is_right(drawn, computed):
    context = FakeContext(SIZE)
    engine = Scheduler(context, Counters())
    context.fail_after = computed
    try:
        engine.run(jobs_of(drawn), lambda: None)
    except RuntimeError:
        context.fail_after = None
    context.fail_after = None
    jobs = jobs_of(drawn)
    engine.run(jobs, lambda: None)
    for seed, (job, (prompt, count)) in enumerate(zip(jobs, drawn, strict=True)):
        assert [bytes(a.text) for a in job.answers] == alone(prompt, count, seed)
