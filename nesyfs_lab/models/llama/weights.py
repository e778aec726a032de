"""A model's file in memory: weights, metadata, and clear words when it cannot be loaded."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from ..contract import ModelError
from . import native

_MAGIC = b"GGUF"
_File = tuple[int, ...]
"""What tells one file in memory from another: see ``identity``."""


class Weights:
    """The weights of one GGUF file, held by one model. ``pointer`` is llama.cpp's; None once closed.

    All who hold the same file with the same layers on the GPU share one copy in memory, which goes with the last of
    them. A file that was replaced on disk meanwhile is another file.
    """

    def __init__(self, path: Path, gpu_layers: int = 0) -> None:
        """Load ``path``, or share it.

        Args:
            gpu_layers: layers to keep on a GPU; -1 for all.

        Raises:
            ModelError: no such file, no GGUF file, a truncated one, or a kind of model that cannot share prefixes.
        """
        _check_file(path)
        self._lib = native.library()
        self.on_gpu = gpu_layers != 0
        self._hold = object()
        with native.LOADING:
            self._copy = _held_copy(path, gpu_layers, self._hold)
            self.pointer: Any = self._copy.pointer

    @property
    def trained_context(self) -> int:
        """Tokens of context that the model was trained for."""
        return int(self._lib.llama_model_n_ctx_train(self.pointer))

    @property
    def chat_template(self) -> str | None:
        """The Jinja template of its chats, from the file."""
        template = self._lib.llama_model_chat_template(self.pointer, None)
        return template.decode("utf-8", "replace") if template else None

    def metadata(self, key: str) -> str | None:
        """One value of the file's header, as text."""
        buffer = ctypes.create_string_buffer(512)
        size = self._lib.llama_model_meta_val_str(self.pointer, key.encode(), buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace") if size >= 0 else None

    def close(self) -> None:
        """Let go, and free the memory when nobody else holds it; contexts over these weights must be closed before."""
        with native.LOADING:
            if self.pointer is not None:
                self.pointer = None
                self._copy.release(self._hold)


class _Copy:
    """One file in memory. All that is done with it is done while ``native.LOADING`` is held.

    Even then Python may find, in the middle of it, that a model was dropped, and let go of the same copy. So whoever
    takes hold looks afterwards whether the copy is still there, and whoever takes it out of ``_COPIES`` frees it.
    """

    def __init__(self, path: Path, gpu_layers: int, file: _File) -> None:
        self.file = file
        self.holds: set[object] = set()
        lib = native.library()
        params = lib.llama_model_default_params()
        params.n_gpu_layers = gpu_layers
        native.forget_words()
        self.pointer: Any = lib.llama_model_load_from_file(str(path).encode(), params)
        if not self.pointer:
            raise ModelError(
                f"llama.cpp cannot load {path.name}: {native.last_words()}. The file is broken, cut off, or newer "
                "than llama-cpp-python; delete it and fetch it again, or upgrade llama-cpp-python."
            )
        if lib.llama_model_is_recurrent(self.pointer) or lib.llama_model_is_hybrid(self.pointer):
            lib.llama_model_free(self.pointer)
            raise ModelError(f"{path.name} is a recurrent model, whose state cannot be shared; choose a transformer.")

    def release(self, hold: object) -> None:
        self.holds.discard(hold)
        if not self.holds and _COPIES.get(self.file) is self and _COPIES.pop(self.file, None) is not None:
            native.library().llama_model_free(self.pointer)


_COPIES: dict[_File, _Copy] = {}
"""What is in memory now."""


def _held_copy(path: Path, gpu_layers: int, hold: object) -> _Copy:
    """The file in memory, loaded where it is not there yet, and kept there until ``hold`` is released."""
    file = identity(path, gpu_layers)
    known = _COPIES.get(file)
    if known is not None:
        known.holds.add(hold)
        if _COPIES.get(file) is known:
            return known
    new = _Copy(path, gpu_layers, file)
    new.holds.add(hold)
    _COPIES[file] = new
    return new


def identity(path: Path, gpu_layers: int) -> _File:
    """Equal for the same file, by whatever path, until it is replaced or written to; and for one way of loading it."""
    stat = path.stat()
    return stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns, gpu_layers


def _check_file(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}); give the path of a .gguf file.") from error
    if magic != _MAGIC:
        raise ModelError(f"{path.name} is no GGUF file (it does not begin with 'GGUF'); give a model in GGUF format.")
