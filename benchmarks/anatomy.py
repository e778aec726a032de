"""Where the engine's time goes: in llama.cpp, in drawing tokens, and the rest, which is Python."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from types import ModuleType
from typing import Any

from nesyfs_lab.models.llama import answer, native, sampling


@dataclass
class Anatomy:
    """Seconds so far inside ``llama_decode``, and inside the functions that draw tokens from logits."""

    decoding: float = 0.0
    drawing: float = 0.0


@contextmanager
def anatomy() -> Iterator[Anatomy]:
    """Time the parts of every engine of this process while the block lasts; a call costs a microsecond more."""
    spent = Anatomy()
    library = native.library()
    kept: list[tuple[ModuleType, str, Any]] = [(library, "llama_decode", library.llama_decode)]
    kept += [(answer, name, value) for name, value in vars(answer).items() if _draws(value)]
    for module, name, function in kept:
        setattr(module, name, _timed(function, spent, "decoding" if module is library else "drawing"))
    try:
        yield spent
    finally:
        for module, name, function in kept:
            setattr(module, name, function)


def _draws(value: object) -> bool:
    return inspect.isfunction(value) and value.__module__ == sampling.__name__ and value is not sampling.generator


def _timed(function: Callable[..., Any], spent: Anatomy, part: str) -> Callable[..., Any]:
    def add(start: float) -> None:
        setattr(spent, part, getattr(spent, part) + time.perf_counter() - start)

    @wraps(function)
    def called(*arguments: Any) -> Any:
        start = time.perf_counter()
        try:
            return function(*arguments)
        finally:
            add(start)

    @wraps(function)
    def iterated(*arguments: Any) -> Iterator[Any]:
        items = function(*arguments)
        while True:
            start = time.perf_counter()
            try:
                item = next(items)
            except StopIteration:
                return
            finally:
                add(start)
            yield item

    return iterated if inspect.isgeneratorfunction(function) else called
