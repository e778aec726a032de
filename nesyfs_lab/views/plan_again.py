"""Planning a step again from the workbench: which numbers of the planner, which seed, and a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import ipywidgets as widgets

from .agent_numbers import NumberFields
from .panels.headline import error_html

_HELP = (
    "The plan begins again where the recorded one began: the same belief, observation and proposal. Nothing is played, "
    "the episode stays as it is, and the new plan appears below the recorded one. It is made by the model of this "
    "workbench's agent, with the numbers below."
)
_NOBODY = (
    "A recording holds no model. To plan again, open it with an agent: "
    "<code>nl.Workbench(recorded, agent=nl.NeSyFS(model))</code>."
)
_BUSY = '<div class="nl-panel">Planning … The line above the tabs tells how far it is, and Cancel there stops it.</div>'
_SEED = "Leave empty for the recorded seed"


class PlanWish(NamedTuple):
    """How a person wants the plan of ``step`` made again; no ``seed``: with the chance of the recorded one."""

    step: int
    agent: Any
    seed: int | None


class PlanAgain:
    """The fields, and a button.

    Args:
        wished: called with what a person wants; what it raises is shown here.
        dropped: called when a person is done with a plan that was made again.
    """

    def __init__(self, wished: Callable[[PlanWish], object], dropped: Callable[[], object]) -> None:
        self._wished = wished
        self._step: int | None = None
        self.told = widgets.HTML()
        self.numbers = NumberFields("planner.")
        self.seed = widgets.Text(
            description="seed", placeholder=_SEED, style={"description_width": "170px"}, layout={"width": "auto"}
        )
        self.button = widgets.Button(
            description="Plan again",
            icon="refresh",
            button_style="primary",
            tooltip="Make this plan again with these numbers; Cancel stops it",
        )
        self.button.on_click(lambda _: self.plan())
        self.drop = widgets.Button(
            description="Recorded plan alone",
            icon="times",
            layout={"width": "auto"},
            tooltip="Take the plan that was made again off the page",
        )
        self.drop.on_click(lambda _: dropped())
        self.error, self.busy = widgets.HTML(), widgets.HTML()
        self._fields = widgets.VBox([self.numbers.box, self.seed, widgets.HBox([self.button, self.drop, self.busy])])
        self.box = widgets.VBox([self.told, self._fields, self.error], layout=widgets.Layout(width="100%"))

    def show(self, step: int, agent: Any, made: bool) -> None:
        """Offer to plan ``step`` again by ``agent``; ``made``: such a plan is on the page."""
        if step != self._step:
            self.error.value = ""
        self._step = step
        able = hasattr(agent, "plan")
        self.told.value = f'<div class="nl-panel">{_HELP if able else _NOBODY}</div>'
        self._fields.layout.display = "" if able else "none"
        self.drop.layout.display = "" if made else "none"
        if able:
            self.numbers.show(agent)

    def plan(self) -> None:
        """Hand over what the fields say; a mistake in them is told, and they stay."""
        self.error.value = ""
        try:
            if self._step is None:
                raise ValueError("there is no plan yet")
            self.button.disabled, self.busy.value = True, _BUSY
            self._wished(PlanWish(self._step, self.numbers.changed(), _seed(self.seed.value)))
        except Exception as error:
            self.rest()
            self.error.value = error_html(str(error) or type(error).__name__, "")

    def rest(self) -> None:
        """Nothing is made any more."""
        self.button.disabled, self.busy.value = False, ""


def _seed(text: str) -> int | None:
    if not text.strip():
        return None
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if seed < 0:
        raise ValueError(f"seed must be a whole number from 0, or empty, not {text.strip()!r}")
    return seed
