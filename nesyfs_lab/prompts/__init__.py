"""The paper's prompts as data: one text file a purpose, its answer's JSON schema beside it.

A text file has parts divided by lines ``===``. The first is the system message. The last, with ``${...}`` fields, is
the user message. Between them stands the worked example as turns of the same chat, a question and its answer each:
a small model copies the form of an answer better from a turn than from instructions. What changes least comes first
(fixed text, task, triplets in insertion order, observation, question), so that a model that keeps what it computed
for a prefix computes little again.

A purpose may be asked in the words of a world, where the general words do not fit: ``extract-<language>.txt`` then
takes the place of ``extract.txt``. The answer's schema stays.
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
def load(purpose: str, language: str = "") -> Prompt:
    """The prompt of ``purpose``, in the words of ``language`` ("": for all worlds).

    Raises:
        ValueError: for a purpose, or a language of it, that no file defines.
    """
    folder = files(__name__)
    if purpose not in PURPOSES:
        raise ValueError(f"there is no prompt {purpose!r}; known are {', '.join(PURPOSES)}")
    if language and not has(purpose, language):
        raise ValueError(f"there is no prompt {purpose!r} in the words of {language!r}")
    text = folder.joinpath(_file(purpose, language)).read_text(encoding="utf-8")
    system, *example, user = text.rstrip("\n").split(DIVIDER)
    roles = ("user", "assistant") * (len(example) // 2)
    answer = folder.joinpath(f"{purpose}.json").read_text(encoding="utf-8")
    return Prompt(purpose, (("system", system), *zip(roles, example, strict=True)), Template(user), answer)


def has(purpose: str, language: str) -> bool:
    """Whether ``purpose`` has a prompt in the words of ``language``."""
    return language.isidentifier() and files(__name__).joinpath(_file(purpose, language)).is_file()


@cache
def fingerprint() -> str:
    """The first 16 hex digits of a SHA-256 over the general prompts: a record says by it which prompts it used."""
    return _digest(*map(load, PURPOSES))


@cache
def fingerprint_of(purpose: str, language: str) -> str:
    """The same of one prompt in the words of a world."""
    return _digest(load(purpose, language))


def _digest(*asked: Prompt) -> str:
    digest = sha256()
    for prompt in asked:
        texts = (*(text for _, text in prompt.fixed), prompt.user.template, prompt.answer)
        digest.update("\0".join((prompt.purpose, *texts)).encode())
    return digest.hexdigest()[:16]


def _file(purpose: str, language: str) -> str:
    return f"{purpose}-{language}.txt" if language else f"{purpose}.txt"


@cache
def _parsed(text: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(text)
    return schema
