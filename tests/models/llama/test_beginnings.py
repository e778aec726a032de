"""Fixed beginnings of prompts: computed by themselves, kept as files, found again, and never needed."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.models.llama import beginnings as keeping
from nesyfs_lab.models.llama import scheduler as scheduling
from nesyfs_lab.models.llama.answer import Answer, Anything
from nesyfs_lab.models.llama.beginnings import Beginnings
from nesyfs_lab.models.llama.sampling import generator
from nesyfs_lab.models.llama.scheduler import Counters, Job, Scheduler
from tests.models.llama.pretending import FakeContext, FakeVocabulary

FIXED = [1, 2, 3, 4]


@pytest.fixture(autouse=True)
def _short_ones_count(monkeypatch):
    monkeypatch.setattr(scheduling, "SHORTEST", 1)


def job(rest, fixed=FIXED, seed=0):
    answers = [Answer(Anything(), FakeVocabulary(), 1.0, 6, generator(seed, i)) for i in range(2)]
    return Job(np.array([*fixed, *rest], dtype=np.int32), answers, 6, len(fixed))


def run(jobs, folder=None, model="m", size=200):
    counters = Counters()
    Scheduler(FakeContext(size), counters, Beginnings(folder, model)).run(jobs, lambda: None)
    return counters, [bytes(a.text) for j in jobs for a in j.answers]


def test_a_beginning_is_computed_once_for_all_and_counted(tmp_path):
    jobs = [job([5]), job([6], seed=1)]
    counters, _ = run(jobs, tmp_path)
    assert counters.prompt_computed == len(FIXED) + 2
    assert sum(j.computed for j in jobs) == counters.prompt_computed


def test_after_a_restart_it_comes_from_its_file_and_answers_are_the_same(tmp_path):
    _, before = run([job([5])], tmp_path)
    again = job([5])
    counters, after = run([again], tmp_path)
    assert after == before
    assert (counters.prompt_computed, again.computed) == (1, 1)


@pytest.mark.parametrize("other", [{"model": "other"}, {"folder": None}])
def test_another_model_or_no_folder_computes_again(tmp_path, other):
    run([job([5])], tmp_path)
    counters, _ = run([job([5])], **{"folder": tmp_path, **other})
    assert counters.prompt_computed == len(FIXED) + 1


def test_a_file_of_something_else_is_computed_again(tmp_path):
    _, before = run([job([5])], tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"broken")
    counters, after = run([job([5])], tmp_path)
    assert (after, counters.prompt_computed) == (before, len(FIXED) + 1)
    assert file.read_bytes() == bytes(FIXED)


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path):
    (tmp_path / "file").write_text("no folder")
    counters, _ = run([job([5])], tmp_path / "file")
    assert counters.prompt_computed == len(FIXED) + 1


def test_what_was_not_used_for_long_goes_when_there_is_too_much(tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "MOST_BYTES", 2 * len(FIXED))
    for age, first in enumerate((7, 8, 9)):
        run([job([5], fixed=[first, 2, 3, 4])], tmp_path)
        for file in tmp_path.iterdir():
            if file.read_bytes()[0] == first:
                os.utime(file, (1000 + age, 1000 + age))
    run([job([5], fixed=[7, 2, 3, 4])], tmp_path)
    assert len(list(tmp_path.iterdir())) == 2
    assert run([job([5], fixed=[7, 2, 3, 4])], tmp_path)[0].prompt_computed == 1


prompts = st.tuples(st.integers(1, 3), st.integers(1, 8), st.lists(st.integers(1, 3), min_size=1, max_size=6))


@given(st.lists(st.lists(prompts, min_size=1, max_size=4), min_size=1, max_size=3), st.integers(40, 90))
def test_whatever_is_fixed_answers_are_those_of_requests_made_alone(calls, size):
    engine = Scheduler(FakeContext(size), Counters())
    for call in calls:
        jobs = [job(rest, [first] * length, seed) for seed, (first, length, rest) in enumerate(call)]
        engine.run(jobs, lambda: None)
        for seed, (made, (first, length, rest)) in enumerate(zip(jobs, call, strict=True)):
            alone = job([*[first] * length, *rest], [], seed)
            assert [bytes(a.text) for a in made.answers] == run([alone], size=200)[1]
