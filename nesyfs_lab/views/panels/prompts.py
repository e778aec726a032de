"""The Prompts panel's data: a short row for each call, and the whole of one call when a person opens it."""

from __future__ import annotations

from typing import Any

from ...events import Generated
from ..frames import Frame
from ..text import clean, cut, one_line
from .headline import DOING

SHORT = 4_000  # characters of a message or an answer that are sent at first; "show whole" asks for the rest


def call_rows(frame: Frame) -> list[dict[str, Any]]:
    """What is seen of each call before it is opened."""
    return [_row(call) for call in frame.calls]


def _row(call: Generated) -> dict[str, Any]:
    return {
        "purpose": cut(call.purpose, 40),
        "doing": DOING.get(call.purpose, ""),
        "answers": len(call.completions),
        "sent": call.prompt_tokens,
        "cached": min((c.cached_tokens for c in call.completions), default=0),
        "written": call.completion_tokens,
        "seconds": round(call.seconds, 2),
        "first": one_line(call.completions[0].text, 110) if call.completions else "",
    }


def call_details(call: Generated, whole: bool = False) -> dict[str, Any]:
    """One call as sent and answered.

    Args:
        call: the request with its answers.
        whole: send texts of any length in full.
    """
    request = call.request
    return {
        "settings": f"temperature {request.temperature:g}, at most {request.max_tokens:,} tokens, "
        + ("" if request.seed is None else f"seed {request.seed}, ")
        + ("decoded under a schema" if request.schema else "free text"),
        "messages": [{"role": cut(m["role"], 40), **_text(m["content"], whole)} for m in request.messages],
        "answers": [
            {"note": _note(c.completion_tokens, c.logprob, c.finish_reason), **_text(c.text, whole)}
            for c in call.completions
        ],
    }


def _text(text: str, whole: bool) -> dict[str, Any]:
    if whole or len(text) <= SHORT:
        return {"text": clean(text), "missing": 0}
    return {"text": clean(text[:SHORT]), "missing": len(text) - SHORT}


def _note(tokens: int, logprob: float | None, finish: str) -> str:
    sure = "" if logprob is None else f", log-probability {logprob:.1f}"
    return f"{tokens} tokens{sure}{', cut at the limit' if finish == 'length' else ''}"
