"""Questions to the student, with a check of the answer: those of the notebooks by name, or a teacher's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from ..views.question_view import QuestionView


def question(
    asks: str, choices: Sequence[str] = (), answer: int | str | None = None, why: str | Mapping[str, str] = ""
) -> QuestionView:
    """A form with the question. An answer is told to be right or wrong, with the reason, once it is checked.

    ``question("sandbox-one-particle")`` is a question of the notebooks by its name: its answer stands in no cell. One
    of your own: ``question("Who plans?", ["the fast one", "the slow one"], "the slow one", "Slow thinking plans.")``.

    Args:
        asks: the question, or the name of one of the notebooks'.
        choices: what may be answered; none where ``asks`` is a name.
        answer: the right one, or its index.
        why: the reason, told with the right answer; or one for each choice, told with that choice.

    Raises:
        ValueError: for a name that is not known, or an answer that is not among the choices.
    """
    if not choices:
        return _named(asks)
    texts = list(choices)
    if isinstance(answer, str) and answer in texts:
        answer = texts.index(answer)
    if not isinstance(answer, int):
        raise ValueError(f"answer must be one of the choices, or its index; got {answer!r}")
    reasons = {texts[answer]: why} if isinstance(why, str) and 0 <= answer < len(texts) else why
    says = [reasons.get(text, "") if isinstance(reasons, Mapping) else "" for text in texts]
    return QuestionView(asks, texts, answer, says)


def _named(name: str) -> QuestionView:
    known = stored_questions()
    if name not in known:
        raise ValueError(f"no question is called {name!r}, and it has no choices; the names are {', '.join(known)}")
    stored = known[name]
    texts, says = zip(*stored["choices"], strict=True)
    return QuestionView(stored["asks"], texts, stored["answer"], says)


@cache
def stored_questions() -> dict[str, dict[str, Any]]:
    """The notebooks' questions by name: ``asks``, ``choices`` as (text, what is said about it), index ``answer``."""
    return tomllib.loads((files(__package__) / "questions.toml").read_text(encoding="utf-8"))
