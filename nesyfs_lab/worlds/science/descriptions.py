"""How ScienceWorld describes things in its lists: names, states, and what is in them, nested."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .names import called

_STATES = {"turned on": "on", "turned off": "off", "on": "on", "off": "off", "activated": "on", "deactivated": "off"}
_IS = re.compile(r"which is (turned on|turned off|on|off|activated|deactivated)\b")
_OPEN = re.compile(r"\bdoor is (open|closed)\.")
_ON_IT = re.compile(r"\. (?:On|In) the [^:()\[\]]+? is: ?\n?")
# "a tree in the adult stage. On the tree you see: a flower, a bee. , soil": the only list that ends within a list.
_GROWING = re.compile(r"\. On the [^:.]+ you see: ([^:]*?)\. (?=,|\)|$)")
_MORE = re.compile(r"(?:which is|currently|with:) ")
_DEEPEST = 20  # lists in lists; the engine's have three or four


@dataclass(frozen=True)
class Described:
    """A thing as a list describes it; ``contents`` is None where nothing is said of what it holds."""

    name: str
    states: tuple[str, ...] = ()
    contents: tuple[Described, ...] | None = None


def described(line: str, depth: int = 0) -> list[Described]:
    """The things of a list on one line. Texts that the engine does not print give something or nothing."""
    line = _GROWING.sub(r" (containing \1)", line.strip())
    if depth > _DEEPEST or line.rstrip(".") in ("", "nothing"):
        return []
    found = (_thing(part, depth) for part in _parts(line))
    return [thing for thing in found if thing is not None]


def _thing(text: str, depth: int) -> Described | None:
    name = called(text)
    if not name or name == "agent" or name.startswith(("drain", "ERROR")):
        return None
    head, contents = text, None
    if listed := _ON_IT.search(text):
        head, contents = text[: listed.start() + 1], text[listed.end() :].strip().removesuffix(".")
    elif (at := text.find("(containing ")) >= 0:
        head, contents = text[:at], text[at + len("(containing ") :].rstrip().removesuffix(".").removesuffix(")")
    states = [_STATES[word] for word in _IS.findall(head)] + _OPEN.findall(head)
    inner = None if contents is None else tuple(described(contents, depth + 1))
    return Described(name, tuple(states), inner)


def _parts(line: str) -> Iterator[str]:
    """``"a jug (containing a, b), a switch, which is off, a cup"`` -> its three things."""
    part = ""
    for piece in _split(line):
        if part and not _MORE.match(piece.strip()):
            yield part
            part = piece
        else:
            part = f"{part}, {piece}" if part else piece
    if part:
        yield part


def _split(line: str) -> Iterator[str]:
    """At commas outside of brackets; what follows "On the table is: " belongs to the table, up to the line's end."""
    depth, start, opened = 0, 0, False
    for at, letter in enumerate(line):
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth = max(0, depth - 1)
        elif letter == ":" and not depth:
            opened = True
        elif letter == "." and opened and not depth:
            opened = False
        elif letter == "," and not depth and not opened:
            yield line[start:at].strip()
            start = at + 1
    yield line[start:].strip()
