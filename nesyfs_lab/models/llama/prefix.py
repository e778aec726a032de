"""Which text is in a context's cells, who shares it, and what is forgotten first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cells import MAX_SEQUENCES, Cells, Entry

Ints = NDArray[np.int32]


class Room(NamedTuple):
    """Free cells and sequences."""

    cells: int
    sequences: int


@dataclass(eq=False)
class Resident:
    """One sequence: ``tokens`` (T,) and, for each, the number of the cell that holds it."""

    number: int
    tokens: Ints
    cells: Ints
    last_used: int = 0
    kept: bool = False


def common_length(a: Ints, b: Ints) -> int:
    """How many tokens two texts share at their beginnings."""
    length = min(len(a), len(b))
    different = a[:length] != b[:length]
    return int(different.argmax()) if different.any() else length


def unshared_entries(prompts: Sequence[Ints], known: Sequence[int], numbers: Sequence[int]) -> list[Entry]:
    """The tokens to compute for ``prompts``, in an order that llama.cpp accepts: text that several share comes once.

    Args:
        prompts: distinct texts.
        known: for each, how many of its first tokens are in its sequence already; at least one is not.
        numbers: for each, its sequence. Those that share text beyond ``known`` know the same length.

    Returns:
        Entries, those that end a prompt with ``output``.
    """
    order = sorted(range(len(prompts)), key=lambda i: tuple(prompts[i].tolist()))
    entries: list[Entry] = []

    def walk(group: list[int], position: int) -> None:
        shared = len(prompts[group[0]]) if len(group) == 1 else common_length(prompts[group[0]], prompts[group[-1]])
        for p in range(max(position, min(known[i] for i in group)), shared):
            members = [i for i in group if known[i] <= p]
            ends = any(len(prompts[i]) == p + 1 for i in members)
            entries.append(Entry(int(prompts[group[0]][p]), p, tuple(numbers[i] for i in members), ends))
        branches: dict[int, list[int]] = {}
        for i in group:
            if len(prompts[i]) > shared:
                branches.setdefault(int(prompts[i][shared]), []).append(i)
        for branch in branches.values():
            walk(branch, shared)

    if order:
        walk(order, 0)
    return entries


class Residents:
    """The sequences of one context: prompts that stay for later ones, and answers that are being written.

    Text that is computed is kept until room is needed. Then the prompt that was not used for the longest time goes
    first, and the text that all prompts so far began with goes last.
    """

    def __init__(self, context: Cells) -> None:
        self._context = context
        self._free_numbers = list(range(MAX_SEQUENCES))[::-1]
        self._owners = np.zeros(context.size, dtype=np.int32)  # of each cell: how many sequences share it
        self._prompts: list[Resident] = []
        self._beginning: Ints = self._owners[:0]  # what all prompts so far have in common
        self._clock = 0

    def known_length(self, tokens: Ints) -> int:
        """How many first tokens of a prompt need not be computed; its last one always is, for its logits."""
        return min(max((common_length(s.tokens, tokens) for s in self._prompts), default=0), len(tokens) - 1)

    def obtainable(self, held: Sequence[Resident], tokens: Ints) -> Room:
        """What is free once all is forgotten but the sequences in ``held`` and the known part of a prompt."""
        source, known = self._closest(tokens)
        taken = np.zeros(len(self._owners), dtype=bool)
        for sequence in held:
            taken[sequence.cells] = True
        if source is not None:
            taken[source.cells[:known]] = True
        return Room(len(taken) - int(taken.sum()), MAX_SEQUENCES - len(held) - (source is not None))

    def begin_prompt(self, tokens: Ints, held: Sequence[Resident] = ()) -> Resident:
        """A kept sequence that holds as much of a prompt as is resident; prompts not in ``held`` may make room."""
        source, known = self._closest(tokens)
        self._clock += 1
        if source is not None and len(source.tokens) == len(tokens) == known + 1 and source not in held:
            begun = source  # asked before: all but its last token, whose logits are needed again
            self._shorten(begun, known)
        else:
            self.make_room(0, 1, [*held, source] if source is not None else held)
            begun = self._new(tokens[:0], self._owners[:0]) if source is None else self.fork(source, known)
            begun.kept = True
            self._prompts.append(begun)
        for sequence in (begun, source):
            if sequence is not None:
                sequence.last_used = self._clock
        self._note_beginning(tokens)
        return begun

    def holds(self, tokens: Ints) -> bool:
        """Whether all of ``tokens`` is resident, as the beginning of something."""
        return any(common_length(prompt.tokens, tokens) == len(tokens) for prompt in self._prompts)

    def begin_alone(self, tokens: Ints) -> Resident:
        """A kept, empty sequence with room for ``tokens``, which shares nothing; nothing else may be held."""
        self.make_room(len(tokens), 1)
        self._clock += 1
        begun = self._new(tokens[:0], self._owners[:0])
        begun.kept, begun.last_used = True, self._clock
        self._prompts.append(begun)
        self._note_beginning(tokens)
        return begun

    def _note_beginning(self, tokens: Ints) -> None:
        self._beginning = self._beginning[: common_length(self._beginning, tokens)] if self._clock > 1 else tokens

    def _closest(self, tokens: Ints) -> tuple[Resident | None, int]:
        """The prompt that shares most with ``tokens``, and how much of it is of use; None where that is nothing."""
        source = max(self._prompts, key=lambda s: common_length(s.tokens, tokens), default=None)
        known = self.known_length(tokens)
        return (source, known) if source is not None and known else (None, 0)

    def fork(self, source: Resident, length: int | None = None) -> Resident:
        """A sequence that shares the first ``length`` tokens of ``source``, all by default."""
        length = len(source.tokens) if length is None else length
        forked = self._new(source.tokens[:length], source.cells[:length])
        if length:
            self._context.fork(source.number, forked.number, length)
        return forked

    def append(self, sequences: Sequence[Resident], tokens: Ints) -> None:
        """Note that ``tokens`` were computed once for ``sequences`` together; that many cells must be free."""
        cells = np.flatnonzero(self._owners == 0)[: len(tokens)].astype(np.int32)
        assert len(cells) == len(tokens), "cells are reserved before they are computed"
        self._owners[cells] = len(sequences)
        for sequence in sequences:
            sequence.tokens = np.concatenate([sequence.tokens, tokens])
            sequence.cells = np.concatenate([sequence.cells, cells])

    def drop(self, sequence: Resident) -> None:
        """Forget a sequence; cells that no other shares are free again."""
        self._context.cut(sequence.number)
        self._owners[sequence.cells] -= 1
        self._free_numbers.append(sequence.number)
        if sequence.kept:
            self._prompts.remove(sequence)

    def forget(self) -> None:
        """Forget all prompts, as if none had been."""
        for prompt in list(self._prompts):
            self.drop(prompt)
        self._beginning, self._clock = self._beginning[:0], 0

    def make_room(self, cells: int, sequences: int, held: Sequence[Resident] = ()) -> bool:
        """Forget prompts that are not in ``held`` until so much is free; False where that was not enough."""
        for whole in (False, True):
            for prompt in sorted(self._prompts, key=lambda s: s.last_used):
                if self._has_room(cells, sequences):
                    return True
                if prompt in held:
                    continue
                if self._alone_with_beginning(prompt) and not whole:
                    self._shorten(prompt, len(self._beginning))
                else:
                    self.drop(prompt)

        return self._has_room(cells, sequences)

    def _has_room(self, cells: int, sequences: int) -> bool:
        return int((self._owners == 0).sum()) >= cells and len(self._free_numbers) >= sequences

    def _alone_with_beginning(self, prompt: Resident) -> bool:
        shared = self._beginning
        holders = [s for s in self._prompts if common_length(s.tokens, shared) == len(shared)]
        return len(shared) > 0 and holders == [prompt]

    def _shorten(self, prompt: Resident, length: int) -> None:
        self._context.cut(prompt.number, length)
        self._owners[prompt.cells[length:]] -= 1
        prompt.tokens, prompt.cells = prompt.tokens[:length], prompt.cells[:length]

    def _new(self, tokens: Ints, cells: Ints) -> Resident:
        number = self._free_numbers.pop()
        self._owners[cells] += 1
        return Resident(number, tokens, cells)
