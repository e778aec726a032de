"""A walk through the answers that a schema allows: what may come next, what must, and what is left to choose.

A ``Walk`` is an immutable stack of small *frames*, the innermost on top. A frame is told one byte at a time and says
which frames take its place. Bytes, because a token may hold half a character.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

_QUOTE, _BACKSLASH, _COMMA, _CLOSE = b'"\\,]'
_ESCAPES = frozenset(b'"\\/bfnrt')  # no \uXXXX: a model writes the character itself, and half a pair is no text
_DIGITS = frozenset(b"0123456789")

Step = tuple[bool, tuple["Frame", ...]]
"""Whether the byte was used up (else the next frame is told it too), and the frames that take the frame's place."""


class Frame(Protocol):
    """One thing that is being written."""

    def feed(self, byte: int) -> Step | None:
        """What follows ``byte``; None where it may not stand."""
        ...

    def forced(self) -> bytes:
        """The only text that can come next in this frame; empty where there is a choice."""
        ...

    def options(self) -> tuple[bytes, ...] | None:
        """Beginnings of everything that can come next, none a beginning of another; None where they are too many."""
        ...


@dataclass(frozen=True, slots=True)
class Literal:
    """Exactly ``text``."""

    text: bytes

    def feed(self, byte: int) -> Step | None:
        if byte != self.text[0]:
            return None
        return True, (Literal(self.text[1:]),) if len(self.text) > 1 else ()

    def forced(self) -> bytes:
        return self.text

    def options(self) -> tuple[bytes, ...] | None:
        return (self.text,)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of ``texts``, none of which begins another."""

    texts: tuple[bytes, ...]

    def feed(self, byte: int) -> Step | None:
        rest = tuple(text[1:] for text in self.texts if text[0] == byte)
        if not rest:
            return None
        if len(rest) > 1:
            return True, (Choice(rest),)
        return True, (Literal(rest[0]),) if rest[0] else ()

    def forced(self) -> bytes:
        first, last = min(self.texts), max(self.texts)
        return first[: next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]

    def options(self) -> tuple[bytes, ...] | None:
        return self.texts


@dataclass(frozen=True, slots=True)
class StringBody:
    """The characters of a JSON string, and the quote that closes it."""

    shortest: int = 0
    longest: int | None = None
    count: int = 0
    escaping: bool = False
    partial: bytes = b""

    def feed(self, byte: int) -> Step | None:
        if self.escaping:
            return (True, (replace(self, escaping=False, count=self.count + 1),)) if byte in _ESCAPES else None
        if self.partial:
            return self._continued(self.partial + bytes((byte,)))
        if byte == _QUOTE:
            return (True, ()) if self.count >= self.shortest else None
        if self.count == self.longest or byte < 0x20:
            return None
        if byte == _BACKSLASH:
            return True, (replace(self, escaping=True),)
        if byte < 0x80:
            return True, (replace(self, count=self.count + 1),)
        return (True, (replace(self, partial=bytes((byte,))),)) if 0xC2 <= byte <= 0xF4 else None

    def _continued(self, partial: bytes) -> Step | None:
        if not 0x80 <= partial[-1] <= 0xBF:
            return None
        length = 2 if partial[0] < 0xE0 else 3 if partial[0] < 0xF0 else 4
        if len(partial) == 2 and length > 2 and not _is_second_byte(*partial):
            return None
        if len(partial) < length:
            return True, (replace(self, partial=partial),)
        return True, (replace(self, partial=b"", count=self.count + 1),)

    def forced(self) -> bytes:
        return b'"' if self.count == self.longest and not self.escaping and not self.partial else b""

    def options(self) -> tuple[bytes, ...] | None:
        return None


def _is_second_byte(first: int, second: int) -> bool:
    """Whether UTF-8 has characters that begin so: no overlong forms, no surrogates, nothing above U+10FFFF."""
    low = {0xE0: 0xA0, 0xF0: 0x90}.get(first, 0x80)
    high = {0xED: 0x9F, 0xF4: 0x8F}.get(first, 0xBF)
    return low <= second <= high


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from ``low`` to ``high``, neither below zero, of which ``digits`` are written."""

    low: int
    high: int
    digits: str = ""

    def feed(self, byte: int) -> Step | None:
        if byte in _DIGITS and self.digits != "0":
            digits = self.digits + chr(byte)
            return (True, (replace(self, digits=digits),)) if self._can_become(digits) else None
        return (False, ()) if self._is_whole() else None

    def _is_whole(self) -> bool:
        return bool(self.digits) and self.low <= int(self.digits) <= self.high

    def _can_become(self, digits: str) -> bool:
        first = last = int(digits)
        if not first:
            return self.low == 0
        while first <= self.high:
            if last >= self.low:
                return True
            first, last = first * 10, last * 10 + 9
        return False

    def forced(self) -> bytes:
        return b""

    def options(self) -> tuple[bytes, ...] | None:
        if self.digits:
            return None
        return tuple(b"%d" % digit for digit in range(10) if self._can_become(str(digit)))


@dataclass(frozen=True, slots=True)
class Items:
    """The rest of an array after its bracket or after ``count`` items: more of ``item``, or the closing bracket."""

    item: tuple[Frame, ...]
    fewest: int = 0
    most: int | None = None
    count: int = 0

    def feed(self, byte: int) -> Step | None:
        if byte == _CLOSE:
            return (True, ()) if self.count >= self.fewest else None
        if self.count == self.most:
            return None
        following = (*self.item, replace(self, count=self.count + 1))
        if self.count == 0:
            return False, following
        return (True, (Literal(b" "), *following)) if byte == _COMMA else None

    def forced(self) -> bytes:
        if self.count == self.most:
            return b"]"
        if self.count >= self.fewest:
            return b""
        return b"," if self.count else self.item[0].forced()

    def options(self) -> tuple[bytes, ...] | None:
        if self.count:
            return (b"]", b",")
        first = self.item[0].options()
        return None if first is None else (b"]", *first)


@dataclass(frozen=True, slots=True)
class Walk:
    """Where an answer stands: what is still to be written, the next thing first."""

    frames: tuple[Frame, ...]

    @property
    def finished(self) -> bool:
        """Nothing is left to be written."""
        return not self.frames

    def advanced(self, text: Iterable[int]) -> Walk | None:
        """The walk after ``text``; None where the schema does not allow it."""
        frames = self.frames
        for byte in text:
            used = False
            while not used:
                step = frames[0].feed(byte) if frames else None
                if step is None:
                    return None
                used, replacement = step
                frames = (*replacement, *frames[1:])
        return Walk(frames)

    def forced(self) -> tuple[bytes, Walk]:
        """The text that the schema forces from here, and the walk after it."""
        text, walk = b"", self
        while walk.frames and (piece := walk.frames[0].forced()):
            after = walk.advanced(piece)
            assert after is not None, "a frame forces what it does not accept"
            text, walk = text + piece, after
        return text, walk

    def options(self) -> tuple[bytes, ...] | None:
        """Every text that can come next, each with what it forces; None inside a string or a number."""
        options = self.frames[0].options() if self.frames else ()
        if options is None:
            return None
        whole = []
        for option in options:
            after = self.advanced(option)
            if after is not None:
                whole.append(option + after.forced()[0])
        return tuple(whole)
