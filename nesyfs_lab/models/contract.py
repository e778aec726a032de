"""The contract of a language model: requests in, completions out.

A model is anything with ``complete``. What a model can do besides is optional and looked up by name:

- ``info``: a mapping of plain values that a record keeps (``name``, ``sha256``, ...; never a key or a token);
- ``cancel()``: may be called from another thread; the ``complete`` in progress raises ``Cancelled`` soon;
- ``progress``: an attribute that a listener sets to a function of one ``Progress``; ``None`` when nobody listens;
- ``close()``: frees memory; a closed model answers nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict, runtime_checkable


class Message(TypedDict):
    """One chat message."""

    role: str
    content: str


@dataclass(frozen=True)
class Request:
    """One prompt and how to answer it.

    Attributes:
        purpose: what it is for: ``act``, ``reflect``, ``focus``, ``extract``, ``outdated``, ``observe``, ``progress``.
        messages: the chat, as sent.
        n: how many answers to draw.
        temperature: 0 is greedy: all ``n`` answers are then the same.
        max_tokens: an answer longer than this is cut (``finish_reason`` is then ``"length"``).
        seed: of the sampling; None lets the model choose.
        schema: JSON schema that the answer is decoded under; None for free text.
        logprobs: ask for the log-probability of each token too.
    """

    purpose: str
    messages: tuple[Message, ...]
    n: int = 1
    temperature: float = 0.0
    max_tokens: int = 256
    seed: int | None = None
    schema: Mapping[str, Any] | None = None
    logprobs: bool = False


@dataclass(frozen=True)
class Completion:
    """One answer.

    Attributes:
        text: as decoded.
        data: the parsed JSON when a schema was given and the text is JSON, else None.
        prompt_tokens: tokens of the whole prompt.
        cached_tokens: those of them that were not computed for this answer.
        completion_tokens: tokens of the answer.
        logprob: natural logarithm of the answer's probability, summed over tokens; None where unknown.
        finish_reason: ``"stop"`` or ``"length"``.
        logprobs: its parts, one a token, where they were asked for and are known. A token that the schema forces has
            0, and where the model itself ended a free text, that is the last part.
    """

    text: str
    data: Any = None
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    logprob: float | None = None
    finish_reason: str = "stop"
    logprobs: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Progress:
    """How far the ``complete`` in progress has come.

    Attributes:
        purpose: of the requests being answered.
        done, total: answers finished and asked for.
        prompt_tokens, completion_tokens: computed so far in this call.
    """

    purpose: str
    done: int
    total: int
    prompt_tokens: int
    completion_tokens: int


@runtime_checkable
class Model(Protocol):
    """Anything that answers requests."""

    def complete(self, requests: Sequence[Request]) -> list[list[Completion]]:
        """Answer ``requests``; the i-th list holds ``requests[i].n`` completions."""
        ...


class Cancelled(Exception):
    """Somebody called ``cancel`` while an answer was being computed."""


class ModelError(RuntimeError):
    """A model cannot be had or cannot answer; the message says what to do."""


class PromptTooLong(ModelError):
    """A prompt and its answer do not fit the model's context; the message names the tokens."""
