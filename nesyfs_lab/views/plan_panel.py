"""The Plan panel of the workbench: the plan of the shown step, or where plans are to be found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import ipywidgets as widgets

from ..episode import Plan, plan_in
from ..events import Event, Planned, Propagated, Resampled
from .frames import Frame
from .panels.plan import no_plan_html
from .plan_again import PlanAgain, PlanWish
from .plan_view import PlanView


class PlanPanel(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A ``PlanView`` and a form to plan again, or a line of text in their place where a step has no plan.

    Args:
        wished: what the form calls; ``grow`` then tells of the plan that is made again, ``rest`` that nothing is made.
    """

    def __init__(self, wished: Callable[[PlanWish], object]) -> None:
        self.none, self.view = widgets.HTML(), PlanView()
        self.form = PlanAgain(wished, self._drop)
        self.folded = widgets.Accordion([self.form.box], titles=["Plan this step again"])
        self.folded.selected_index = None
        # The form stands above, or the plan that it makes would push it away.
        super().__init__([self.none, self.folded, self.view], layout=widgets.Layout(width="100%"))
        self._again: dict[int, Plan] = {}  # those that are done, by step
        self._growing: Plan | None = None
        self._plan: Plan | None = None
        self._agent: Any = None
        self._shown: tuple[Event | None, Event | None] = None, None  # the newest that is drawn, of each plan

    def show(
        self, frame: Frame | None, header: Mapping[str, Any], planned_steps: Iterable[int], agent: Any = None
    ) -> None:
        """Draw the plan of ``frame``, whole or as far as it has come; ``agent`` would plan it again."""
        plan = None if frame is None else plan_in(frame.events, frame.before, frame.seen, header)
        self._plan, self._agent = plan, agent
        self.none.value = no_plan_html(planned_steps) if plan is None else ""
        self.none.layout.display = "" if plan is None else "none"
        self.view.layout.display = "none" if plan is None else ""
        self.folded.layout.display = "" if plan is not None and plan.done else "none"
        self._draw()

    def grow(self, plan: Plan) -> None:
        """A plan that is made again has come so far."""
        if plan.done:
            self._again[plan.step], self._growing = plan, None
        else:
            self._growing = plan
        self._draw()

    def rest(self, plan: Plan | None) -> None:
        """No plan is being made again.

        Where ``plan``, the last one, is not done it is gone, and the one before it is shown again.
        """
        if plan is not None and plan.done:
            self._again[plan.step] = plan
        self._growing = None
        self.form.rest()
        self._draw()

    def clear(self) -> None:
        """Another episode begins."""
        self._shown, self._plan, self._growing = (None, None), None, None
        self._again.clear()

    def _draw(self) -> None:
        plan = self._plan
        if plan is None:
            return
        growing = self._growing
        grows = growing is not None and growing.step == plan.step and bool(growing.moves)
        beside = growing if grows else self._again.get(plan.step)
        self.form.show(plan.step, self._agent, beside is not None)
        newest = _newest(plan), None if beside is None else _newest(beside)
        if any(new is not old for new, old in zip(newest, self._shown, strict=True)):  # most events change nothing here
            self._shown = newest
            self.view.show(plan, beside)

    def _drop(self) -> None:
        if self._plan is not None:
            self._again.pop(self._plan.step, None)
            self._draw()


def _newest(plan: Plan) -> Event:
    return next(e for e in reversed(plan.events) if isinstance(e, Propagated | Resampled | Planned))
