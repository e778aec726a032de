"""A model's file in memory: weights, metadata, and clear words when it cannot be loaded."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from ..contract import ModelError
from . import native

_MAGIC = b"GGUF"


class Weights:
    """The weights of one GGUF file. ``pointer`` is llama.cpp's; None once closed."""

    def __init__(self, path: Path, gpu_layers: int = 0) -> None:
        """Load ``path``.

        Args:
            gpu_layers: layers to keep on a GPU; -1 for all.

        Raises:
            ModelError: no such file, no GGUF file, a truncated one, or a kind of model that cannot share prefixes.
        """
        _check_file(path)
        lib = native.library()
        params = lib.llama_model_default_params()
        params.n_gpu_layers = gpu_layers
        self.on_gpu = gpu_layers != 0
        with native.LOADING:
            native.forget_words()
            self.pointer: Any = lib.llama_model_load_from_file(str(path).encode(), params)
            if not self.pointer:
                raise ModelError(
                    f"llama.cpp cannot load {path.name}: {native.last_words()}. The file is broken, cut off, or newer "
                    "than llama-cpp-python; delete it and fetch it again, or upgrade llama-cpp-python."
                )
        self._lib = lib
        if lib.llama_model_is_recurrent(self.pointer) or lib.llama_model_is_hybrid(self.pointer):
            self.close()
            raise ModelError(f"{path.name} is a recurrent model, whose state cannot be shared; choose a transformer.")

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
        """Free the memory; contexts over these weights must be closed before."""
        if self.pointer:
            with native.LOADING:
                self._lib.llama_model_free(self.pointer)
            self.pointer = None


def _check_file(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}); give the path of a .gguf file.") from error
    if magic != _MAGIC:
        raise ModelError(f"{path.name} is no GGUF file (it does not begin with 'GGUF'); give a model in GGUF format.")
