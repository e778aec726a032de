"""The lower part of the workbench: panels that show one frame. Only the visible one is drawn.

Panels of many parts are made when they are opened first, so that a workbench stands sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import ipywidgets as widgets

from ..episode import Comparison, Plan
from .frames import Frame, Frames, Record
from .graph_view import GraphView
from .pair_view import PairView
from .panels.decision import decision_html
from .panels.ledger import ledger_html
from .plan_again import PlanWish
from .plan_panel import PlanPanel
from .prompts_view import PromptsView
from .timeline_view import Timeline
from .triplets_view import TripletsView
from .truths import Truths
from .what_if import WhatIf, Wish

TITLES = ("Belief", "Triplets", "Decision", "Plan", "Prompts", "Ledger", "What if")
COMPARE = "Compare"

P = TypeVar("P", bound=widgets.Widget)


class Display:
    """Tabs, of which one is seen.

    Args:
        wished, planned: what the panels What if and Plan call when a person wants something else.
        beside: another episode; there is a panel then that compares the two.
        timeline: which the Belief panel follows in the page.
    """

    def __init__(
        self,
        wished: Callable[[Wish], object],
        planned: Callable[[PlanWish], object],
        beside: Record | None = None,
        timeline: Timeline | None = None,
    ) -> None:
        self.graph, self.triplets, self.prompts = GraphView(timeline=timeline), TripletsView(), PromptsView()
        self.decision, self.ledger = widgets.HTML(), widgets.HTML()
        self._wished, self._planned = wished, planned
        self._beside = beside
        self._other = Frames()
        self.titles = (*TITLES, *([COMPARE] if beside is not None else []))
        self._boxes = {title: widgets.Box() for title in self.titles}
        self.tabs = widgets.Tab(list(self._boxes.values()), titles=self.titles)
        at_once = (self.graph, self.triplets, self.decision, self.prompts, self.ledger)
        for title, panel in zip(("Belief", "Triplets", "Decision", "Prompts", "Ledger"), at_once, strict=True):
            self._placed(title, panel)
        for title in self.titles[1:]:  # the graph has a height of its own
            self._boxes[title].add_class("nl-scroll")
        self.graph.observe(lambda _: self._stale.add(self.titles.index("Triplets")), "compare")
        self.header: Mapping[str, Any] = {}
        self.planned_steps: Iterable[int] = ()
        self._frames: Sequence[Frame] = ()
        self._agent: Any = None
        self._truths: tuple[Record, Truths] | None = None
        self._frame: Frame | None = None
        self._draft = False
        self._stale: set[int] = set()

    @cached_property
    def plan(self) -> PlanPanel:
        """The panel Plan."""
        return self._placed("Plan", PlanPanel(self._planned))

    @cached_property
    def what_if(self) -> WhatIf:
        """The panel What if."""
        made = WhatIf(self._wished)
        self._placed("What if", made.box)
        return made

    @cached_property
    def pair(self) -> PairView:
        """The panel Compare, of a display with another episode."""
        return self._placed(COMPARE, PairView())

    def _placed(self, title: str, panel: P) -> P:
        panel.layout.width = "100%"
        self._boxes[title].children = (panel,)
        return panel

    def _made(self, *names: str) -> list[Any]:
        """Those of the panels that are made when they are opened, and were."""
        return [self.__dict__[name] for name in names if name in self.__dict__]

    def take_in(self, record: Record, frames: Sequence[Frame], new: Iterable[Frame], agent: Any = None) -> None:
        """The record has ``frames``, of which ``new`` are new; ``agent`` would go on in forks."""
        for frame in new:
            self.graph.learn(frame)
            self.triplets.learn(frame)
        self.header, self._frames, self._agent = record.header, frames, agent
        self.planned_steps = [frame.step for frame in frames if frame.planned is not None]
        if self._truths is None or self._truths[0] is not record:
            self._truths = record, Truths(record)
            self.graph.truth_of = self._truths[1].at
        self.graph.comparable = self._truths[1].known

    def tell(self) -> None:
        """Tell the page of new steps, once the timeline has a place for them."""
        self.graph.take_in(self._frames)

    def show(self, frame: Frame | None, draft: bool = False) -> None:
        """Draw ``frame`` in the visible panel now, and in the others when they are opened."""
        self._frame, self._draft = frame, draft
        self._stale = set(range(len(self.titles)))
        if not draft:
            self.graph.settle()
        self.refresh()

    def open(self, title: str) -> None:
        """Open the panel of that title, where there is one."""
        if title in self.titles:
            self.tabs.selected_index = self.titles.index(title)

    def forget(self) -> None:
        """Another episode begins."""
        self.graph.clear()
        self.triplets.clear()
        for panel in self._made("plan", "pair"):
            panel.clear()

    def rest(self, plan: Plan | None) -> None:
        """No plan is being made again; ``plan`` is how far the last one came."""
        for panel in self._made("plan"):
            panel.rest(plan)

    def refresh(self) -> None:
        """Draw the visible panel if it shows something old."""
        panel = self.tabs.selected_index
        if panel not in self._stale:
            return
        self._stale.discard(panel)
        if self.titles[panel] == "What if":
            self.what_if.show(None if self._draft else self._frame, self._agent)
        elif self.titles[panel] == "Plan":
            self.plan.show(self._frame, self.header, self.planned_steps, self._agent)
        elif self.titles[panel] == "Prompts":
            self.prompts.show(self._frame)
        elif self._frame is not None:
            self._draw(self.titles[panel], self._frame)

    def _draw(self, panel: str, frame: Frame) -> None:
        match panel:
            case "Belief" if self._draft:  # recorded steps are in the page
                self.graph.show(frame)
            case "Triplets":
                self.triplets.show(frame, self._truth(frame))
            case "Decision":
                self.decision.value = decision_html(frame, self.header, self._draft)
            case "Ledger":
                self.ledger.value = ledger_html(self._frames, frame, self.header)
            case "Compare":
                self._compare(frame)

    def _truth(self, frame: Frame) -> Comparison | None:
        """Where a person wants it, and the world tells it."""
        known = self._truths is not None and self._truths[1].known and self.graph.compare
        return self._truths[1].at(frame) if known and self._truths is not None else None

    def _compare(self, frame: Frame) -> None:
        if self._beside is not None and self._truths is not None:
            self._other.sync(self._beside.events)
            mine = [*(each for each in self._frames if each.step < frame.step), frame]
            self.pair.show((self._beside, self._truths[0]), (self._other, mine), frame.step)
