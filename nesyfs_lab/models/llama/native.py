"""llama.cpp's library: started once, quiet, and its last words kept for error messages."""

from __future__ import annotations

import ctypes
import threading
from collections import deque
from functools import cache
from types import ModuleType
from typing import Any

_LOG_LINES: deque[str] = deque(maxlen=200)

LOADING = threading.RLock()
"""Held while a model is loaded or closed: one at a time in a process.

Reentrant: while one is loaded, Python may find that another was dropped, and close it.
"""


@cache
def library() -> ModuleType:
    """The module of llama.cpp's C functions, its log going to ``last_words`` instead of the screen."""
    from llama_cpp import llama_cpp

    llama_cpp.llama_log_set(_log_callback(), ctypes.c_void_p(0))
    llama_cpp.llama_backend_init()
    return llama_cpp


@cache
def version() -> str:
    """The version of llama-cpp-python."""
    from importlib.metadata import version

    return version("llama-cpp-python")


@cache
def _log_callback() -> Any:
    """Kept for the life of the process: llama.cpp holds a pointer to it."""
    from llama_cpp import llama_cpp

    def collect(level: int, text: bytes, user_data: object) -> None:
        del level, user_data
        for line in text.decode("utf-8", "replace").splitlines():
            if len(line) > 1:  # dots of the loading bar
                _LOG_LINES.append(line.strip())

    return llama_cpp.llama_log_callback(collect)


def forget_words() -> None:
    """Begin a new list of ``last_words``."""
    _LOG_LINES.clear()


def last_words(count: int = 2) -> str:
    """The last lines of llama.cpp's log that speak of a failure, for an error message."""
    lines = list(_LOG_LINES)
    telling = [line for line in lines if any(word in line.lower() for word in ("error", "fail", "invalid", "corrupt"))]
    chosen = list(dict.fromkeys(telling))[-count:] or lines[-count:]
    return "; ".join(chosen) or "llama.cpp gave no reason"
