"""The search engine finds what has the words, best first, and the same every time."""

from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.worlds.shop.search import MOST, Index

TEXTS = ["red clay mug", "red mug mug mug", "blue vase", "red clay mug", "a lamp of clay"] + ["green shoe"] * 60
INDEX = Index(TEXTS)


def test_the_best_come_first_and_equals_in_their_order():
    assert INDEX.best("MUG") == [1, 0, 3]
    assert INDEX.best("clay mug")[:2] == [0, 3]
    assert INDEX.best("vase") == [2]


def test_no_more_than_fifty_are_found():
    assert INDEX.best("shoe") == list(range(5, 5 + MOST))


def test_words_that_nobody_has_find_nothing():
    assert INDEX.best("zebra") == INDEX.best("") == INDEX.best("the a !") == []
    assert INDEX.best("zebra vase") == [2]


@given(st.text(st.characters(exclude_categories=()), max_size=50))
def test_no_keywords_raise(keywords):
    assert len(INDEX.best(keywords)) <= MOST


def test_scores_are_lucenes():
    """BM25 with k1 = 0.9, b = 0.4 by hand: one word, in two of three texts of 1, 2 and 3 words."""
    from math import log

    index = Index(["mug", "mug cup", "cup cup bowl"])
    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expected = [idf * 1 / (1 + 0.9 * (1 - 0.4 + 0.4 * length / 2)) for length in (1, 2)]
    scores = index._bm25.get_scores(["mug"]).tolist()
    assert all(abs(score - by_hand) < 1e-6 for score, by_hand in zip(scores, [*expected, 0.0], strict=True))
