"""What a server answered, as completions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..contract import Completion, Request

_FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)```", re.DOTALL)
_THOUGHT = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)


class Malformed(ValueError):
    """An answer that is none; the message says why."""


def completions_of(payload: Any, request: Request) -> list[Completion]:
    """The completions in an answer's JSON, in the order of their index.

    A server counts the tokens of all answers to a call together: each answer gets the share of its length in
    characters (exact where there is one answer). The prompt was computed once, so all answers but the first have only
    cached tokens.

    Raises:
        Malformed: it holds no answers.
    """
    choices = payload.get("choices") if isinstance(payload, Mapping) else None
    if not isinstance(choices, list) or not all(isinstance(choice, Mapping) for choice in choices):
        raise Malformed("is no chat completion")
    if not choices:
        raise Malformed("holds no answer (its list of choices is empty)")
    choices = sorted(choices, key=lambda choice: _count(choice.get("index")))
    texts = [_text(choice.get("message")) for choice in choices]
    usage = _mapping(payload.get("usage"))
    prompt = _count(usage.get("prompt_tokens"))
    # The last token is always computed: what follows it is read from there.
    cached = min(_cached(usage, _mapping(payload.get("timings"))), max(prompt - 1, 0))
    shares = _shares(_count(usage.get("completion_tokens")), [len(text) for text in texts])
    return [
        Completion(
            text=text,
            data=parsed(text) if request.schema is not None else None,
            prompt_tokens=prompt,
            cached_tokens=prompt if i else cached,
            completion_tokens=shares[i],
            logprob=_logprob(choice.get("logprobs")),
            finish_reason="length" if choice.get("finish_reason") in ("length", "max_tokens") else "stop",
        )
        for i, (choice, text) in enumerate(zip(choices, texts, strict=True))
    ]


def repeated(completion: Completion) -> Completion:
    """The same answer once more, for nothing."""
    return replace(completion, cached_tokens=completion.prompt_tokens)


def is_json(text: str) -> bool:
    """Whether ``text`` is JSON and nothing besides."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def parsed(text: str) -> Any:
    """The JSON in ``text``: all of it, else what stands in a code fence, else from the first brace to the last."""
    text = _THOUGHT.sub("", text)
    candidates = [text, *_FENCE.findall(text), text[text.find("{") : text.rfind("}") + 1]]
    for candidate in candidates:
        if candidate.strip() and is_json(candidate):
            return json.loads(candidate)
    return None


def _text(message: Any) -> str:
    """The words of a message; those of a refusal where it has no others."""
    message = _mapping(message)
    content = message.get("content")
    if isinstance(content, list):  # some servers cut a text into parts
        content = "".join(str(_mapping(part).get("text") or "") for part in content)
    return str(content or message.get("refusal") or "")


def _cached(usage: Mapping[str, Any], timings: Mapping[str, Any]) -> int:
    """Tokens that were in the server's cache; llama-server tells them in its timings too."""
    details = _mapping(usage.get("prompt_tokens_details"))
    return _count(details.get("cached_tokens")) or _count(timings.get("cache_n"))


def _shares(total: int, sizes: Sequence[int]) -> list[int]:
    """``total`` in whole parts that are in proportion to ``sizes`` and add up to it."""
    if not sum(sizes):
        sizes = [1] * len(sizes)
    ends = [total * sum(sizes[: i + 1]) // sum(sizes) for i in range(len(sizes))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


def _logprob(logprobs: Any) -> float | None:
    tokens = _mapping(logprobs).get("content")
    if not isinstance(tokens, list) or not tokens:
        return None
    values: list[Any] = [_mapping(token).get("logprob") for token in tokens]
    return float(sum(values)) if all(isinstance(value, int | float) for value in values) else None


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _count(value: Any) -> int:
    return max(0, value) if isinstance(value, int) else 0
