"""Reading what a model gave back: completions in the number asked for, answers in the shape asked for.

A model is foreign code. What it returns is counted and made fit for a record here, once, so that nothing behind this
line meets a missing completion, a NaN or an object that JSON cannot hold.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from numbers import Real
from typing import TYPE_CHECKING, Any

from ..models.contract import Completion, ModelError, Request
from .questions import Question
from .whole import whole

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

Answer = Mapping[str, Any]
DEEPEST = 20  # levels of nesting; no schema of ours goes deeper than 3, and JSON readers give up at some hundreds


def received(requests: Sequence[Request], groups: object) -> list[list[Completion]]:
    """The completions, each fit for a record: ``data`` that JSON cannot hold counts as none, as does a NaN.

    Raises:
        ModelError: when a request was not answered by a list of ``n`` completions.
    """
    if not isinstance(groups, list | tuple) or len(groups) != len(requests):
        raise ModelError(
            f"a model must answer {len(requests)} requests with a list of {len(requests)} lists, got {_told(groups)}"
        )
    for request, group in zip(requests, groups, strict=True):
        if not isinstance(group, list | tuple) or len(group) != request.n:
            raise ModelError(
                f"a model must answer a {request.purpose!r} request of n={request.n} with a list of {request.n} "
                f"completions, got {_told(group)}"
            )
    return [[_recordable(completion) for completion in group] for group in groups]


def read(question: Question, completion: Completion) -> tuple[Answer, str]:
    """The answer, and why it cannot be used ("" when it can; the answer is then the model's, else the default).

    A list that was cut at ``max_tokens`` keeps what was said in full: ten products of a page, and not the eleventh.
    """
    data = completion.data
    if data is None:
        cut = completion.finish_reason == "length"
        try:
            data = _plain(json.loads(whole(completion.text) if cut else completion.text))
        except (ValueError, RecursionError):
            told = " (cut at max_tokens)" if cut else ""
            return question.default, f"the answer to {question.purpose!r} is not JSON{told}"
    problem = next(_validator(json.dumps(_shape(question.schema))).iter_errors(data), None)
    if problem is not None:
        where = ".".join(map(str, problem.absolute_path)) or "the answer"
        return (
            question.default,
            f"the answer to {question.purpose!r} breaks its schema: {where}: {problem.message[:200]}",
        )
    for key in question.needs:
        if not data[key].strip():
            return question.default, f"the answer to {question.purpose!r} has an empty {key!r}"
    return data, ""


def _recordable(completion: object) -> Completion:
    if not isinstance(completion, Completion):
        raise ModelError(f"a model must answer with Completion objects, got {type(completion).__name__}")
    text: object = completion.text
    try:
        data = _plain(completion.data)
    except (TypeError, ValueError, RecursionError):
        data = None
    return replace(
        completion,
        text=text if isinstance(text, str) else "" if text is None else str(text),
        data=data,
        prompt_tokens=_count(completion.prompt_tokens),
        cached_tokens=_count(completion.cached_tokens),
        completion_tokens=_count(completion.completion_tokens),
        logprob=float(completion.logprob) if _finite(completion.logprob) else None,  # type: ignore[arg-type]
        finish_reason=str(completion.finish_reason or "stop"),
        logprobs=_finite_all(completion.logprobs),
    )


def _plain(data: Any) -> Any:
    """``data`` as JSON gives it back.

    Raises:
        TypeError, ValueError, RecursionError: when JSON cannot hold it, or it is nested too deep to be an answer.
    """
    plain = json.loads(json.dumps(data, allow_nan=False))
    if _deeper(plain, DEEPEST):
        raise ValueError(f"nested deeper than {DEEPEST} levels")
    return plain


def _deeper(value: Any, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels == 0 or any(_deeper(item, levels - 1) for item in inner)


def _finite(value: object) -> bool:
    return isinstance(value, Real) and math.isfinite(value)


def _finite_all(values: object) -> tuple[float, ...] | None:
    if not isinstance(values, list | tuple) or not all(map(_finite, values)):
        return None
    return tuple(map(float, values))


def _count(value: Any) -> int:
    return max(0, int(value)) if _finite(value) else 0


def _told(value: object) -> str:
    return f"{len(value)}" if isinstance(value, list | tuple) else type(value).__name__


def _shape(schema: Any) -> Any:
    """The schema without its limits of length and size: they steer the decoding, a long answer is still an answer.

    A list of a fixed length keeps it: a triplet has three parts.
    """
    if isinstance(schema, Mapping):
        fixed = "maxItems" in schema and schema.get("minItems") == schema["maxItems"]
        limits = {"maxLength", "minimum", "maximum"} | (set() if fixed else {"maxItems"})
        return {k: _shape(v) for k, v in schema.items() if k not in limits or not isinstance(v, int)}
    return [_shape(item) for item in schema] if isinstance(schema, list) else schema


@lru_cache(maxsize=64)
def _validator(schema: str) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # with its formats, it takes most of a second to import

    return Draft202012Validator(json.loads(schema))
