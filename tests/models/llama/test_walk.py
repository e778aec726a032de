"""Walks: they follow all that a schema allows and nothing else."""

import json

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.models.llama.schema import walk_of
from nesyfs_lab.models.llama.walk import Choice, Integer, Items, Literal, StringBody, Walk
from tests.models.llama.schemas import ANSWERS, SCHEMAS

STRING = Walk((StringBody(longest=4),))


def after(walk, text):
    """The walk after a text that it allows."""
    advanced = walk.advanced(text)
    assert advanced is not None, text
    return advanced


def written(data):
    """As a walk writes it: no escapes but those that JSON demands, and no \\u at all."""
    return json.dumps(data, ensure_ascii=False).encode()


@pytest.mark.parametrize("kind", SCHEMAS)
@given(st.data())
def test_every_answer_can_be_written(kind, data):
    drawn = data.draw(ANSWERS[kind])
    text = written({key: drawn[key] for key in SCHEMAS[kind]["properties"]})
    if b"\\u" in text:
        return  # control characters: a walk leaves them out
    walk = walk_of(SCHEMAS[kind])
    for i, byte in enumerate(text):
        assert not walk.finished
        forced, _ = walk.forced()
        assert text[i:].startswith(forced)
        if (options := walk.options()) is not None:
            assert sum(text[i:].startswith(option) for option in options) == 1
        walk = after(walk, bytes((byte,)))
    assert walk.finished
    assert walk.advanced(b" ") is None


@pytest.mark.parametrize("kind", SCHEMAS)
@given(st.data())
def test_whatever_is_written_obeys_the_schema(kind, data):
    walk, text = walk_of(SCHEMAS[kind]), b""
    while not walk.finished:
        forced, walk = walk.forced()
        text += forced
        if walk.finished:
            break
        options = walk.options()
        drawn = data.draw(st.sampled_from(options)) if options else _open_text(walk, data)
        text, walk = text + drawn, after(walk, drawn)
    answer = json.loads(text)
    jsonschema.validate(answer, SCHEMAS[kind])
    assert list(answer) == list(SCHEMAS[kind]["properties"])


def _open_text(walk, data):
    pieces = [b'"', b"a", b"\\n", b'\\"', "ö".encode(), "😀".encode(), b", ", b"]", b"1", b"23", b"\x00", b"\n", b"}"]
    allowed = [piece for piece in pieces if walk.advanced(piece) is not None]
    assert allowed, "something can always be written"
    return data.draw(st.sampled_from(allowed))


def as_json(raw):
    try:
        return json.loads(raw.decode())
    except ValueError:
        return None


@given(st.one_of(st.binary(max_size=12), st.text(max_size=8).map(str.encode)))
def test_strings_are_valid_text_of_bounded_length(raw):
    end = Walk((StringBody(longest=6),)).advanced(raw)
    if end is not None and end.finished:
        written_text = as_json(b'"' + raw)
        assert written_text is not None
        assert len(written_text) <= 6
    if b"\\u" not in raw and (valid := as_json(b'"' + raw + b'"')) is not None and len(valid) <= 6:
        assert end is not None
        assert end.advanced(b'"') == Walk(())


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_exactly_the_characters_of_utf8(length):
    """All first and second bytes, the others at both ends of their range and just outside."""
    walk = Walk((StringBody(longest=1),))
    later = [0x7F, 0x80, 0xBF, 0xC0]
    for first in range(0xC0, 0x100):
        for second in range(0x70, 0xD0) if length > 1 else [None]:
            for rest in later if length > 2 else [None]:
                raw = bytes(b for b in [first, second, *[rest] * (length - 2)] if b is not None)
                end = walk.advanced(raw)
                whole = end is not None and end.forced()[0] == b'"'
                try:
                    valid = len(raw.decode()) == 1
                except UnicodeDecodeError:
                    valid = False
                assert whole == valid, raw


def test_a_full_string_is_closed():
    assert after(STRING, b"abc").forced()[0] == b""
    full = after(STRING, b"abcd")
    assert full.forced() == (b'"', Walk(()))
    assert full.advanced(b"e") is None
    assert STRING.advanced(b"abcde") is None
    assert after(STRING, b'abc\\"').forced()[0] == b'"'
    assert after(STRING, "äöü€".encode()).forced()[0] == b'"'


def test_the_shortest_string_is_kept():
    walk = Walk((StringBody(shortest=2),))
    assert walk.advanced(b'a"') is None
    assert after(walk, b'ab"').finished


def test_what_choices_share_is_forced():
    walk = Walk((Choice((b'"go to a"', b'"go to b"')),))
    assert walk.forced()[0] == b'"go to '
    assert walk.forced()[1].options() == (b'a"', b'b"')
    assert after(walk, b'"go to b').forced()[0] == b'"'


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 4000))
def test_integers_keep_to_their_bounds(low, size, number):
    walk = Walk((Integer(low, low + size), Literal(b"]")))
    end = walk.advanced(str(number).encode())
    assert (end is not None and end.advanced(b"]") is not None) == (low <= number <= low + size)


@given(st.integers(0, 300), st.integers(0, 300), st.data())
def test_an_integer_that_was_begun_can_be_ended(low, size, data):
    walk = Walk((Integer(low, low + size), Literal(b"]")))
    for _ in range(6):
        allowed = [b for b in b"0123456789]" if walk.advanced(bytes((b,))) is not None]
        assert allowed
        walk = after(walk, bytes((data.draw(st.sampled_from(allowed)),)))
        if walk.finished:
            return
    pytest.fail("never ended")


def test_arrays_keep_to_their_bounds():
    item = (Literal(b'"'), StringBody(longest=9))
    walk = Walk((Items(item, fewest=1, most=2),))
    assert walk.forced()[0] == b'"'
    assert walk.advanced(b"]") is None
    assert after(walk, b'"a"').options() == (b"]", b', "')
    assert after(walk, b'"a", "b"').forced() == (b"]", Walk(()))
    assert Walk((Items(item, most=0),)).forced()[0] == b"]"
