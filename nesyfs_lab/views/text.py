"""Text of a model or a world, made safe and short enough to show."""

from __future__ import annotations

import html
import re

ELLIPSIS = "…"
# C0/C1 controls but tab and newline; marks and overrides that turn the direction of the text around them; characters
# without width, by which two names look alike or a text is hidden. Joiners stay: emoji and some scripts need them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
    "\xad\u180e\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_MARK = (
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"  # drawn over the letter before
)
_TOWER = re.compile(f"({_MARK}{{4}}){_MARK}+")  # no script puts so many on one letter; they would cover the lines above
_SPACE = re.compile(r"\s+")


def clean(text: str) -> str:
    """``text`` without what is not seen, towers of accents, and lone surrogates (which no message can carry)."""
    if text.isascii() and text.isprintable():
        return text  # most names; a table holds thousands
    seen = _UNSEEN.sub("\ufffd", text.encode("utf-8", "replace").decode("utf-8"))
    return _TOWER.sub("\\1\ufffd", seen)


def cut(text: str, limit: int) -> str:
    """``text`` cleaned and at most ``limit`` characters long, with an ellipsis where something is missing.

    Raises:
        ValueError: when ``limit`` is below 1.
    """
    if limit < 1:
        raise ValueError(f"limit is a number of characters of at least 1, got {limit}")
    # Clean only what can be shown: a label of a megabyte costs no more than a short one.
    head = clean(text[: limit + 1])
    return head if len(text) <= limit else head[: limit - 1] + ELLIPSIS


def one_line(text: str, limit: int) -> str:
    """Like ``cut``, with every run of white space turned into one space."""
    return cut(_SPACE.sub(" ", text[: 4 * limit + 64]).strip(), limit)


def escape(text: str, limit: int = 20_000) -> str:
    """``text`` cleaned, cut to ``limit`` characters and escaped for HTML, attribute values included.

    A note in words says how much is missing, so that nothing is cut silently.
    """
    shown = html.escape(clean(text[:limit]), quote=True)
    missing = len(text) - limit
    return shown if missing <= 0 else f"{shown}{ELLIPSIS} [{missing:,} more characters]"


def plural(count: int, noun: str) -> str:
    """``1 triplet``, ``2 triplets``."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
