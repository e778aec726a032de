"""The search engine: BM25 over the texts of products, as Lucene computes it, without Java.

WebShop's own index also stems words ("shoes" finds "shoe"); here words are found as they are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

MOST = 50
"""Products that a search finds at most."""


class Index:
    """An index of ``texts``; ``best`` answers with their row numbers."""

    def __init__(self, texts: Sequence[str]) -> None:
        import bm25s

        self._bm25: Any = bm25s.BM25(k1=0.9, b=0.4, method="lucene")
        self._bm25.index(self._words(list(texts)), show_progress=False)

    def best(self, keywords: str) -> list[int]:
        """Rows of the ``MOST`` best texts, best first, equals in their order; none without any of the words."""
        (words,) = self._words([keywords.lower()])
        if not words:
            return []
        scores = self._bm25.get_scores(words)
        # Sorted here: the library's own selection leaves the order of equals open.
        ranked = (-scores).argsort(kind="stable")[:MOST]
        return [int(row) for row in ranked if scores[row] > 0]

    @staticmethod
    def _words(texts: list[str]) -> list[list[str]]:
        import bm25s

        words: list[list[str]] = bm25s.tokenize(texts, stopwords="en", return_ids=False, show_progress=False)
        return words
