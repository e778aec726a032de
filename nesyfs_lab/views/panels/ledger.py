"""The Ledger panel: what the model was asked and what it cost, by purpose and by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...episode import Costs, costs, prices_in
from ...events import Generated
from ..frames import Frame
from ..text import escape, one_line
from .headline import DOING
from .pieces import section, tag

_BARS = 60  # steps whose bars are drawn: the newest


def ledger_html(frames: Sequence[Frame], shown: Frame | None, header: Mapping[str, Any] | None = None) -> str:
    """A table by purpose, of the shown step and of the episode up to it, and a bar of seconds a step."""
    if shown is None:
        return tag("div", '<p class="nl-dim">Nothing has happened yet.</p>', "nl-panel")
    so_far = [frame for frame in frames if frame.step < shown.step] + [shown]
    prices = prices_in(header or {})
    calls = [call for frame in so_far for call in frame.calls]
    if not calls:
        return tag("div", '<p class="nl-dim">The model was not called until here.</p>', "nl-panel")
    parts = [
        section(f"Step {shown.step}", _table(shown.calls, prices)) if shown.calls else "",
        section(f"The episode until step {shown.step}", _table(calls, prices)),
        section("Seconds of the model, step by step", _bars(so_far[-_BARS:], shown.step)),
    ]
    return tag("div", "".join(parts), "nl-panel nl-ledger")


def _table(calls: Iterable[Generated], prices: Mapping[str, float] | None) -> str:
    by_purpose: dict[str, list[Generated]] = {}
    for call in calls:
        by_purpose.setdefault(call.purpose, []).append(call)
    rows = [_row(_purpose(purpose), costs(some, prices)) for purpose, some in by_purpose.items()]
    everything = costs((call for some in by_purpose.values() for call in some), prices)
    names = [
        "purpose",
        "calls",
        "prompt tokens",
        "computed",
        "answer tokens",
        "seconds",
        *(["dollars"] if prices else []),
    ]
    head = "".join(f"<th>{name}</th>" for name in names)
    foot = _row("<b>all</b>", everything)
    return f'<table class="nl-table nl-numbers"><tr>{head}</tr>{"".join(rows)}{foot}</table>'


def _row(name: str, cost: Costs) -> str:
    share = f" ({cost.computed_tokens / cost.prompt_tokens:.0%})" if cost.prompt_tokens else ""
    cells = [
        *(name, f"{cost.calls:,}", f"{cost.prompt_tokens:,}", f"{cost.computed_tokens:,}{share}"),
        *(f"{cost.answer_tokens:,}", f"{cost.seconds:,.1f}"),
        *([] if cost.dollars is None else [f"{cost.dollars:.4f}"]),
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _purpose(name: str) -> str:
    doing = DOING.get(name)
    return escape(one_line(name, 40)) + (f' <span class="nl-dim">{doing}</span>' if doing else "")


def _bars(frames: Sequence[Frame], shown: int) -> str:
    longest = max((frame.seconds for frame in frames), default=0.0) or 1.0
    rows = []
    for frame in frames:
        wide = 100 * frame.seconds / longest
        bar = f'<span class="nl-bar nl-{frame.source or "start"}" style="width:{wide:.1f}%"></span>'
        here = ' class="nl-here"' if frame.step == shown else ""
        rows.append(f"<tr{here}><td>{frame.step}</td><td>{bar}</td><td>{frame.seconds:,.1f} s</td></tr>")
    return f'<table class="nl-bars">{"".join(rows)}</table>'
