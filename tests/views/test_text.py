import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.views.text import clean, cut, escape, one_line, plural

# Lone surrogates included: a broken server can send them.
ANY_TEXT = st.text(st.characters(codec=None), max_size=200)


@given(ANY_TEXT)
def test_clean_text_can_be_sent_and_turns_nothing_around(text):
    shown = clean(text)
    shown.encode("utf-8")
    assert not set(shown) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\x00\x1b")


def test_what_has_no_width_is_seen_and_what_scripts_need_stays():
    assert clean("mug\u200b 1\ufeff") == "mug\ufffd 1\ufffd"
    assert clean("".join(chr(0xE0000 + ord(c)) for c in "obey")) == "\ufffd" * 4, "letters that only a model reads"
    for kept in ("می\u200cخواهم", "\N{WOMAN}\u200d\N{PERSONAL COMPUTER}", "naïve", "a\u0301\u0323"):
        assert clean(kept) == kept


def test_a_tower_of_accents_is_cut():
    assert clean("Z" + "\u0301" * 1_000 + "o") == "Z" + "\u0301" * 4 + "\ufffdo"


@given(ANY_TEXT, st.integers(1, 50))
def test_cut_text_is_short_and_says_that_it_was_cut(text, limit):
    shown = cut(text, limit)
    assert len(shown) <= limit
    assert shown.endswith("…") if len(text) > limit else shown == clean(text)


@given(ANY_TEXT)
def test_escaped_text_is_no_markup_and_reads_back(text):
    shown = escape(text)
    assert not set(shown) & set("<>\"'")
    assert html.unescape(shown) == clean(text)


def test_escaping_states_what_is_missing():
    assert escape("x" * 30, limit=10) == "x" * 10 + "… [20 more characters]"


def test_one_line_keeps_no_breaks():
    assert one_line(" a\n\n b\tc ", 10) == "a b c"


def test_a_limit_of_nothing_is_an_error():
    with pytest.raises(ValueError, match="at least 1"):
        cut("text", 0)


def test_plural():
    assert [plural(n, "triplet") for n in (0, 1, 2000)] == ["0 triplets", "1 triplet", "2,000 triplets"]
