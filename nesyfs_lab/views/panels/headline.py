"""Lines above the panels: what the episode is about, what the shown step came to, what is going on, what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...episode import fork_in_words
from ..frames import Frame, Record
from ..palette import EDITED, FAILURE
from ..text import escape, one_line, plural
from .pieces import code, folded, source_badge, tag

DOING = {
    "act": "proposing an action",
    "reflect": "reflecting",
    "focus": "looking for what matters",
    "extract": "reading triplets",
    "outdated": "finding outdated triplets",
    "observe": "imagining observations",
    "progress": "judging progress",
}
"""Purposes of requests in words."""


def title_html(record: Record, task: str) -> str:
    """Task, model, world, seed, and for a live episode where its record is."""
    header = record.header
    saved = f"saved to {record.path.name}" if record.path else "not saved" if record.live else ""
    seed = f"seed {header['seed']}" if "seed" in header else ""
    facts = (fork_in_words(header), _name(header, "model"), _name(header, "world"), seed, saved)
    about = " · ".join(escape(one_line(fact, 80)) for fact in facts if fact)
    told = " · ".join(filter(None, map(str.strip, task.splitlines())))
    name = escape(one_line(told, 300)) or "Task not known yet"
    hover = f'title="{escape(one_line(told, 1_000))}"'  # a long task is cut at the edge
    return f'<div class="nl-head nl-title" {hover}><b dir="auto">{name}</b> <span class="nl-dim">{about}</span></div>'


def step_html(frame: Frame | None, last: int, draft: bool = False) -> str:
    """The shown step in one line: action, who chose it, votes, belief, cost."""
    if frame is None:
        return '<div class="nl-head nl-step">No step yet: press Step.</div>'
    parts = [f"<b>Step {frame.step}</b> of {max(last, frame.step)}{' (in progress)' if draft else ''}"]
    parts.append(
        f"{code(frame.action, 80)} {source_badge(frame.source)}"
        if frame.action is not None
        else "the first look"
        if not frame.step
        else ""
    )
    tallies = [a.reflected.tally for a in frame.attempts if a.reflected]
    parts.append(f"votes {', '.join(tallies)}" if tallies else "")
    parts.append(
        f'<span class="nl-added">+{len(frame.added)}</span> <span class="nl-removed">−{len(frame.removed)}</span>'
    )
    parts.append(f'<span class="nl-edited">{EDITED.sign} belief {EDITED.word}</span>' if frame.edits else "")
    parts.append(
        f"{plural(frame.tokens_sent + frame.tokens_written, 'token')}, {frame.seconds:.1f} s" if frame.calls else ""
    )
    parts.append(
        f'<span class="nl-failed">{FAILURE.sign} {plural(len(frame.failures), "failure")}</span>'
        if frame.failures
        else ""
    )
    return f'<div class="nl-head nl-step">{" · ".join(part for part in parts if part)}</div>'


def status_html(text: str, busy: bool = False) -> str:
    """What is going on, read out by screen readers."""
    spinner = '<span class="nl-spinner" aria-hidden="true"></span>' if busy else ""
    return f'<div class="nl-head nl-status" role="status">{spinner}{escape(text, 400)}</div>'


def standing_in_words(episode: Any, step: int | None, retired: bool, forks: bool = False) -> str:
    """How an episode stands while nobody works at it, after ``step`` (None: nothing was played).

    Args:
        episode: live or loaded.
        retired: a newer workbench shows it.
        forks: there is an agent that could go on in a fork of a recording.
    """
    if retired:
        return "A newer workbench shows this episode: go on there. The timeline still works here."
    if not episode.live and forks:
        return "A recorded episode: it stays as it is, so the buttons are off. The tab What if forks it after any step."
    if not episode.live:
        return "A recorded episode: it has no world to act in, so the buttons are off. The timeline goes back in time."
    if episode.done:
        return f"{'Solved' if episode.won else 'Over, not solved'} after step {step or 0}."
    return "Ready." if step is None else f"Ready after step {step}."


def error_html(error: str, trace: str) -> str:
    """An exception, with its traceback folded where there is one."""
    body = folded("Traceback", f"<pre>{escape(trace)}</pre>") if trace else ""
    return tag(
        "div", f'<div role="alert">{FAILURE.sign} <b>{escape(error, 2_000)}</b></div>{body}', "nl-panel nl-error"
    )


def _name(header: Mapping[str, Any], part: str) -> str:
    value = header.get(part)
    name = value.get("name", "") if isinstance(value, Mapping) else value or ""
    return str(name)
