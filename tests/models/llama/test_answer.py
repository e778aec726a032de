"""Answers: forced text is fed, choices cost their distinct tokens, limits hold."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nesyfs_lab.models.llama.answer import AlongWalk, Answer
from nesyfs_lab.models.llama.sampling import generator
from nesyfs_lab.models.llama.schema import walk_of
from tests.models.llama.schemas import SCHEMAS, an_object


class Letters:
    """A vocabulary of all bytes, some pairs, and an end token that no schema allows."""

    def __init__(self, *pieces):
        self.pieces = [bytes((b,)) for b in range(256)] + list(pieces)
        self.ends = frozenset([len(self.pieces)])
        self.size = len(self.pieces) + 1

    def piece(self, token):
        return b"" if token in self.ends else self.pieces[token]

    def tokens_of(self, text):
        """The longest piece first."""
        tokens = []
        while text:
            piece = max((p for p in self.pieces if text.startswith(p)), key=len)
            tokens.append(len(self.pieces) - 1 - self.pieces[::-1].index(piece))
            text = text[len(piece) :]
        return tuple(tokens)


VOCABULARY = Letters(b'{"', b'": "', b'", "', b'"}', b"go", b" to", b"thought", b"action", b'",')


def begin(schema, limit=2000, seed=0, temperature=1.0):
    return Answer(AlongWalk(walk_of(schema), VOCABULARY), VOCABULARY, temperature, limit, generator(seed, 0))


def write(answer, rng):
    """Finish an answer by random logits; how often the model was asked."""
    asked = 0
    while answer.finish_reason is None:
        assert answer.pending, "something is always fed before the model is asked again"
        answer.read(rng.normal(size=VOCABULARY.size).astype(np.float32) * 3)
        asked += 1
    return asked


def wanting(text):
    """Logits that want one piece."""
    logits = np.zeros(VOCABULARY.size, dtype=np.float32)
    logits[VOCABULARY.tokens_of(text)[0]] = 50.0
    return logits


@pytest.mark.parametrize("kind", SCHEMAS)
@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_answers_obey_and_are_counted(kind, seed):
    answer = begin(SCHEMAS[kind], seed=seed)
    asked = write(answer, np.random.default_rng(seed))
    assert answer.finish_reason == "stop"
    assert list(json.loads(answer.text)) == list(SCHEMAS[kind]["properties"])
    assert answer.sampled == asked
    assert asked < answer.tokens <= len(answer.text)
    assert answer.logprob <= 0


@pytest.mark.parametrize("limit", range(1, 40))
def test_no_answer_is_longer_than_its_limit(limit):
    answer = begin(SCHEMAS["act"], limit=limit)
    write(answer, np.random.default_rng(limit))
    assert answer.tokens <= limit
    assert answer.finish_reason == "length" or json.loads(answer.text)
    assert b"".join(map(VOCABULARY.piece, VOCABULARY.tokens_of(bytes(answer.text)))) == answer.text


def test_the_beginning_is_fed_before_anything_is_asked():
    answer = begin(SCHEMAS["act"])
    assert answer.text == b'{"thought": "'
    assert answer.pending == list(VOCABULARY.tokens_of(b'{"thought": "'))


def test_what_follows_a_string_is_fed_also_after_a_token_that_reaches_into_it():
    answer = begin(SCHEMAS["act freely"])
    answer.read(wanting(b"a"))
    answer.read(wanting(b'",'))
    assert answer.text == b'{"thought": "a", "action": "'
    assert answer.pending[0] == VOCABULARY.tokens_of(b'",')[0]
    assert answer.sampled == 2


def test_a_choice_asks_only_where_options_part():
    answer = begin(an_object(action={"enum": ["go to a", "go to b", "look"]}))
    answer.read(wanting(b"go"))
    assert answer.text == b'{"action": "go to '
    answer.read(wanting(b"b"))
    assert answer.text == b'{"action": "go to b"}'
    assert (answer.finish_reason, answer.sampled) == ("stop", 2)


def test_an_unwilling_model_chooses_all_the_same():
    answer = begin(an_object(action={"enum": ["go", "look"]}), temperature=0.0)
    answer.read(wanting(b"z"))
    assert answer.text in (b'{"action": "go"}', b'{"action": "look"}')


def test_an_answer_without_a_choice_needs_no_model():
    answer = begin(an_object(a={"const": 1}))
    assert (answer.finish_reason, answer.sampled, bytes(answer.text)) == ("stop", 0, b'{"a": 1}')


def test_a_model_that_wants_to_end_inside_a_string_goes_on():
    answer = begin(SCHEMAS["observe"], temperature=0.0)
    logits = wanting(b"a")
    logits[VOCABULARY.size - 1] = 99.0
    answer.read(logits)
    assert answer.text == b'{"observation": "a'


@given(st.sampled_from(list(SCHEMAS.values())), st.integers(0, 2**32 - 1), st.integers(1, 60))
@settings(deadline=None)
def test_each_token_has_its_log_probability_and_forced_ones_have_none(schema, seed, limit):
    answer = begin(schema, limit=limit)
    asked = write(answer, np.random.default_rng(seed))
    assert len(answer.logprobs) == answer.tokens
    assert all(part <= 0 for part in answer.logprobs)
    assert sum(part != 0 for part in answer.logprobs) <= answer.sampled == asked
    assert answer.logprob == pytest.approx(sum(answer.logprobs))
