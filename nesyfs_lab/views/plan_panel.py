"""The Plan panel of the workbench: the plan of the shown step, or where plans are to be found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import ipywidgets as widgets

from ..episode import plan_in
from ..events import Event, Planned, Propagated, Resampled
from .frames import Frame
from .panels.plan import no_plan_html
from .plan_view import PlanView


class PlanPanel(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A ``PlanView``, and a line of text in its place where a step has no plan."""

    def __init__(self) -> None:
        self.none, self.view = widgets.HTML(), PlanView()
        super().__init__([self.none, self.view], layout=widgets.Layout(width="100%"))
        self._shown: Event | None = None  # the newest that is drawn

    def show(self, frame: Frame | None, header: Mapping[str, Any], planned_steps: Iterable[int]) -> None:
        """Draw the plan of ``frame``, whole or as far as it has come."""
        plan = None if frame is None else plan_in(frame.events, frame.before, frame.seen, header)
        self.none.value = no_plan_html(planned_steps) if plan is None else ""
        self.none.layout.display = "" if plan is None else "none"
        self.view.layout.display = "none" if plan is None else ""
        if plan is None:
            return
        newest = next(e for e in reversed(plan.events) if isinstance(e, Propagated | Resampled | Planned))
        if newest is not self._shown:  # most events of a step in progress change nothing here
            self._shown = newest
            self.view.show(plan)

    def clear(self) -> None:
        """Another episode begins."""
        self._shown = None
