"""Which recorded request is most like a new one, and in what the two differ: words for a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import zip_longest
from typing import NamedTuple, Protocol

from .contract import Completion, Request

SETTINGS = tuple(part.name for part in fields(Request) if part.name not in ("purpose", "messages", "schema"))
BEFORE, SHOWN = 20, 70  # characters of a line: before the first difference, and in all


class Answered(Protocol):
    """A request and its answers, in the step ``step`` of an episode: what a record's ``Generated`` events are."""

    @property
    def step(self) -> int: ...
    @property
    def request(self) -> Request: ...
    @property
    def completions(self) -> Sequence[Completion]: ...


def most_similar(request: Request, recorded: Iterable[Answered]) -> Answered | None:
    """The one of the same purpose whose prompt shares most text with ``request``, at its beginning and its end.

    Of equally similar prompts, the first that is asked for in the most similar way; None where none has that purpose.
    """
    text = _text(request)

    def likeness(one: Answered) -> tuple[int, int]:
        other = _text(one.request)
        begin = _shared(text, other)
        end = _shared(text[begin:][::-1], other[begin:][::-1])
        changed = len(text) + len(other) - 2 * (begin + end)
        return -changed, -len(_other_settings(request, one.request))

    return max((one for one in recorded if one.request.purpose == request.purpose), key=likeness, default=None)


def difference(new: Request, recorded: Request) -> str:
    """The first place where the prompts differ, or else what else differs, as the end of a sentence."""
    for ours, theirs in zip_longest(_lines(new), _lines(recorded)):
        if ours != theirs:
            return _difference(ours, theirs)
    return f"has the same prompt, but differs in {', '.join(_other_settings(new, recorded))}"


class _Line(NamedTuple):
    """One line of a prompt, and where it stands: numbers count from 1."""

    message: int
    role: str
    number: int
    text: str

    @property
    def place(self) -> str:
        return f"line {self.number} of message {self.message} ({self.role})"


def _lines(request: Request) -> list[_Line]:
    return [
        _Line(place, message["role"], number, line)
        for place, message in enumerate(request.messages, 1)
        for number, line in enumerate(message["content"].split("\n"), 1)
    ]


def _difference(ours: _Line | None, theirs: _Line | None) -> str:
    if theirs is None:
        assert ours is not None
        return f"ends where the new prompt goes on with {ours.place}, {_excerpt(ours.text, 0)!r}"
    if ours is None:
        return f"goes on where the new prompt ends, with {theirs.place}, {_excerpt(theirs.text, 0)!r}"
    if ours.place != theirs.place:
        return f"differs first where it has {theirs.place} and the new prompt has {ours.place}"
    begin = _shared(ours.text, theirs.text)
    new, recorded = _excerpt(ours.text, begin), _excerpt(theirs.text, begin)
    return f"differs first in {ours.place}, which is {new!r} now and was {recorded!r}"


def _excerpt(line: str, place: int) -> str:
    """The part of a line around ``place``."""
    begin = max(0, place - BEFORE)
    end = begin + SHOWN
    return ("… " if begin else "") + line[begin:end] + (" …" if end < len(line) else "")


def _other_settings(new: Request, recorded: Request) -> list[str]:
    """What is asked for in another way, the prompt aside."""
    pairs = [(name, getattr(new, name), getattr(recorded, name)) for name in SETTINGS]
    other = [f"{name} ({now} now, {was} recorded)" for name, now, was in pairs if now != was]
    return other + ["the schema of the answer"] * (new.schema != recorded.schema)


def _text(request: Request) -> str:
    return "\n".join(message["content"] for message in request.messages)


def _shared(a: str, b: str) -> int:
    """How many characters ``a`` and ``b`` have in common at their beginning."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if a[low:middle] == b[low:middle] else (low, middle - 1)
    return low
