"""What a server's errors mean: wait and try again, ask in plainer words, or give up and say why in one sentence."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from ..contract import ModelError, PromptTooLong
from .dialect import named_in
from .endpoint import Endpoint

LONGEST_WAIT = 120.0
"""Seconds; a server that wants to be left alone for longer is not waited for."""

_PASSING = {408, 409, 425, 429}
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|context (size|length|window)"
    r"|maximum model length|prompt is too long",
    re.IGNORECASE,
)
_UNPAID = re.compile(r"insufficient_quota|exceeded your current quota|billing_(hard_limit|not_active)", re.IGNORECASE)
_UNKNOWN = re.compile(r"not supported|unsupported|not implemented", re.IGNORECASE)


class Passing(Exception):
    """A failure that may be over soon; the message is a sentence for when it is not.

    Attributes:
        wait: seconds that the server asks for.
    """

    def __init__(self, sentence: str, wait: float = 0.0) -> None:
        super().__init__(sentence)
        self.wait = wait


class Refused(Exception):
    """The server does not take a request as it is; the message is a sentence for when no plainer one is left.

    Attributes:
        complaint: all that the server said.
    """

    def __init__(self, sentence: str, complaint: str) -> None:
        super().__init__(sentence)
        self.complaint = complaint


class NotThere(Exception):
    """The server knows no such model, or has no such path; the message is what it said."""


def of_status(
    endpoint: Endpoint, status: int, error: Any, headers: Mapping[str, str], body: Mapping[str, Any]
) -> Exception:
    """What to raise for an HTTP error.

    Args:
        error: the JSON that the server sent with it, or its text.
        body: what it was sent.
    """
    complaint = error if isinstance(error, str) else json.dumps(error, ensure_ascii=False, default=str)
    said = _said(endpoint, error)
    server = endpoint.shown
    refused = Refused(f"{server} refuses the request with status {status}{said}.", complaint)
    if status in (401, 403):
        return ModelError(_about_the_key(endpoint, said))
    if status == 404:
        return NotThere(said)
    if _TOO_LONG.search(complaint) and status not in _PASSING:
        return PromptTooLong(
            f"The prompt and its answer do not fit the model's context at {server}{said}: show fewer triplets, or "
            "start the server with a larger context."
        )
    if status == 402 or _UNPAID.search(complaint):
        return ModelError(f"{server} wants to be paid first: look at the account's balance and limits{said}.")
    if status in _PASSING or status >= 500:
        if status >= 500 and (named_in(complaint, body) or status == 501 or _UNKNOWN.search(complaint)):
            return refused  # some servers call their own limits an internal error
        return _passing(endpoint, status, said, headers)
    return refused


def no_connection(endpoint: Endpoint, cause: BaseException | None) -> Passing:
    """What to raise when no whole answer came."""
    why = endpoint.scrubbed(str(cause or "")) or type(cause).__name__
    if type(cause).__name__.startswith("Connect"):
        return Passing(f"{endpoint.shown} cannot be reached ({why}): is the server running, and the address right?")
    return Passing(f"{endpoint.shown} broke its answer off ({why}): look into the server's log, and try again.")


def no_answer(endpoint: Endpoint, timeout: float) -> Passing:
    """What to raise when time is up."""
    return Passing(
        f"{endpoint.shown} did not answer within {timeout:g} s: give load_model a larger timeout, or a smaller "
        "concurrency, if the server is slow."
    )


def no_json(endpoint: Endpoint, why: str, text: str) -> Exception:
    """What to raise for an answer that is none; a web page is no accident that passes."""
    start = endpoint.scrubbed(text[:80])
    told = f"The answer of {endpoint.shown} {why}" + (f", it begins with {start!r}" if start else "")
    sentence = f"{told}: is this the address of an OpenAI-compatible server, which mostly ends in /v1?"
    return ModelError(sentence) if start.lower().startswith(("<!doctype", "<html")) else Passing(sentence)


def _passing(endpoint: Endpoint, status: int, said: str, headers: Mapping[str, str]) -> Exception:
    wait = wait_asked_for(headers)
    if wait > LONGEST_WAIT:
        return ModelError(f"{endpoint.shown} asks to be left alone for {wait:.0f} s: try again then{said}.")
    advice = "ask less at once (a smaller concurrency)" if status == 429 else "look into the server's log"
    return Passing(f"{endpoint.shown} answers with status {status}: {advice}, or try again later{said}.", wait)


def _about_the_key(endpoint: Endpoint, said: str) -> str:
    variable = endpoint.key_variable
    if not variable:
        return f"{endpoint.shown} wants a key: name the environment variable that holds it with api_key_env{said}."
    return (
        f"{endpoint.shown} refuses the key in the environment variable {variable}: set it to a valid key, or name "
        f"another variable with api_key_env{said}."
    )


def _said(endpoint: Endpoint, error: Any) -> str:
    """The server's own words, to end a sentence with."""
    for key in ("error", "message", "detail"):
        if isinstance(error, Mapping) and error.get(key):
            error = error[key]
    text = endpoint.scrubbed(error if isinstance(error, str) else json.dumps(error, default=str))
    if text in ("", "null", "{}") or text.lower().startswith(("<!doctype", "<html")):
        return ""
    return f" (it says: {text[:200]})"


def wait_asked_for(headers: Mapping[str, str]) -> float:
    """Seconds that a server asks to wait, 0 where it does not."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            return max(0.0, float(value) / unit)
        except ValueError:
            pass
        try:
            return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
        except ValueError:
            pass
    return 0.0
