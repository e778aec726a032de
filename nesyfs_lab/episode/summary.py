"""An episode in a few words: what a notebook cell shows of it. Pure strings, all text escaped."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from ..events import Acted, Event, Failed, Generated, Reflected, Updated
from .header import fork_in_words

if TYPE_CHECKING:
    from .episode import Episode

COLUMNS = ("step", "action", "chosen by", "votes (Yes of all)", "belief", "tokens", "seconds")
SHOWN = 120  # characters of an action


def outcome(ep: Episode) -> str:
    """How it stands, in one phrase."""
    if ep.won:
        return f"solved in {ep.steps} steps"
    if ep.done:
        return f"over after {ep.steps} steps, not solved"
    return f"not over, {ep.steps} steps so far" if ep.steps else "not started"


def text_summary(ep: Episode) -> str:
    """One line."""
    kind = ", ".join(filter(None, ("live" if ep.live else "recorded", fork_in_words(ep.header))))
    return f"<Episode ({kind}): {ep.task or 'task unknown'}: {outcome(ep)}, {len(ep.graph)} triplets believed>"


def html_summary(ep: Episode) -> str:
    """Task, outcome and a table of steps."""
    model = ep.header.get("model", {}).get("name", "unknown model")
    world = ep.header.get("world", {}).get("name", "unknown world")
    rows = "".join(_row(step, list(events)) for step, events in groupby(ep.events, key=lambda e: e.step) if step > 0)
    heads = "".join(f"<th style='text-align:left'>{head}</th>" for head in COLUMNS)
    fork = f"; {words}" if (words := fork_in_words(ep.header)) else ""
    cut = "<p>The file was cut: the steps after the last whole one are lost.</p>" if ep.cut else ""
    return (
        f"<div><p><b>{escape(ep.task) or 'Not started yet'}</b><br>{escape(outcome(ep))}; score {ep.score:.2f}; "
        f"{len(ep.graph)} triplets believed; {escape(str(model))} in {escape(str(world))}, "
        f"seed {escape(str(ep.header.get('seed')))}{escape(fork)}</p>{cut}"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(step: int, events: list[Event]) -> str:
    acted = next((e for e in events if isinstance(e, Acted)), None)
    votes = [e.tally for e in events if isinstance(e, Reflected)]
    by_hand = " ✎" if any(isinstance(e, Updated) and e.edited for e in events) else ""
    added = sum(len(e.added) for e in events if isinstance(e, Updated))
    removed = sum(len(e.removed) for e in events if isinstance(e, Updated))
    answered = [e for e in events if isinstance(e, Generated)]
    failed = " (!)" if any(isinstance(e, Failed) for e in events) else ""
    cells = (
        str(step),
        (acted.action if acted else "")[:SHOWN],
        (acted.source if acted else "") + failed,
        ", ".join(votes),
        f"+{added} \N{MINUS SIGN}{removed}{by_hand}",
        str(sum(e.prompt_tokens + e.completion_tokens for e in answered)),
        f"{sum(e.seconds for e in answered):.1f}",
    )
    return "<tr>" + "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in cells) + "</tr>"
