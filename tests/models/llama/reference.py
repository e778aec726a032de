"""llama-cpp-python's own ``Llama``, asked for what its interface does not tell: all logits along an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Spelled:
    """An answer of ``Llama``.

    Attributes:
        text: of the answer.
        tokens: (T,), and the token that ended the answer, where one did.
        logprobs: (T, V), of every token at each place, in nats.
    """

    text: str
    tokens: NDArray[np.int64]
    logprobs: NDArray[np.float64]

    @property
    def total(self) -> float:
        """The logarithm of the answer's probability."""
        return float(self.logprobs[np.arange(len(self.tokens)), self.tokens].sum())

    def lead(self, place: int) -> float:
        """How much likelier the best token is than the second, in nats."""
        second, best = np.sort(self.logprobs[place])[-2:]
        return float(best - second)


class Reference:
    """``Llama``, one call at a time."""

    def __init__(self, path: Any, n_ctx: int = 512) -> None:
        from llama_cpp import Llama

        self.llama: Any = Llama(str(path), n_ctx=n_ctx, n_threads=1, n_threads_batch=1, verbose=False, logits_all=True)

    def greedy(self, messages: Any, limit: int) -> Spelled:
        """Its likeliest answer to a chat."""
        choice = self.llama.create_chat_completion(list(messages), temperature=0.0, max_tokens=limit)
        text, reason = choice["choices"][0]["message"]["content"], choice["choices"][0]["finish_reason"]
        places = choice["usage"]["completion_tokens"] + (reason == "stop")
        start = choice["usage"]["prompt_tokens"] - 1
        logprobs = self._logprobs(start, start + places)
        return Spelled(text, logprobs.argmax(axis=1), logprobs)

    def scored(self, prompt: list[int], answer: list[int], text: str = "") -> Spelled:
        """A given answer to a prompt, computed in one batch with it, not token by token."""
        self.llama.reset()
        self.llama.eval([*prompt, *answer])
        start = len(prompt) - 1
        return Spelled(text, np.array(answer, dtype=np.int64), self._logprobs(start, start + len(answer)))

    def next_logprobs(self, prompt: list[int]) -> NDArray[np.float64]:
        """(V,): of every token after a prompt."""
        self.llama.reset()
        self.llama.eval(prompt)
        return np.asarray(self._logprobs(len(prompt) - 1, len(prompt))[0])

    def place_of_difference(self, theirs: Spelled, text: str) -> int | None:
        """The first place of ``theirs`` that another answer does not share; None where they are the same."""
        if theirs.text == text:
            return None
        written = b""
        for place, token in enumerate(theirs.tokens):
            written += self.llama.detokenize([int(token)])
            if not text.encode().startswith(written):
                return place
        return len(theirs.tokens) - 1

    def close(self) -> None:
        self.llama.close()

    def _logprobs(self, start: int, stop: int) -> NDArray[np.float64]:
        logits = np.array(self.llama.scores[start:stop], dtype=np.float64)
        logits -= logits.max(axis=1, keepdims=True)
        return np.asarray(logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))
