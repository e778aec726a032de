"""The What if panel: change the belief, the action or the agent's settings at the shown step, and fork the episode."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import ipywidgets as widgets

from ..graph import KnowledgeGraph, Triplet
from .agent_numbers import NumberFields
from .frames import Frame
from .panels.headline import error_html
from .text import one_line

_PARTS = re.compile(r"\s*[|,—]\s*")
_LISTED = 500  # triplets and actions that a field offers
_HELP = (
    "The episode stays as it is. A fork begins with its steps up to the shown one, takes your changes in, and goes its "
    "own way below, beside the original. What you enter stays for another fork; Clear empties it, for a control: the "
    "same with nothing changed."
)
_MADE = '<div class="nl-panel" role="status">↓ The fork was put below this panel. Press its <b>Step</b>.</div>'


class Wish(NamedTuple):
    """What a person wants otherwise after ``step``."""

    step: int
    add: tuple[Triplet, ...]
    remove: tuple[Triplet, ...]
    action: str | None
    agent: Any


class WhatIf:
    """The fields, and a button.

    Args:
        wished: called with what a person wants; what it raises is shown here.
    """

    def __init__(self, wished: Callable[[Wish], object]) -> None:
        self._wished = wished
        self._frame: Frame | None = None
        self._agent: Any = None
        full = widgets.Layout(width="auto")
        self.where = widgets.HTML()
        self.remove = widgets.SelectMultiple(layout=full)
        self.add = widgets.Textarea(
            rows=4, layout=full, placeholder="One triplet a line, for example:\nmug 1 | on | shelf 1"
        )
        self.action = widgets.Combobox(
            description="Next action",
            style={"description_width": "170px"},
            layout=full,
            placeholder="Leave empty to let the agent choose",
            ensure_option=False,
        )
        self.numbers = NumberFields()
        self._titled_fields = _titled("Settings of the agent", self.numbers.box)
        self._titled_fields.layout.display = "none"
        self.button = widgets.Button(
            description="Fork here",
            icon="code-fork",
            button_style="primary",
            tooltip="A second episode goes on from the shown step with these changes",
        )
        self.button.on_click(lambda _: self.fork())
        self.clear_button = widgets.Button(
            description="Clear",
            icon="eraser",
            layout={"width": "auto"},
            tooltip="Change nothing",
        )
        self.clear_button.on_click(lambda _: self.clear())
        self.said = widgets.HTML()  # a mistake, or that the fork is made
        columns = widgets.GridBox(
            [
                _titled("Forget these triplets (Ctrl-click for several)", self.remove),
                _titled("Believe these as well", self.add),
            ],
            layout=widgets.Layout(grid_template_columns="minmax(0, 1fr) minmax(0, 1fr)", grid_gap="12px", width="100%"),
        )
        self.box = widgets.VBox(
            [
                self.where,
                columns,
                self.action,
                self._titled_fields,
                widgets.HBox([self.button, self.clear_button, self.said]),
            ],
            layout=widgets.Layout(width="100%"),
        )
        self.box.add_class("nl-what-if")

    def show(self, frame: Frame | None, agent: Any) -> None:
        """Offer what can be changed after ``frame``, for forks in which ``agent`` goes on (None: nobody can)."""
        ended = bool(frame and frame.observed and (frame.observed.terminated or frame.observed.truncated))
        self.button.disabled = frame is None or agent is None or ended
        told = "No step yet." if frame is None else f"<b>After step {frame.step}.</b> {_HELP}"
        if frame is not None and ended:
            told = f"The episode is over after step {frame.step}: go back in time to fork it."
        elif frame is not None and agent is None:
            told = (
                "A recording holds no model and no world. To fork it, open it with both: "
                "<code>nl.Workbench(recorded, env=env, agent=agent)</code>."
            )
        if frame is not None and len(frame.after) > _LISTED:
            told += f" The first {_LISTED} of {len(frame.after):,} triplets are listed; episode.fork forgets any."
        self.where.value = f'<div class="nl-panel">{told}</div>'
        if frame is not self._frame:
            self.said.value = ""
        if frame is not None and frame is not self._frame:
            triplets = tuple(frame.after)[:_LISTED]
            kept = set(self.remove.value)
            self.remove.options = [(" — ".join(one_line(part, 60) for part in t), t) for t in triplets]
            self.remove.value = tuple(t for t in triplets if t in kept)
            self.remove.rows = min(12, max(4, len(triplets)))
            admissible = (frame.observed and frame.observed.admissible) or ()
            # A field holds one short line; what would be cut could not be played.
            self.action.options = tuple(action for action in admissible[:_LISTED] if one_line(action, 200) == action)
        self._frame = frame
        self._agent = agent
        self.numbers.show(agent)
        self._titled_fields.layout.display = "" if self.numbers.box.children else "none"

    def clear(self) -> None:
        """Change nothing: the next fork is a control."""
        self.remove.value, self.add.value, self.action.value, self.said.value = (), "", "", ""
        self.numbers.reset()

    def fork(self) -> None:
        """Hand over what the fields say; a mistake in them is told, and they stay."""
        self.said.value = ""
        try:
            if self._frame is None or self._agent is None:
                raise ValueError("there is nothing to fork yet")
            self._wished(
                Wish(
                    step=self._frame.step,
                    add=read_triplets(self.add.value, self._frame.after),
                    remove=tuple(self.remove.value),
                    action=self.action.value.strip() or None,
                    agent=self.numbers.changed(),
                )
            )
        except Exception as error:
            self.said.value = error_html(str(error) or type(error).__name__, "")
        else:
            self.said.value = _MADE


def read_triplets(text: str, belief: KnowledgeGraph) -> tuple[Triplet, ...]:
    """One triplet a line, its parts between ``|``, ``,`` or ``—``; those that ``belief`` holds are left out.

    Raises:
        ValueError: when a line has not three parts.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            parts = _PARTS.split(line.strip())
            if len(parts) != 3 or not all(parts):
                raise ValueError(
                    f"line {number}: write a triplet as three parts, such as mug 1 | on | shelf 1, not {line.strip()!r}"
                )
            found.append(Triplet(*parts))
    return tuple(triplet for triplet in found if triplet not in belief)


def _titled(title: str, child: widgets.Widget) -> widgets.VBox:
    head = widgets.HTML(f'<div class="nl-panel"><h4>{title}</h4></div>')
    return widgets.VBox([head, child], layout=widgets.Layout(width="100%", min_width="0"))
