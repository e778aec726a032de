"""Asking the model: prompts become questions, questions become requests, answers are checked, failures are events."""

from .asker import Asker, Thinking, finished
from .questions import Question, act, extract, focus, observe, outdated, progress, reason, reflect, verdict

__all__ = [
    "Asker",
    "Question",
    "Thinking",
    "act",
    "extract",
    "finished",
    "focus",
    "observe",
    "outdated",
    "progress",
    "reason",
    "reflect",
    "verdict",
]
