"""ScienceWorld's texts as they are shown, and people's actions as the engine can take them."""

from __future__ import annotations

import re

from ..contract import MAX_ACTION

NOTHING = "Nothing happens."
_NOT_UNDERSTOOD = ("No known action matches that input.", "Unknown action.")
_GAPS = re.compile(r"[ \t]+(?=\n|$)|(?<=\n)\n+")
_SPACES = re.compile(r"(?<=\S)[ ]{2,}")


def clean(text: str) -> str:
    """A text without spaces at the ends of its lines, double spaces and empty lines."""
    return _SPACES.sub(" ", _GAPS.sub("", text)).strip()


def shown(text: str) -> str:
    """What the engine answered, cleaned; ``NOTHING`` where it did not understand or had nothing to say."""
    text = clean(text)
    return NOTHING if not text or text.startswith(_NOT_UNDERSTOOD) else text


def playable(action: str) -> str | None:
    """An action as the engine can take it; None for what none of its commands could mean.

    Its commands are plain ASCII; "help" and "objects" are answered by its protocol only, and a number is an answer.
    """
    plain = " ".join(action.split())
    if not plain or len(plain) > MAX_ACTION or not plain.isascii() or not plain.isprintable():
        return None
    return plain
