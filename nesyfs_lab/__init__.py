"""nesyfs_lab: watch an LLM agent believe, doubt and plan under partial observability.

The public names of the package, all of them::

    import nesyfs_lab as nl

    model = nl.load_model("qwen2.5-coder-1.5b")
    ep = nl.Episode(nl.make_env("household"), nl.NeSyFS(model), seed=0)
    nl.Workbench(ep)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .agents import NeSyFS
from .episode import (
    Episode,
    Plan,
    RecordError,
    WorldChanged,
    beside_truth,
    load_episode,
    plan_of,
    recorded_model,
    recording,
    recordings,
    replan,
    reread,
)
from .events import (
    Acted,
    Failed,
    Generated,
    Observed,
    Planned,
    Propagated,
    Proposed,
    Reflected,
    Resampled,
    Retrieved,
    Trace,
    Updated,
)
from .graph import KnowledgeGraph, Triplet
from .language import Language, Reading, Relation
from .memory import CodeMemory, GraphMemory
from .models import Cancelled, Completion, Model, ModelError, PromptTooLong, Request, load_model
from .planning import TSMC

if TYPE_CHECKING:
    from .lessons import question
    from .studies import fidelity
    from .views import (
        PlanView,
        SideBySide,
        Workbench,
        fidelity_figure,
        plan_figure,
        save_graph_html,
        save_html,
        to_pyvis,
    )
    from .worlds import check_world, make_env, register_world, tasks

# Names that bring heavy libraries (a game engine, widgets, plots) are looked up when they are first used.
_LAZY = {
    "PlanView": "views",
    "SideBySide": "views",
    "Workbench": "views",
    "check_world": "worlds",
    "fidelity": "studies",
    "fidelity_figure": "views",
    "plan_figure": "views",
    "question": "lessons",
    "save_graph_html": "views",
    "save_html": "views",
    "to_pyvis": "views",
    "make_env": "worlds",
    "register_world": "worlds",
    "tasks": "worlds",
}

__all__ = [
    "TSMC",
    "Acted",
    "Cancelled",
    "CodeMemory",
    "Completion",
    "Episode",
    "Failed",
    "Generated",
    "GraphMemory",
    "KnowledgeGraph",
    "Language",
    "Model",
    "ModelError",
    "NeSyFS",
    "Observed",
    "Plan",
    "PlanView",
    "Planned",
    "PromptTooLong",
    "Propagated",
    "Proposed",
    "Reading",
    "RecordError",
    "Reflected",
    "Relation",
    "Request",
    "Resampled",
    "Retrieved",
    "SideBySide",
    "Trace",
    "Triplet",
    "Updated",
    "Workbench",
    "WorldChanged",
    "beside_truth",
    "check_world",
    "fidelity",
    "fidelity_figure",
    "load_episode",
    "load_model",
    "make_env",
    "plan_figure",
    "plan_of",
    "question",
    "recorded_model",
    "recording",
    "recordings",
    "register_world",
    "replan",
    "reread",
    "save_graph_html",
    "save_html",
    "tasks",
    "to_pyvis",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f".{_LAZY[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
