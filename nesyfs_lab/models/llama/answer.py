"""One answer while it is written: what may come next, what is forced, and when it is done."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from .sampling import Logits, candidates, choose, log_probability
from .schema import Unsupported, walk_of
from .vocabulary import Tokens, Vocabulary
from .walk import Walk


class Spelling(Protocol):
    """What answers need of a vocabulary."""

    @property
    def ends(self) -> frozenset[int]:
        """The tokens that end an answer."""
        ...

    def piece(self, token: int, /) -> bytes:
        """The bytes of a token; empty for special ones."""
        ...

    def tokens_of(self, text: bytes, /) -> Tokens:
        """Tokens whose bytes are exactly ``text``."""
        ...


class Constraint(Protocol):
    """What an answer must look like."""

    @property
    def finished(self) -> bool:
        """Nothing may follow."""
        ...

    @property
    def may_end(self) -> bool:
        """The model may end the answer here."""
        ...

    def forced(self) -> bytes:
        """The text that must come next; taken by this call."""
        ...

    def options(self) -> list[int] | None:
        """The tokens that may come next; None where they are too many to list."""
        ...

    def take(self, token: int) -> bool:
        """Go on by ``token``; False, and nothing changed, where it may not come next."""
        ...


class Anything:
    """Free text: ends when the model ends it."""

    finished = False
    may_end = True

    def forced(self) -> bytes:
        return b""

    def options(self) -> list[int] | None:
        return None

    def take(self, token: int) -> bool:
        return True


class AlongWalk:
    """An answer that follows a schema's walk.

    Where forced text runs into a choice, its last token is held back and chosen together with what follows: a model
    writes ``["`` and ``[]`` as one token each, and after a bracket of its own it would hardly ever open a string.
    """

    may_end = False

    def __init__(self, walk: Walk, vocabulary: Spelling) -> None:
        self._walk = walk
        self._vocabulary = vocabulary
        self._held = b""  # forced text before the choice ``_beyond`` that is not yet written
        self._beyond: tuple[bytes, ...] = ()

    @property
    def finished(self) -> bool:
        return self._walk.finished

    def forced(self) -> bytes:
        if self._held:
            return b""
        text, after = self._walk.forced()
        beyond = () if after.finished else after.options()
        if text and beyond:
            self._held = self._vocabulary.piece(self._vocabulary.tokens_of(text)[-1])
            self._beyond = beyond
            text = text[: -len(self._held)]
            before = self._walk.advanced(text)
            assert before is not None, "a walk accepts what it forces"
            after = before
        self._walk = after
        return text

    def options(self) -> list[int] | None:
        texts = tuple(self._held + text for text in self._beyond) if self._held else self._walk.options()
        if texts is None:
            return None
        return sorted({self._vocabulary.tokens_of(text)[0] for text in texts})

    def take(self, token: int) -> bool:
        piece = self._vocabulary.piece(token)
        walk = self._walk.advanced(piece) if piece else None
        if walk is None:
            return False
        self._walk = walk
        self._held = self._held[len(piece) :]
        return True


def constraint_of(schema: Mapping[str, Any] | None, vocabulary: Vocabulary) -> Constraint:
    """The constraint of a request: a walk where the schema is simple, llama.cpp's grammar where it is not."""
    if schema is None:
        return Anything()
    try:
        return AlongWalk(walk_of(schema), vocabulary)
    except Unsupported:
        from .grammar import UnderGrammar

        return UnderGrammar(schema, vocabulary)


class Answer:
    """An answer being written, token by token.

    Attributes:
        text: so far, with what the schema forces.
        tokens: how many ``text`` has.
        pending: those of them that the model has not read yet.
        logprobs: in nats, one a token, and one for the end where the model chose it: in a string over the whole
            vocabulary, in a choice over what it leaves; text that the schema forces has probability 1.
        finish_reason: None while it is being written.
    """

    def __init__(
        self, constraint: Constraint, vocabulary: Spelling, temperature: float, limit: int, rng: np.random.Generator
    ) -> None:
        self._constraint = constraint
        self._vocabulary = vocabulary
        self._temperature = temperature
        self._limit = limit
        self._rng = rng
        self.text = bytearray()
        self.tokens = 0
        self.sampled = 0
        self.pending: list[int] = []
        self.logprobs: list[float] = []
        self.finish_reason: str | None = None
        self._feed_forced()

    @property
    def logprob(self) -> float:
        """Of the whole answer, in nats."""
        return math.fsum(self.logprobs)

    @property
    def remaining(self) -> int:
        """How many tokens it may still get."""
        return self._limit - self.tokens

    def read(self, logits: Logits) -> None:
        """Choose the next token by ``logits``, the model's after all that is written, and what it forces."""
        self.pending = []
        options = self._constraint.options()
        if options is not None:
            token, logprob = choose(logits, options, self._temperature, self._rng)
            self._constraint.take(token)
        else:
            chosen = self._first_allowed(logits)
            if chosen is not None:
                logprob = log_probability(logits, chosen)
            if chosen is None or chosen in self._vocabulary.ends:
                self.logprobs += [] if chosen is None else [logprob]
                self.finish_reason = "stop"
                return
            token = chosen
        self.sampled += 1
        self._write((token,), self._vocabulary.piece(token), logprob)
        self._feed_forced()

    def _first_allowed(self, logits: Logits) -> int | None:
        for token in candidates(logits, self._temperature, self._rng):
            if token in self._vocabulary.ends:
                if self._constraint.may_end:
                    return token
            elif self._constraint.take(token):
                return token
        return None

    def _feed_forced(self) -> None:
        """Write all that leaves no choice, the single token of a choice included."""
        while True:
            if text := self._constraint.forced():
                self._write(self._vocabulary.tokens_of(text), text)
            if self._constraint.finished:
                self.finish_reason = self.finish_reason or "stop"
            options = self._constraint.options() if self.finish_reason is None else None
            if options is None or len(options) > 1:
                return
            self._constraint.take(options[0])
            self._write(tuple(options), self._vocabulary.piece(options[0]))

    def _write(self, tokens: Tokens, text: bytes, logprob: float = 0.0) -> None:
        cut_off = len(tokens) > self.remaining
        if cut_off:
            tokens = tokens[: self.remaining]
            text = b"".join(map(self._vocabulary.piece, tokens))
        self.text += text
        self.pending += tokens
        self.tokens += len(tokens)
        self.logprobs += [logprob] * len(tokens)
        if cut_off or (self.remaining <= 0 and not self._constraint.finished):
            self.finish_reason = "length"
