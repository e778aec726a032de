"""The numbers that an agent and its planner were made with, as fields that a person changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import ipywidgets as widgets

SYMBOLS = {"reflections": "(K)", "planner.particles": "(N)", "planner.horizon": "(L)", "planner.lam": "(λ)"}
"""The letters of the paper, which the pictures use, beside the names that code uses."""


class NumberFields:
    """A field for each number of an agent.

    Args:
        only: names of those that are shown begin with this, such as ``"planner."``.
    """

    def __init__(self, only: str = "") -> None:
        self.box = widgets.GridBox(
            layout=widgets.Layout(grid_template_columns="repeat(auto-fill, minmax(270px, 1fr))", width="100%")
        )
        self._only = only
        self._agent: Any = None
        self._fields: dict[str, widgets.Text] = {}

    def show(self, agent: Any) -> None:
        """Offer the numbers of ``agent``; what a person typed stays while it is the same."""
        if agent is self._agent:
            return
        self._agent = agent
        self._fields = {
            name: widgets.Text(
                str(value),
                description=f"{name.removeprefix(self._only)} {SYMBOLS.get(name, '')}".strip(),
                style={"description_width": "170px"},
                layout={"width": "auto"},
            )
            for name, value in numbers_of(agent).items()
            if name.startswith(self._only)
        }
        self.box.children = tuple(self._fields.values())

    def reset(self) -> None:
        """Put back what the agent has."""
        known = numbers_of(self._agent)
        for name, field in self._fields.items():
            field.value = str(known[name])

    def changed(self) -> Any:
        """The agent with the numbers that the fields say.

        Raises:
            ValueError: as ``changed``.
        """
        return changed(self._agent, {name: field.value for name, field in self._fields.items()})


def numbers_of(agent: Any) -> dict[str, int | float | str]:
    """The numbers that an agent and its planner were made with, by name; of agents that are dataclasses."""
    found: dict[str, int | float | str] = {}
    for name, part in (("", agent), ("planner.", getattr(agent, "planner", None))):
        if dataclasses.is_dataclass(part) and not isinstance(part, type):
            for field in dataclasses.fields(part):
                value = getattr(part, field.name)
                if field.init and not isinstance(value, bool) and isinstance(value, int | float):
                    found[name + field.name] = value
    return found


def changed(agent: Any, values: Mapping[str, str]) -> Any:
    """``agent`` with other numbers; itself where none is another.

    Raises:
        ValueError: for a text that is no number, or a number that the agent does not take.
    """
    known = numbers_of(agent)
    other: dict[str, int | float] = {}
    for name, text in values.items():
        try:
            number: int | float = int(text) if isinstance(known[name], int) else float(text)
        except ValueError:
            kind = "a whole number" if isinstance(known[name], int) else "a number"
            raise ValueError(f"{name} must be {kind}, not {text!r}") from None
        if number != known[name]:
            other[name] = number
    planner = {name.removeprefix("planner."): value for name, value in other.items() if name.startswith("planner.")}
    mine: dict[str, Any] = {name: value for name, value in other.items() if not name.startswith("planner.")}
    if planner:
        mine["planner"] = dataclasses.replace(agent.planner, **planner)
    return dataclasses.replace(agent, **mine) if mine else agent
