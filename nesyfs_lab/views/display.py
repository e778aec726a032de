"""The lower part of the workbench: four panels that show one frame. Only the visible one is drawn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ipywidgets as widgets

from .frames import Frame, Record
from .graph_view import GraphView
from .panels.decision import decision_html
from .panels.plan import no_plan_html, plan_html
from .prompts_view import PromptsView
from .truths import Truths

TITLES = ("Belief", "Decision", "Plan", "Prompts")
_PICTURES = 16  # plans whose picture is kept


class Display:
    """Belief, Decision, Plan and Prompts as tabs."""

    def __init__(self) -> None:
        self.graph = GraphView()
        self.decision, self.plan, self.prompts = widgets.HTML(), widgets.HTML(), PromptsView()
        self.tabs = widgets.Tab(
            [widgets.Box([self.graph]), _scrolling(self.decision), _scrolling(self.plan), _scrolling(self.prompts)],
            titles=TITLES,
        )
        self.graph.layout.width = "100%"
        self.header: Mapping[str, Any] = {}
        self.planned_steps: Iterable[int] = ()
        self._truths: tuple[Record, Truths] | None = None
        self._frame: Frame | None = None
        self._draft = False
        self._stale: set[int] = set()
        self._pictures: OrderedDict[tuple[int, bool], bytes] = OrderedDict()

    def take_in(self, record: Record, frames: Sequence[Frame], new: Iterable[Frame]) -> None:
        """The record has ``frames``, of which ``new`` are new."""
        for frame in new:
            self.graph.learn(frame)
        self.header = record.header
        self.planned_steps = [frame.step for frame in frames if frame.planned is not None]
        if self._truths is None or self._truths[0] is not record:
            self._truths = record, Truths(record)
            self.graph.truth_of = self._truths[1].at
        self.graph.comparable = self._truths[1].known

    def show(self, frame: Frame | None, draft: bool = False) -> None:
        """Draw ``frame`` in the visible panel now, and in the others when they are opened."""
        self._frame, self._draft = frame, draft
        self._stale = set(range(len(TITLES)))
        self.refresh()

    def repaint_plan(self) -> None:
        """The page's theme has changed."""
        self._stale.add(TITLES.index("Plan"))
        self.refresh()

    def forget(self) -> None:
        """Another episode begins."""
        self.graph.clear()
        self._pictures.clear()

    def refresh(self) -> None:
        """Draw the visible panel if it shows something old."""
        panel = self.tabs.selected_index
        if panel not in self._stale:
            return
        self._stale.discard(panel)
        frame = self._frame
        match TITLES[panel]:
            case "Belief":
                if frame is not None:
                    self.graph.show(frame)
            case "Decision":
                self.decision.value = "" if frame is None else decision_html(frame, self.header, self._draft)
            case "Plan":
                self.plan.value = self._plan(frame)
            case "Prompts":
                self.prompts.show(frame)

    def _plan(self, frame: Frame | None) -> str:
        if frame is None or (frame.planned is None and not frame.propagated):
            return no_plan_html(self.planned_steps)
        return plan_html(frame, None if frame.planned is None else self._picture(frame))

    def _picture(self, frame: Frame) -> bytes:
        key = frame.step, bool(self.graph.dark)
        if key not in self._pictures:
            from .drawing import png
            from .plots import plan_figure

            assert frame.planned is not None
            self._pictures[key] = png(
                plan_figure(frame.planned.trace, ess_threshold=ess_threshold(self.header), dark=key[1])
            )
            if len(self._pictures) > _PICTURES:
                self._pictures.popitem(last=False)
        return self._pictures[key]


def ess_threshold(header: Mapping[str, Any]) -> float | None:
    """The planner's ESS threshold by the record's settings, None where they do not tell."""
    value: Any = header
    for key in ("agent", "planner", "ess_threshold"):
        value = value.get(key) if isinstance(value, Mapping) else None
    return float(value) if isinstance(value, int | float) else None


def _scrolling(child: widgets.Widget) -> widgets.Box:
    box = widgets.Box([child])
    box.add_class("nl-scroll")
    child.layout.width = "100%"
    return box
