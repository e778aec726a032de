"""The paper's prompts as data: one text file a purpose, its answer's JSON schema beside it.

A text file has two parts, divided by a line ``===``. The first is fixed (instructions and a worked example) and
becomes the system message; the second, with ``${...}`` fields, becomes the user message. Fields stand in the order
task, triplets, observation, question: what changes least comes first, so that a model that keeps what it computed
for a prefix computes little again.
"""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any

PURPOSES = ("act", "reflect", "focus", "extract", "outdated", "observe", "progress")
DIVIDER = "\n===\n"


@dataclass(frozen=True)
class Prompt:
    """A prompt: ``system`` text, ``user`` template with ``${field}`` places, and the JSON schema of its answer."""

    purpose: str
    system: str
    user: Template
    answer: str

    def fill(self, **fields: str) -> str:
        """The user message. Raises KeyError when a field is missing; texts are inserted as they are."""
        return self.user.substitute(fields)

    def schema(self) -> dict[str, Any]:
        """A copy of the answer's schema, to be narrowed by the caller."""
        return deepcopy(_parsed(self.answer))


@cache
def load(purpose: str) -> Prompt:
    """The prompt of ``purpose``.

    Raises:
        ValueError: for a purpose that no file defines.
    """
    folder = files(__name__)
    if purpose not in PURPOSES:
        raise ValueError(f"there is no prompt {purpose!r}; known are {', '.join(PURPOSES)}")
    system, user = folder.joinpath(f"{purpose}.txt").read_text(encoding="utf-8").rstrip("\n").split(DIVIDER)
    return Prompt(purpose, system, Template(user), folder.joinpath(f"{purpose}.json").read_text(encoding="utf-8"))


@cache
def fingerprint() -> str:
    """The first 16 hex digits of a SHA-256 over all prompts and schemas: a record says by it which prompts it used."""
    digest = sha256()
    for purpose in PURPOSES:
        prompt = load(purpose)
        digest.update("\0".join((purpose, prompt.system, prompt.user.template, prompt.answer)).encode())
    return digest.hexdigest()[:16]


@cache
def _parsed(text: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(text)
    return schema
