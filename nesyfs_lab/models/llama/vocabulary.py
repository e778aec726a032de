"""Text to tokens and back."""

from __future__ import annotations

import ctypes
import re
from functools import lru_cache

import numpy as np

from ..contract import ModelError
from . import native
from .weights import Weights

_SPECIAL = 1 << 0 | 1 << 3 | 1 << 4
"""llama.cpp's token attributes "unknown", "control" and "user-defined"."""

Tokens = tuple[int, ...]


class Vocabulary:
    """The tokens of a model."""

    def __init__(self, weights: Weights) -> None:
        self._lib = native.library()
        self._vocab = self._lib.llama_model_get_vocab(weights.pointer)
        self.size = int(self._lib.llama_vocab_n_tokens(self._vocab))
        self.special = self._special_tokens()
        self.ends = frozenset(t for t in self.special.values() if self._lib.llama_vocab_is_eog(self._vocab, t))
        self._special_pattern = re.compile("|".join(re.escape(s) for s in sorted(self.special, key=len, reverse=True)))
        self.tokens_of = lru_cache(20_000)(self._tokens_of)
        self.piece = lru_cache(None)(self._piece)

    @property
    def pointer(self) -> object:
        """llama.cpp's pointer."""
        return self._vocab

    @property
    def begin_text(self) -> str:
        """The text of the token that begins a document; empty where there is none."""
        return self._text(int(self._lib.llama_vocab_bos(self._vocab)))

    @property
    def end_text(self) -> str:
        """The text of the token that ends an answer."""
        return self._text(int(self._lib.llama_vocab_eos(self._vocab)))

    def tokenize(self, text: bytes) -> list[int]:
        """Tokens of plain text: what looks like a special token in it is text, and nothing is put before it."""
        room = len(text) + 8
        buffer = (ctypes.c_int32 * room)()
        count = self._lib.llama_tokenize(self._vocab, text, len(text), buffer, room, False, False)
        if count < 0:
            raise ModelError(f"llama.cpp could not tokenize {len(text)} bytes of text.")
        return buffer[:count]

    def _tokens_of(self, text: bytes) -> Tokens:
        """Tokens whose bytes are exactly ``text``: sentencepiece models put a space before what they are given."""
        tokens = self.tokenize(text)
        if b"".join(map(self.piece, tokens)) == text:
            return tuple(tokens)
        guard = b"\n"
        tokens = self.tokenize(guard + text)
        for start in range(1, len(tokens)):
            if b"".join(map(self.piece, tokens[start:])) == text:
                return tuple(tokens[start:])
        raise ModelError(f"This model's tokens cannot spell {text!r}.")

    def split_special(self, text: str) -> list[str | int]:
        """Template text cut at the special tokens that it names: pieces of plain text, and tokens."""
        if not self.special:
            return [text] if text else []
        parts: list[str | int] = []
        position = 0
        for match in self._special_pattern.finditer(text):
            parts += [text[position : match.start()], self.special[match.group()]]
            position = match.end()
        parts.append(text[position:])
        return [part for part in parts if part != ""]

    def neutralised(self, text: str) -> str:
        """``text`` without the names of special tokens: each is broken by a zero-width space."""
        return self._special_pattern.sub(lambda m: m.group()[0] + "\u200b" + m.group()[1:], text)

    def _piece(self, token: int) -> bytes:
        """The bytes of a token; empty for special ones."""
        size = 64
        while True:
            buffer = ctypes.create_string_buffer(size)
            written = self._lib.llama_token_to_piece(self._vocab, token, buffer, size, 0, False)
            if written >= 0:
                return buffer.raw[:written]
            size = -written

    def _special_tokens(self) -> dict[str, int]:
        attribute = self._lib.llama_vocab_get_attr
        found = (t for t in range(self.size) if attribute(self._vocab, t) & _SPECIAL)
        return {text: token for token in found if (text := self._text(token))}

    def _text(self, token: int) -> str:
        if token < 0:
            return ""
        return str((self._lib.llama_vocab_get_text(self._vocab, token) or b"").decode("utf-8", "replace"))


def as_array(tokens: list[int] | Tokens) -> np.ndarray:
    """Tokens as (T,) int32."""
    return np.asarray(tokens, dtype=np.int32)
