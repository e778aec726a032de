"""The paper's prompts as data: one text file a purpose, its answer's JSON schema beside it.

A text file has parts divided by lines ``===``. The first is the system message. The last, with ``${...}`` fields, is
the user message. Between them stands the worked example as turns of the same chat, a question and its answer each:
a small model copies the form of an answer better from a turn than from instructions. What changes least comes first
(fixed text, task, triplets in insertion order, observation, question), so that a model that keeps what it computed
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
Turn = tuple[str, str]


@dataclass(frozen=True)
class Prompt:
    """A prompt: fixed messages, a ``user`` template with ``${field}`` places, and the JSON schema of its answer.

    Attributes:
        purpose: what it is for.
        fixed: the system message, then the worked example's questions and answers in turn, as (role, text).
        user: the question.
        answer: the JSON schema, as text.
    """

    purpose: str
    fixed: tuple[Turn, ...]
    user: Template
    answer: str

    def chat(self, **fields: str) -> tuple[Turn, ...]:
        """The whole chat. Raises KeyError when a field is missing; texts are inserted as they are."""
        return *self.fixed, ("user", self.user.substitute(fields))

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
    system, *example, user = folder.joinpath(f"{purpose}.txt").read_text(encoding="utf-8").rstrip("\n").split(DIVIDER)
    roles = ("user", "assistant") * (len(example) // 2)
    answer = folder.joinpath(f"{purpose}.json").read_text(encoding="utf-8")
    return Prompt(purpose, (("system", system), *zip(roles, example, strict=True)), Template(user), answer)


@cache
def fingerprint() -> str:
    """The first 16 hex digits of a SHA-256 over all prompts and schemas: a record says by it which prompts it used."""
    digest = sha256()
    for purpose in PURPOSES:
        prompt = load(purpose)
        texts = (*(text for _, text in prompt.fixed), prompt.user.template, prompt.answer)
        digest.update("\0".join((purpose, *texts)).encode())
    return digest.hexdigest()[:16]


@cache
def _parsed(text: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(text)
    return schema
