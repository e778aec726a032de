"""What happened inside one step, event by event, as a row of signs below the timeline."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any, NamedTuple, TypedDict

import traitlets

from ..events import (
    Acted,
    Event,
    Failed,
    Generated,
    Observed,
    Planned,
    Propagated,
    Proposed,
    Reflected,
    Resampled,
    Retrieved,
    Updated,
)
from .frames import Frame
from .page_widget import PageWidget, widget_script
from .palette import EVENTS, SOURCES
from .text import one_line, plural

_LINE = 240  # characters of a line of the hover text


class EventSign(TypedDict):
    """One event: its sign and a few words, all of it in words, and the title of the panel that shows it."""

    name: str
    sign: str
    word: str
    words: str
    panel: str


class _Told(NamedTuple):
    """``name`` is a key of ``palette.EVENTS``; ``more`` follows its word; ``details`` are lines of the hover text."""

    name: str
    panel: str
    more: str = ""
    details: tuple[str, ...] = ()


@dataclass
class _Group:
    """Events that share a sign, one except for the moves and the resampling of one tau, and the calls before them."""

    calls: list[Generated] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def event_signs(frame: Frame) -> list[EventSign]:
    """The step's events in order; the calls of the model are told with what came of them, those under way last."""
    return [_sign(group) for group in _groups(frame.events)]


def _groups(events: Iterable[Event]) -> list[_Group]:
    groups: list[_Group] = []
    calls: list[Generated] = []
    for event in events:
        if isinstance(event, Generated):
            calls.append(event)
            continue
        if not (groups and isinstance(event, Propagated | Resampled) and _tau(groups[-1].events[-1]) == event.tau):
            groups.append(_Group())
        groups[-1].calls += calls
        groups[-1].events.append(event)
        calls = []
    return [*groups, _Group(calls)] if calls else groups


def _tau(event: Event) -> int | None:
    return event.tau if isinstance(event, Propagated | Resampled) else None


def _sign(group: _Group) -> EventSign:
    called = plural(len(group.calls), "call")
    if not group.events:
        told = _Told("asked", "Prompts", called)
    elif _tau(group.events[0]) is not None:
        told = _imagined(group.events)
    else:
        told = _tell(group.events[0])
    mark = EVENTS[told.name]
    word = f"{mark.word} {told.more}".strip()
    lines = [word, *told.details]
    if group.calls:
        tokens = sum(call.prompt_tokens + call.completion_tokens for call in group.calls)
        seconds = sum(call.seconds for call in group.calls)
        lines.append(f"{called} of the model, {plural(tokens, 'token')}, {seconds:.1f} s")
    lines.append(f"A click opens {told.panel}.")
    words = "\n".join(one_line(line, _LINE) for line in lines if line)
    return EventSign(name=told.name, sign=mark.sign, word=word, words=words, panel=told.panel)


def _imagined(events: list[Event]) -> _Told:
    """All that particles did at one tau of a plan."""
    moves = [event for event in events if isinstance(event, Propagated)]
    details = [f"{plural(len(moves), 'particle')} moved, {sum(move.progress for move in moves)} with progress"]
    for event in events:
        if isinstance(event, Resampled):
            kept = len(set(event.ancestors))
            details.append(f"Effective sample size {event.ess:.1f}; {kept} of {len(event.ancestors)} go on")
    return _Told("imagined", "Plan", f"τ {_tau(events[0])}", tuple(details))


@singledispatch
def _tell(event: Event) -> _Told:
    """An event by its kind; all kinds that a record holds are below."""
    raise TypeError(f"an event of the kind {type(event).__name__} has no sign in the line of events")


@_tell.register
def _(event: Retrieved) -> _Told:
    by = f"looked up by {', '.join(event.entities)}" if event.entities else ""
    return _Told("retrieved", "Belief", plural(len(event.triplets), "triplet"), (by,))


@_tell.register
def _(event: Proposed) -> _Told:
    return _Told("proposed", "Decision", "", (event.action, event.thought))


@_tell.register
def _(event: Reflected) -> _Told:
    name = "aligned" if event.aligned else "vetoed"
    return _Told(name, "Decision", event.tally, (event.action, event.thought))


@_tell.register
def _(event: Planned) -> _Told:
    rows, n = event.trace.weights.shape
    return _Told("planned", "Plan", "", (event.action, f"{plural(n, 'particle')}, horizon {rows + 1}"))


@_tell.register
def _(event: Acted) -> _Told:
    source = SOURCES[event.source]
    return _Told("acted", "Decision", "", (event.action, f"chosen by {source.sign} {source.word}"))


@_tell.register
def _(event: Observed) -> _Told:
    return _Told("observed", "Decision", "", (event.observation,))


@_tell.register
def _(event: Updated) -> _Told:
    changes = [f"{sign} {' — '.join(t)}" for sign, part in (("+", event.added), ("−", event.removed)) for t in part[:4]]
    more = f"+{len(event.added)} −{len(event.removed)}"
    return _Told("edited" if event.edited else "updated", "Belief", more, tuple(changes))


@_tell.register
def _(event: Failed) -> _Told:
    return _Told("failed", "Decision", "", (f"{event.purpose}: {event.reason}",))


class EventsLine(PageWidget):
    """The row as a widget.

    Args:
        opens: called with the title of the panel that shows the event which a person chose.
    """

    _esm = widget_script("elements.js", "keys.js", "events_line.js", "events_line_view.js")
    shown: traitlets.Dict[str, Any] = traitlets.Dict({"step": -1, "events": []}).tag(sync=True)

    def __init__(self, opens: Callable[[str], object]) -> None:
        super().__init__()
        self._opens = opens
        self.on_msg(self._chosen)

    def show(self, frame: Frame | None) -> None:
        """The events of ``frame``, as far as it has come."""
        self.shown = {"step": -1, "events": []} if frame is None else {"step": frame.step, "events": event_signs(frame)}

    def _chosen(self, _widget: object, chosen: Any, _buffers: object) -> None:
        """The page says ``{"open": title of a panel}``."""
        if isinstance(chosen, dict) and isinstance(chosen.get("open"), str):
            self._opens(chosen["open"])
