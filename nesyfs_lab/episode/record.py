"""The record on disk: JSON lines, a header and then one line a step, appended and flushed as steps finish.

A line is either whole or not there, so a file that was cut anywhere (a killed kernel, a full disk) gives all steps
before the cut. Text is written as ASCII escapes: no character of a model or a world can break a line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..events import Event
from .codec import UnknownEvent, decode, encode
from .soundness import unsound

FORMAT = 1
MAGIC = '{"record": "nesyfs_lab episode"'
SETTING = ("model", "agent", "world")
Block = list[Event]


class RecordError(ValueError):
    """A file is not an episode's record, or not one that this version can read."""


@dataclass
class Recorder:
    """Keeps one file in step with an episode's blocks (a block is a step's events, or an edit)."""

    path: Path
    written: int = field(default=0)  # blocks that are safely in the file; 0 also: the file must be written anew

    def save(self, header: dict[str, Any], blocks: Sequence[Block]) -> None:
        """Write the whole record; the file is replaced at once or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_name(self.path.name + f".{os.getpid()}.part")
        try:
            with draft.open("w", encoding="ascii", newline="\n") as file:
                file.write(_header_line(header))
                file.writelines(map(_line, blocks))
                _flush(file)
            draft.replace(self.path)
        finally:
            draft.unlink(missing_ok=True)
        self.written = len(blocks)

    def append(self, header: dict[str, Any], blocks: Sequence[Block]) -> None:
        """Bring the file up to date with ``blocks``. After a failed write the next one starts the file anew."""
        known, self.written = self.written, 0
        if known == 0 or not self.path.exists():
            self.save(header, blocks)
            return
        with self.path.open("a", encoding="ascii", newline="\n") as file:
            file.writelines(map(_line, blocks[known:]))
            _flush(file)
        self.written = len(blocks)


def refuse_to_lose(path: Path, blocks: Sequence[Block]) -> None:
    """Nothing that ``path`` holds is lost when a record of ``blocks`` takes its place.

    Raises:
        FileExistsError: it holds something else.
        OSError: it cannot be read.
    """
    if not path.exists() or path.stat().st_size == 0:
        return
    replace_it = "choose another name, or replace it: save(path, overwrite=True)"
    try:
        _, kept, _ = read(path)
    except RecordError:
        raise FileExistsError(f"{path} is there and is no record that this version can read; {replace_it}") from None
    if [_line(block) for block in kept] != [_line(block) for block in blocks[: len(kept)]]:
        raise FileExistsError(
            f"{path} holds another episode, of {kept[-1][-1].step} steps; go on with that one: "
            f"load_episode(path, env=..., agent=...), {replace_it}"
        )


def read(path: Path) -> tuple[dict[str, Any], list[Block], bool]:
    """Header, blocks, and whether the file was cut (or damaged) after them.

    Raises:
        RecordError: when the file is no record, or of a newer format.
        OSError: when it cannot be read.
    """
    data = path.read_bytes()
    start = MAGIC.encode()
    if not (data.startswith(start) or start.startswith(data)):
        raise RecordError(f"{path} is not an episode's record: its first line should begin with {MAGIC}")
    first, *lines = data.split(b"\n")
    header = _parsed(first)
    if header is None:  # cut inside the header: no step was recorded
        return {}, [], True
    del header["record"]
    made = header.pop("format", None)
    if not isinstance(made, int) or made > FORMAT:
        raise RecordError(f"{path} has record format {made!r}, this version reads up to {FORMAT}: update nesyfs_lab")
    seed = header.get("seed")
    if not isinstance(seed, int) or seed < 0 or not all(isinstance(header.get(k, {}), dict) for k in SETTING):
        raise RecordError(f"{path} has a damaged header: its seed must be a number and {', '.join(SETTING)} mappings")
    blocks: list[Block] = []
    for line in filter(None, lines):
        try:
            block = _block(line, after=blocks[-1][-1].step if blocks else 0)
        except UnknownEvent as error:
            raise RecordError(f"{path}, line {len(blocks) + 2}: {error}") from error
        if block is None:
            return header, blocks, True
        blocks.append(block)
    return header, blocks, not data.endswith(b"\n")


def _header_line(header: dict[str, Any]) -> str:
    line = json.dumps({"record": "nesyfs_lab episode", "format": FORMAT, **header}, allow_nan=False)
    assert line.startswith(MAGIC)
    return line + "\n"


def _line(block: Block) -> str:
    return json.dumps({"step": block[-1].step, **encode(block)}, allow_nan=False) + "\n"


def _block(line: bytes, after: int) -> Block | None:
    """The block of a line; None for a line that is not whole or does not follow on step ``after``."""
    plain = _parsed(line)
    if plain is None or plain.get("step") not in (after, after + 1):
        return None
    try:
        block = decode(plain)
    except UnknownEvent:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError):
        return None
    return block if block and block[-1].step == plain["step"] and not any(map(unsound, block)) else None


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return plain if isinstance(plain, dict) else None


def _flush(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())
