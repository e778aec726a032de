"""Schemas that a walk cannot follow, by llama.cpp's own grammars (GBNF)."""

from __future__ import annotations

import ctypes
import json
import weakref
from collections.abc import Mapping
from typing import Any

from ..contract import ModelError
from . import native
from .vocabulary import Vocabulary


class UnderGrammar:
    """An answer under a grammar of llama.cpp. Each token is tried alone: cheap while most are allowed."""

    finished = False

    def __init__(self, schema: Mapping[str, Any], vocabulary: Vocabulary) -> None:
        """Compile the schema.

        Raises:
            ModelError: llama.cpp cannot follow it either.
        """
        from llama_cpp.llama_grammar import json_schema_to_gbnf

        self._lib = native.library()
        self._ends = vocabulary.ends
        self._piece = vocabulary.piece
        try:
            grammar = json_schema_to_gbnf(json.dumps(schema))
        except Exception as error:  # the converter raises whatever it likes
            raise ModelError(f"This schema cannot be decoded under ({error}); make it simpler: {schema}.") from error
        native.forget_words()
        self._sampler = self._lib.llama_sampler_init_grammar(vocabulary.pointer, grammar.encode(), b"root")
        if not self._sampler:
            raise ModelError(f"llama.cpp does not accept the grammar of this schema ({native.last_words()}): {schema}.")
        weakref.finalize(self, self._lib.llama_sampler_free, self._sampler)

    @property
    def may_end(self) -> bool:
        return any(self._allows(token) for token in self._ends)

    def forced(self) -> bytes:
        return b""

    def options(self) -> list[int] | None:
        return None

    def take(self, token: int) -> bool:
        if not self._piece(token) or not self._allows(token):
            return False
        self._lib.llama_sampler_accept(self._sampler, token)
        return True

    def _allows(self, token: int) -> bool:
        lib = self._lib
        one = (lib.llama_token_data * 1)(lib.llama_token_data(token, 0.0, 0.0))
        array = lib.llama_token_data_array(one, 1, -1, False)
        lib.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return bool(one[0].logit > float("-inf"))
