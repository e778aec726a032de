"""One function a purpose: what the agent wants to know, as a ``Question`` with a safe default.

The wording and the answers' schemas are data in ``nesyfs_lab/prompts``; here they meet the task, the triplets and
the observation.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .. import prompts
from ..graph import Triplet
from ..models.contract import Message

NOTHING = "(nothing yet)"
LONG = 700  # tokens: an answer that lists many things; the others are a sentence and a choice
SHORT = 200
_PAST = frozenset({"ate", "found", "gave", "got", "left", "lit", "put", "read", "saw", "took", "went"})


@dataclass(frozen=True)
class Question:
    """A prompt that waits for a model.

    Attributes:
        purpose: one of ``prompts.PURPOSES``.
        messages: what is sent.
        schema: what the answer must look like.
        default: the answer that is taken when the model gives none that can be used.
        max_tokens: of the answer.
        needs: keys of the answer whose text must not be empty.
    """

    purpose: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    default: Mapping[str, Any]
    max_tokens: int = SHORT
    needs: tuple[str, ...] = ()


def act(
    task: str,
    triplets: Iterable[Triplet],
    observation: str,
    admissible: Sequence[str] | None,
    rejected: Sequence[tuple[str, str]] = (),
) -> Question:
    """P_fast: the next action, restricted to ``admissible`` where known.

    ``rejected`` are (action, thought) of the proposals that reflection vetoed in this step (Algorithm 1, line 10).
    """
    schema = prompts.load("act").schema()
    if admissible:
        schema["properties"]["action"] = {"enum": list(admissible)}
    question = _question(
        "act",
        {"thought": "", "action": admissible[0] if admissible else "look"},
        schema=schema,
        needs=("action",),
        task=task,
        triplets=listed(triplets),
        observation=observation,
        rejected="".join(f"Rejected: {action}. Reason: {thought}\n" for action, thought in rejected),
        admissible=f"Actions you can choose from:\n{_lines(admissible)}\n" if admissible else "",
    )
    return question


def reflect(task: str, triplets: Iterable[Triplet], observation: str, action: str) -> Question:
    """P_ref: whether ``action`` is aligned with the task, seen by a third person."""
    return _question(
        "reflect",
        {"thought": "", "aligned": "No"},
        task=task,
        triplets=listed(triplets),
        observation=observation,
        action=action,
    )


def focus(task: str, observation: str) -> Question:
    """R: which entities and relations of the observation matter for the task (Appendix C, retrieval)."""
    return _question("focus", {"entities": [], "relations": []}, task=task, observation=observation)


def extract(observation: str, action: str | None, language: str = "") -> Question:
    """Update: the entities and triplets that an observation tells of; ``action`` caused it, None at the start.

    ``language`` chooses the prompt that asks in the words of a world (see ``prompts.has``).
    """
    return _question(
        "extract",
        {"entities": [], "triplets": []},
        language=language,
        max_tokens=LONG,
        action="(none, this is the start)" if action is None else action,
        observation=observation,
    )


def outdated(old: Sequence[Triplet], new: Sequence[Triplet]) -> Question:
    """Update: the numbers (from 1) of the triplets in ``old`` that ``new`` replaces.

    Each is replaced "by corresponding triplets" of ``new`` (Appendix C). A small model that is asked for the numbers
    alone guesses them, so each new state is first paired with the old triplet that it replaces, or with none. What is
    used are the numbers, of which no more are decoded than ``new`` has triplets: a model that once begins to count
    would else forget everything. An answer without the pairs is an answer.
    """
    numbered = [f"{written(triplet)} [{number}]" for number, triplet in enumerate(old, 1)]
    schema = prompts.load("outdated").schema()
    numbers = schema["properties"]["outdated"]
    states = [written(triplet) for triplet in new if not _event(triplet)] or [written(triplet) for triplet in new]
    schema["properties"]["replaced"] = {
        "type": "object",
        "properties": {state: {"enum": ["none", *numbered]} for state in states},
        "additionalProperties": False,
    }
    numbers["maxItems"] = len(new)
    numbers["items"] |= {"minimum": 1, "maximum": max(len(old), 1)}
    return _question(
        "outdated",
        {"outdated": []},
        schema=schema,
        max_tokens=LONG,
        # The number stands on both sides: a model reads from left to right, and finds it best behind what it names.
        old="\n".join(f"{number}. {line}" for number, line in enumerate(numbered, 1)),
        new=listed(new),
    )


def observe(task: str, triplets: Iterable[Triplet], action: str) -> Question:
    """P_obs: what the world would answer to ``action``."""
    return _question(
        "observe",
        {"observation": "Nothing happens."},
        needs=("observation",),
        task=task,
        triplets=listed(triplets),
        action=action,
    )


def progress(task: str, triplets: Iterable[Triplet], action: str, new: Iterable[Triplet]) -> Question:
    """P_prog: whether the transition that ``action`` caused brought the task forward."""
    return _question(
        "progress",
        {"thought": "", "progress": "No"},
        task=task,
        triplets=listed(triplets),
        action=action,
        new=listed(new),
    )


def verdict(question: Question) -> Question:
    """``question``, which ends in Yes or No, asked for the verdict alone: its thought is left out.

    The worked examples give the verdict first, so that a model with log-probabilities tells the chance of Yes after
    reading the prompt once (``Asker.probability``).
    """
    key = verdict_key(question)
    schema = {**question.schema, "properties": {key: question.schema["properties"][key]}, "required": [key]}
    return replace(_verdict_first(question, key), schema=schema, default={key: question.default[key]})


def reason(question: Question, given: str) -> Question:
    """``question`` whose verdict is ``given``: the thought that speaks for it. Shares its prompt with ``verdict``."""
    key = verdict_key(question)
    properties = {key: {"enum": [given]}, **{k: v for k, v in question.schema["properties"].items() if k != key}}
    schema = {**question.schema, "properties": properties, "required": list(properties)}
    return replace(_verdict_first(question, key), schema=schema, default={**question.default, key: given})


def verdict_key(question: Question) -> str:
    """The name under which an answer to ``question`` says Yes or No.

    Raises:
        ValueError: it asks for no such verdict.
    """
    for key, schema in question.schema["properties"].items():
        if schema.get("enum") == ["Yes", "No"]:
            return str(key)
    raise ValueError(f"{question.purpose!r} does not ask for Yes or No")


def written(triplet: Triplet) -> str:
    """A triplet on one line, as prompts show it."""
    return f"({', '.join(' '.join(part.split()) for part in triplet)})"


def listed(triplets: Iterable[Triplet]) -> str:
    """Triplets, one a line, in the order given."""
    return "\n".join(map(written, triplets)) or NOTHING


def _event(triplet: Triplet) -> bool:
    """Whether a triplet tells what the agent did, as ``extract`` writes it: (you, verb in the past tense, thing)."""
    verb = triplet.relation.split()[:1]
    return triplet.subject == "you" and bool(verb) and (verb[0].endswith("ed") or verb[0] in _PAST)


def _verdict_first(question: Question, key: str) -> Question:
    def turned(message: Message) -> Message:
        if message["role"] != "assistant":
            return message
        answer = json.loads(message["content"])
        return {**message, "content": json.dumps({key: answer.pop(key), **answer})}

    return replace(question, messages=tuple(map(turned, question.messages)))


def _lines(commands: Iterable[str]) -> str:
    return "\n".join(commands)


def _question(
    purpose: str,
    default: Mapping[str, Any],
    *,
    schema: Mapping[str, Any] | None = None,
    max_tokens: int = SHORT,
    needs: tuple[str, ...] = (),
    language: str = "",
    **fields: str,
) -> Question:
    prompt = prompts.load(purpose, language)
    messages = tuple(Message(role=role, content=text) for role, text in prompt.chat(**fields))
    return Question(purpose, messages, schema or prompt.schema(), default, max_tokens, needs)
