"""Shared text: computed once, kept while there is room, forgotten in order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.models.llama.cells import MAX_SEQUENCES
from nesyfs_lab.models.llama.prefix import Residents, common_length, unshared_entries
from tests.models.llama.pretending import FakeContext

texts = st.lists(st.integers(1, 3), min_size=1, max_size=12)


def ints(values):
    return np.array(values, dtype=np.int32)


def hold(residents, context, tokens, held=()):
    """Compute a prompt, as the scheduler does."""
    tokens = ints(tokens)
    prompt = residents.begin_prompt(tokens, held)
    known = len(prompt.tokens)
    residents.make_room(len(tokens) - known, 0, [*held, prompt])
    residents.append([prompt], tokens[known:])
    list(context.decode(unshared_entries([tokens], [known], [prompt.number])))
    return prompt


@given(texts, texts)
def test_common_length(a, b):
    n = common_length(ints(a), ints(b))
    assert a[:n] == b[:n]
    assert n == min(len(a), len(b)) or a[n] != b[n]


@given(st.lists(texts, min_size=1, max_size=8, unique_by=tuple))
def test_each_beginning_is_computed_once(prompts):
    context = FakeContext(size=1000)
    entries = unshared_entries([ints(p) for p in prompts], [0] * len(prompts), range(len(prompts)))
    list(context.decode(entries))
    assert [context.text(i) for i in range(len(prompts))] == prompts
    assert context.computed == len({tuple(p[:i]) for p in prompts for i in range(1, len(p) + 1)})
    ends = {(s, e.position) for e in entries if e.output for s in e.sequences}
    assert ends >= {(i, len(p) - 1) for i, p in enumerate(prompts)}


@given(st.lists(texts, min_size=1, max_size=12))
def test_only_what_is_not_resident_is_computed(prompts):
    context = FakeContext(size=10_000)
    residents = Residents(context)
    seen: set[tuple[int, ...]] = set()
    for prompt in prompts:
        before = context.computed
        sequence = hold(residents, context, prompt)
        new = len({tuple(prompt[:i]) for i in range(1, len(prompt) + 1)} - seen)
        assert context.computed - before == max(new, 1)  # the last token's logits are always needed
        assert context.text(sequence.number) == prompt == sequence.tokens.tolist()
        seen |= {tuple(prompt[:i]) for i in range(1, len(prompt) + 1)}


@given(st.lists(texts, min_size=1, max_size=30), st.integers(16, 40))
def test_memory_is_bounded(prompts, size):
    context = FakeContext(size=size)
    residents = Residents(context)
    for prompt in prompts:
        assert context.text(hold(residents, context, prompt).number) == prompt


def test_sequences_never_run_out():
    context = FakeContext(size=1000)
    residents = Residents(context)
    for i in range(3 * MAX_SEQUENCES):
        hold(residents, context, [1, 2, 10 + i])


def test_the_oldest_prompt_goes_first_and_the_common_beginning_last():
    context = FakeContext(size=24)
    residents = Residents(context)
    fixed = [1, 2, 3, 4, 5, 6, 7, 8]
    hold(residents, context, [*fixed, 10, 11])
    hold(residents, context, [*fixed, 20, 21])
    hold(residents, context, [*fixed, 10, 11])  # used again, so the other is older
    residents.make_room(14, 0)
    assert residents.known_length(ints([*fixed, 10, 11, 12])) == 10
    assert residents.known_length(ints([*fixed, 20, 21, 22])) == 8
    residents.make_room(16, 0)
    assert residents.known_length(ints([*fixed, 10, 11, 12])) == 8
    assert residents.make_room(24, 0)
    assert residents.known_length(ints([*fixed, 10, 11, 12])) == 0


def test_held_prompts_stay():
    context = FakeContext(size=8)
    residents = Residents(context)
    prompt = hold(residents, context, [1, 2, 3, 4])
    assert not residents.make_room(8, 0, [prompt])
    assert context.text(prompt.number) == [1, 2, 3, 4]


def test_forks_outlive_their_prompt():
    context = FakeContext(size=8)
    residents = Residents(context)
    prompt = hold(residents, context, [1, 2, 3, 4])
    fork = residents.fork(prompt)
    residents.drop(prompt)
    assert context.text(fork.number) == [1, 2, 3, 4]
    assert not residents.make_room(5, 0)
    residents.drop(fork)
    assert residents.make_room(8, 0)


def test_computing_without_room_is_a_bug_that_shows():
    residents = Residents(FakeContext(size=2))
    with pytest.raises(AssertionError, match="reserved"):
        residents.append([residents.begin_prompt(ints([1, 2, 3]))], ints([1, 2, 3]))
