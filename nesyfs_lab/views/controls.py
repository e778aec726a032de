"""Buttons, timeline, status line and error panel of the workbench: what they show, not what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import ipywidgets as widgets

from .events_line import EventsLine
from .frames import Frame, Record
from .panels.headline import error_html, status_html, step_html, title_html
from .timeline_view import Timeline

Handler = Callable[[], object]


class Controls:
    """The upper part of the workbench.

    Args:
        step, run, pause, cancel, reset: called when their button is pressed.
        slide: called with the timeline's position when it was moved; ``extend`` is no such move.
        opens: called with the title of the panel that a person wants to see.
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
        opens: Callable[[str], object],
    ) -> None:
        self.step = _button("Step", "step-forward", "Play one step", step, "primary")
        self.run = _button("Run", "play", "Play until the episode ends or Pause is pressed", run)
        self.pause = _button("Pause", "pause", "Stop after the step in progress", pause)
        self.cancel = _button("Cancel", "stop", "Abandon the step in progress; nothing of it is recorded", cancel)
        self.reset = _button("Reset", "undo", "Begin again: same world, agent and seed", reset)
        self.timeline = Timeline()
        self.timeline.on_move(slide)
        self.events = EventsLine(opens)
        self.newest_button = _button("Newest", "step-forward", "Back to the newest step", self.go_to_newest)
        self.title, self.line, self.status, self.error = (widgets.HTML() for _ in range(4))
        buttons = widgets.HBox([self.step, self.run, self.pause, self.cancel, self.reset])
        between = widgets.Layout(align_items="center", justify_content="space-between")
        row = widgets.HBox([buttons, self.newest_button], layout=between)
        self.box = widgets.VBox([self.title, row, self.timeline, self.events, self.line, self.status, self.error])

    def enable(self, *, can_step: bool, busy: bool, can_reset: bool) -> None:
        """Which buttons may be pressed."""
        self.step.disabled = self.run.disabled = busy or not can_step
        self.pause.disabled = self.cancel.disabled = not busy
        self.reset.disabled = not can_reset

    @property
    def newest(self) -> bool:
        """The newest step is shown."""
        return bool(self.timeline.value == self.timeline.last)

    def extend(self, frames: Iterable[Frame], follow: bool) -> None:
        """There are now these ``frames``; ``follow`` goes to the newest. The caller draws what is shown then."""
        self.timeline.extend(frames, follow)

    def go_to_newest(self) -> None:
        """As if a person had."""
        self.timeline.value = self.timeline.last

    def tell(self, text: str, busy: bool = False) -> None:
        """The status line."""
        self.status.value = status_html(text, busy)

    def entitle(self, record: Record, frame: Frame | None) -> None:
        """The line above all: the task, as far as it is known at ``frame``, and who plays it."""
        seen = frame and (frame.observed or frame.seen)
        self.title.value = title_html(record, seen.task if seen else "")

    def describe(self, frame: Frame | None, last: int, draft: bool = False) -> None:
        """The line about the shown step, and its events."""
        self.events.show(frame)
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
