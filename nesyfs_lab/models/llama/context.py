"""One llama.cpp context: many sequences over one store of cells, decoded in batches."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..contract import Cancelled, ModelError
from . import native
from .cells import MAX_SEQUENCES, Entry
from .weights import Weights

_OUTPUTS = MAX_SEQUENCES
"""Tokens of one batch whose logits are kept; below the number of sequences llama.cpp aborts the process."""


class StopFlag:
    """Makes llama.cpp drop the batch that it is computing, from any thread.

    llama.cpp asks a C function between the parts of its work. That one is ``strlen`` of two bytes here: it needs no
    Python, so a busy interpreter cannot slow the work down.
    """

    def __init__(self) -> None:
        self._bytes = ctypes.create_string_buffer(b"", 2)
        c_library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
        self.function = ctypes.cast(c_library.strlen, native.library().ggml_abort_callback)
        self.data = ctypes.cast(self._bytes, ctypes.c_void_p)

    def raise_(self) -> None:
        """Stop the work."""
        self._bytes[0] = b"\1"

    def lower(self) -> None:
        """Let the next work run."""
        self._bytes[0] = b"\0"

    def __bool__(self) -> bool:
        return self._bytes[0] != b"\0"


class Context:
    """Cells of llama.cpp: for ``size`` tokens, shared by up to ``MAX_SEQUENCES`` sequences."""

    def __init__(self, weights: Weights, size: int, threads: int, batch: int, stop: StopFlag) -> None:
        """Allocate the context.

        Args:
            size: in tokens.
            batch: most tokens that are computed at once.

        Raises:
            ModelError: there is not enough memory.
        """
        lib = native.library()
        params = lib.llama_context_default_params()
        params.n_ctx = size
        params.n_batch = params.n_ubatch = batch
        params.n_seq_max = MAX_SEQUENCES
        if hasattr(params, "n_outputs_max"):
            params.n_outputs_max = _OUTPUTS
        params.n_threads = params.n_threads_batch = threads
        params.kv_unified = True
        if not weights.on_gpu:
            # Flash attention doubles the time of a token on a processor; prompts gain only a tenth by it.
            params.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_DISABLED
        params.swa_full = True  # else sliding-window models forget what a later prompt shares
        params.no_perf = True
        params.abort_callback = stop.function
        params.abort_callback_data = stop.data
        native.forget_words()
        self._pointer: Any = lib.llama_init_from_model(weights.pointer, params)
        if not self._pointer:
            raise ModelError(
                f"There is not enough memory for a context of {size} tokens ({native.last_words()}); "
                "load the model with a smaller n_ctx, or choose a smaller model."
            )
        self._lib = lib
        self._stop = stop
        self._memory = lib.llama_get_memory(self._pointer)
        self._batch_size = batch
        self._batch = lib.llama_batch_init(batch, 0, MAX_SEQUENCES)
        self._vocabulary_size = int(lib.llama_vocab_n_tokens(lib.llama_model_get_vocab(weights.pointer)))
        self.size = int(lib.llama_n_ctx(self._pointer))

    def decode(
        self, entries: Sequence[Entry], after_batch: Callable[[int], None] | None = None
    ) -> Iterator[tuple[int, NDArray[np.float32]]]:
        """As ``Cells`` says; the logits are llama.cpp's own memory.

        Raises:
            Cancelled: the stop flag was raised.
            ModelError: llama.cpp failed.
        """
        for start, stop in self._chunks(entries):
            chunk = entries[start:stop]
            self._fill(chunk)
            if self._stop:
                raise Cancelled
            native.forget_words()
            code = self._lib.llama_decode(self._pointer, self._batch)
            if code == 2 or self._stop:
                raise Cancelled
            if code:
                raise ModelError(f"llama.cpp could not compute a batch (code {code}): {native.last_words()}.")
            if after_batch is not None:
                after_batch(len(chunk))
            for index, entry in enumerate(chunk):
                if entry.output:
                    yield start + index, self._logits(index)

    def fork(self, source: int, target: int, length: int) -> None:
        self._lib.llama_memory_seq_cp(self._memory, source, target, 0, length)

    def cut(self, sequence: int, length: int = 0) -> None:
        self._lib.llama_memory_seq_rm(self._memory, sequence, length, -1)

    def save(self, sequence: int, tokens: NDArray[np.int32], file: Path) -> bool:
        return bool(
            self._lib.llama_state_seq_save_file(self._pointer, os.fsencode(file), sequence, _array(tokens), len(tokens))
        )

    def load(self, sequence: int, tokens: NDArray[np.int32], file: Path) -> bool:
        found = (self._lib.llama_token * len(tokens))()
        count = ctypes.c_size_t()
        read = self._lib.llama_state_seq_load_file(
            self._pointer, os.fsencode(file), sequence, found, len(tokens), ctypes.byref(count)
        )
        if read and count.value == len(tokens) and np.array_equal(np.ctypeslib.as_array(found), tokens):
            return True
        self.cut(sequence)
        return False

    def close(self) -> None:
        """Free the memory."""
        if self._pointer:
            self._lib.llama_batch_free(self._batch)
            self._lib.llama_free(self._pointer)
            self._pointer = None

    def _chunks(self, entries: Sequence[Entry]) -> Iterator[tuple[int, int]]:
        start = outputs = 0
        for i, entry in enumerate(entries):
            if i - start == self._batch_size or (entry.output and outputs == _OUTPUTS):
                yield start, i
                start, outputs = i, 0
            outputs += entry.output
        if start < len(entries):
            yield start, len(entries)

    def _fill(self, chunk: Sequence[Entry]) -> None:
        batch = self._batch
        batch.n_tokens = len(chunk)
        for i, entry in enumerate(chunk):
            batch.token[i] = entry.token
            batch.pos[i] = entry.position
            batch.n_seq_id[i] = len(entry.sequences)
            sequence_ids = batch.seq_id[i]
            for k, sequence in enumerate(entry.sequences):
                sequence_ids[k] = sequence
            batch.logits[i] = entry.output

    def _logits(self, index: int) -> NDArray[np.float32]:
        address = self._lib.llama_get_logits_ith(self._pointer, index)
        return np.ctypeslib.as_array(address, shape=(self._vocabulary_size,))


def _array(tokens: NDArray[np.int32]) -> Any:
    """``tokens`` as llama.cpp takes them."""
    return np.ascontiguousarray(tokens, dtype=np.int32).ctypes.data_as(ctypes.POINTER(ctypes.c_int32))
