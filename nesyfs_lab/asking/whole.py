"""JSON that was cut short, ended after the last list or object that is complete."""

from __future__ import annotations

import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_ENDS = {"[": "]", "{": "}"}


def whole(text: str) -> str:
    """``text`` up to its last complete inner list or object, with what is open around it closed.

    '{"a": [["b"], ["c' becomes '{"a": [["b"]]}'. A text without such a part, and one that is not cut, stays as it is.
    """
    open_ones: list[str] = []
    kept = text
    end = 0
    for token in _TOKEN.finditer(text):
        if text.find('"', end, token.start()) >= 0:
            break  # an unfinished string began there, and what follows is inside it
        end, mark = token.end(), token.group()
        if mark in _ENDS:
            open_ones.append(_ENDS[mark])
        elif mark in "]}":
            if not open_ones or open_ones.pop() != mark:
                return text
            kept = text[:end] + "".join(reversed(open_ones))
    return kept if open_ones else text
