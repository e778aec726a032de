"""What the scheduling of text asks of a context: cells that sequences share. No llama.cpp here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

MAX_SEQUENCES = 64
"""Sequences of one context, numbered from 0."""


@dataclass(frozen=True)
class Entry:
    """One token to compute. It may belong to several sequences; ``output`` asks for the logits after it."""

    token: int
    position: int
    sequences: tuple[int, ...]
    output: bool = False


class Cells(Protocol):
    """A store of ``size`` cells, each the state of one token, and the sequences that are made of them."""

    size: int

    def decode(
        self, entries: Sequence[Entry], after_batch: Callable[[int], None] | None = None
    ) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """Compute ``entries``, and give (index of the entry, logits) for each that asks for them.

        The logits, (V,), hold until the next item is asked for. ``after_batch`` is told how many entries each batch
        computed, before its logits are given.
        """
        ...

    def fork(self, source: int, target: int, length: int) -> None:
        """Let the new sequence ``target`` share the first ``length`` cells of ``source``; nothing is copied."""
        ...

    def cut(self, sequence: int, length: int = 0) -> None:
        """Forget a sequence from position ``length`` on."""
        ...

    def save(self, sequence: int, tokens: NDArray[np.int32], file: Path) -> bool:
        """Write the state of a sequence, which holds exactly ``tokens``; whether that went well."""
        ...

    def load(self, sequence: int, tokens: NDArray[np.int32], file: Path) -> bool:
        """Fill an empty sequence from a file of ``save``; False, and still empty, where it holds something else."""
        ...
