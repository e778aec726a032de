"""What a server understands of the protocol, learned from what it refuses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any


class Form(IntEnum):
    """How the schema of an answer reaches the server, from the strictest on."""

    WHOLE = 0
    """``response_format`` holds the schema."""
    PORTABLE = 1
    """It holds the schema without the limits of text and numbers, which not all servers know."""
    OBJECT = 2
    """The answer must be some JSON object; which one is told in the prompt."""
    TOLD = 3
    """The prompt alone tells."""


@dataclass(frozen=True)
class Dialect:
    """What to use in a request.

    Attributes:
        form: of schemas.
        many: several answers in one call, by ``n``.
        seed, temperature: whether they are sent.
        limit: the field that holds the most tokens of an answer.
    """

    form: Form = Form.WHOLE
    many: bool = True
    seed: bool = True
    temperature: bool = True
    limit: str = "max_tokens"

    def without(self, field: str) -> Dialect:
        """The dialect that does not use ``field`` of a body, or makes it plainer."""
        match field:
            case "response_format":
                return replace(self, form=Form(min(self.form + 1, Form.TOLD)))
            case "n":
                return replace(self, many=False)
            case "max_tokens":
                return replace(self, limit="max_completion_tokens")
            case "seed":
                return replace(self, seed=False)
            case "temperature":
                return replace(self, temperature=False)
        raise ValueError(f"a body cannot do without {field}")

    def common(self, other: Dialect) -> Dialect:
        """What both dialects allow."""
        return Dialect(
            form=max(self.form, other.form),
            many=self.many and other.many,
            seed=self.seed and other.seed,
            temperature=self.temperature and other.temperature,
            limit=min(self.limit, other.limit),  # the alphabet puts the newer name first
        )

    def lacks(self) -> list[str]:
        """What had to be left out, for a record."""
        told = {
            f"schema: {self.form.name.lower()}": self.form > Form.WHOLE,
            "n": not self.many,
            "seed": not self.seed,
            "temperature": not self.temperature,
        }
        return [name for name, true in told.items() if true]


_NAMED = {
    "max_tokens": re.compile(r"max_completion_tokens"),
    "response_format": re.compile(r"response_format|json_schema|json_object|schema|grammar|guided|structured", re.I),
    "temperature": re.compile(r"temperature", re.I),
    "seed": re.compile(r"\bseed\b", re.I),
    "n": re.compile(r"\bn\b|completion choice|choices", re.I),
}
_DOUBTFUL = ("response_format", "n", "seed")
"""What to leave out, in turn, when a refusal names nothing."""


def plainer(dialect: Dialect, body: Mapping[str, Any], complaint: str) -> Dialect | None:
    """The dialect to try next, after ``body`` was refused with ``complaint``; None when nothing is left to try."""
    blamed = named_in(complaint, body) or next((field for field in _DOUBTFUL if field in body), None)
    return dialect.without(blamed) if blamed else None


def named_in(complaint: str, body: Mapping[str, Any]) -> str | None:
    """The field of ``body`` that ``complaint`` names, if it can be left out."""
    return next((field for field, words in _NAMED.items() if field in body and words.search(complaint)), None)
