"""What the teaching notebooks use: questions, proposals and votes counted anew, a sandbox whose right answer is known.

Widgets are imported when one of the names below is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .proposing import proposals
    from .questions import question
    from .sandbox import Sandbox
    from .sign_table import signs
    from .toy_world import WORLDS, Detector, Place, ToyWorld, exact
    from .trials import compared
    from .votes import ask_again, chance_to_pass
    from .votes_view import VotesView

_HOMES = {
    "Detector": "toy_world",
    "Place": "toy_world",
    "Sandbox": "sandbox",
    "ToyWorld": "toy_world",
    "VotesView": "votes_view",
    "WORLDS": "toy_world",
    "ask_again": "votes",
    "chance_to_pass": "votes",
    "compared": "trials",
    "exact": "toy_world",
    "proposals": "proposing",
    "question": "questions",
    "signs": "sign_table",
}

__all__ = [
    "WORLDS",
    "Detector",
    "Place",
    "Sandbox",
    "ToyWorld",
    "VotesView",
    "ask_again",
    "chance_to_pass",
    "compared",
    "exact",
    "proposals",
    "question",
    "signs",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
