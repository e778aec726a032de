"""Drawings of a record: graph, votes, particles, lineages, prompts, and the workbench that holds them.

Everything here reads a record and calls neither a model nor a world; only the workbench's worker steps a live episode.
Widgets and plotting libraries are imported when one of the names below is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .fidelity_plot import fidelity_figure
    from .graph_view import GraphView
    from .page import episode_html, save_html
    from .plan_view import PlanView
    from .plots import plan_figure
    from .pyvis_view import graph_html, save_graph_html, to_pyvis
    from .side_by_side import SideBySide
    from .workbench import Workbench

_HOMES = {
    "GraphView": "graph_view",
    "PlanView": "plan_view",
    "SideBySide": "side_by_side",
    "Workbench": "workbench",
    "fidelity_figure": "fidelity_plot",
    "graph_html": "pyvis_view",
    "episode_html": "page",
    "plan_figure": "plots",
    "save_graph_html": "pyvis_view",
    "save_html": "page",
    "to_pyvis": "pyvis_view",
}

__all__ = [
    "GraphView",
    "PlanView",
    "SideBySide",
    "Workbench",
    "episode_html",
    "fidelity_figure",
    "graph_html",
    "plan_figure",
    "save_graph_html",
    "save_html",
    "to_pyvis",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
