"""Buttons, slider, status line and error panel of the workbench: what they show, not what they do."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as widgets

from .frames import Frame
from .panels.headline import error_html, status_html, step_html

Handler = Callable[[], object]


class Controls:
    """The upper part of the workbench.

    Args:
        step, run, pause, cancel, reset: called when their button is pressed.
        slide: called with the slider's position, whoever moved it.
    """

    def __init__(
        self,
        *,
        step: Handler,
        run: Handler,
        pause: Handler,
        cancel: Handler,
        reset: Handler,
        slide: Callable[[int], None],
    ) -> None:
        self.step = _button("Step", "step-forward", "Play one step", step, "primary")
        self.run = _button("Run", "play", "Play until the episode ends or Pause is pressed", run)
        self.pause = _button("Pause", "pause", "Stop after the step in progress", pause)
        self.cancel = _button("Cancel", "stop", "Abandon the step in progress; nothing of it is recorded", cancel)
        self.reset = _button("Reset", "undo", "Begin again: same world, agent and seed", reset)
        self.slider = widgets.IntSlider(
            0, 0, 0, description="Time", readout=False, layout=widgets.Layout(flex="1 1 auto", width="auto"),
            tooltip="Go back in time; arrow keys move by one step",
        )  # fmt: skip
        self.slider.observe(lambda change: slide(change["new"]), "value")
        self.newest_button = _button("Newest", "step-forward", "Back to the newest step", self._go_to_newest)
        self.title, self.line, self.status, self.error = (widgets.HTML() for _ in range(4))
        buttons = widgets.HBox([self.step, self.run, self.pause, self.cancel, self.reset])
        row = widgets.HBox([buttons, self.slider, self.newest_button], layout=widgets.Layout(align_items="center"))
        self.box = widgets.VBox([self.title, row, self.line, self.status, self.error])

    def enable(self, *, can_step: bool, busy: bool, can_reset: bool) -> None:
        """Which buttons may be pressed."""
        self.step.disabled = self.run.disabled = busy or not can_step
        self.pause.disabled = self.cancel.disabled = not busy
        self.reset.disabled = not can_reset

    @property
    def newest(self) -> bool:
        """The slider stands at its end."""
        return bool(self.slider.value == self.slider.max)

    def extend(self, steps: int, follow: bool) -> None:
        """There are now ``steps`` positions; ``follow`` goes to the last one."""
        self.slider.max = max(0, steps - 1)
        if follow:
            self.slider.value = self.slider.max

    def _go_to_newest(self) -> None:
        self.slider.value = self.slider.max

    def tell(self, text: str, busy: bool = False) -> None:
        """The status line."""
        self.status.value = status_html(text, busy)

    def describe(self, frame: Frame | None, last: int, draft: bool = False) -> None:
        """The line about the shown step."""
        self.line.value = step_html(frame, last, draft)

    def fail(self, error: str, trace: str) -> None:
        """The error panel; an empty ``error`` takes it away."""
        self.error.value = error_html(error, trace) if error else ""


def _button(word: str, icon: str, tooltip: str, pressed: Handler, style: str = "") -> widgets.Button:
    button = widgets.Button(
        description=word, icon=icon, tooltip=tooltip, button_style=style, layout=widgets.Layout(width="auto")
    )
    button.on_click(lambda _: pressed())
    return button
