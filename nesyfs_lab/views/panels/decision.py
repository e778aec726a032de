"""The Decision panel: what the agent saw, proposed, doubted and did, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from ...events import Failed, Reflected, Updated
from ...graph import Triplet
from ..frames import Attempt, Frame
from ..palette import EDITED, EVENTS, FAILURE
from ..text import escape, plural
from .pieces import code, folded, said, section, source_badge, tag, triplet_list, vote_sign

EVERY_STEP = 60  # triplets of a change that are listed without asking


def decision_html(frame: Frame, header: Mapping[str, Any] | None = None, draft: bool = False) -> str:
    """One step's decision.

    Args:
        frame: the step.
        header: of the record, for the rule of the vote.
        draft: the step is still going on.
    """
    agent = (header or {}).get("agent")
    needed = rule(agent if isinstance(agent, Mapping) else {})
    parts = [failures(frame)]
    if frame.seen is not None:
        parts.append(section("Seen before deciding", said(frame.seen.observation)))
    slow = bool(frame.planned or frame.propagated)
    parts += [attempt(number, a, needed, slow) for number, a in enumerate(frame.attempts, 1)]
    if frame.planned is not None:
        plan = f"The plan chose {code(frame.planned.action)} <span class='nl-dim'>(see Plan)</span>"
        parts.append(section("Slow thinking", plan))
    parts.append(outcome(frame))
    parts += [edit(made) for made in frame.edits]
    if draft:
        parts.append('<p class="nl-dim">This step is still going on; it is recorded when it is complete.</p>')
    return tag("div", "".join(parts) or '<p class="nl-dim">Nothing has happened yet.</p>', "nl-panel")


def rule(agent: Mapping[str, Any]) -> str:
    """What lets an action pass, by the record's settings: "4 needed"; "" where they do not tell."""
    votes, agreement = agent.get("votes"), agent.get("agreement")
    if not isinstance(agreement, int | float):
        return ""
    if votes == "exact":
        return f"{agreement:.2f} needed"
    return f"{ceil(Fraction(str(agreement)) * votes)} needed" if isinstance(votes, int) else ""


def attempt(number: int, made: Attempt, needed: str, slow: bool = False) -> str:
    """A proposal with its votes; ``slow``: slow thinking followed."""
    proposed, reflected = made.proposed, made.reflected
    body = f'<div class="nl-action">{code(proposed.action)}</div>{said(proposed.thought)}'
    if reflected is None:
        reason = ": the vetoes are used up, so slow thinking decides" if slow else ""
        body += f'<p class="nl-dim">Not voted on{reason}.</p>'
    else:
        body += votes(reflected, needed)
    state = "" if reflected is None else "nl-passed" if reflected.aligned else "nl-vetoed"
    return section(f"Fast thinking, proposal {number}", body, state)


def votes(reflected: Reflected, needed: str) -> str:
    """All votes as sign and word, the verdict by the rule, and each vote's thought."""
    counted = (
        f"{sum(reflected.votes)} of {len(reflected.votes)} Yes"
        if reflected.probability is None
        else f"P(Yes) = {reflected.probability:.3f}"
    )
    told = f" ({needed})" if needed else ""
    verdict = EVENTS["aligned" if reflected.aligned else "vetoed"].word
    chips = " ".join(vote_sign(v) for v in reflected.votes)
    line = f'<div class="nl-votes">{chips} <b>{counted}{told}: {verdict}</b></div>'
    thoughts = reflected.thoughts or (reflected.thought,) * bool(reflected.thought)
    if reflected.thoughts:
        rows = "".join(
            f"<tr><td>{vote_sign(vote)}</td><td>{said(thought, 2_000)}</td></tr>"
            for vote, thought in zip(reflected.votes, thoughts, strict=False)
        )
        body = f'<table class="nl-table">{rows}</table>'
    else:
        body = "".join(said(thought, 2_000) for thought in thoughts)
    # The thoughts of a veto explain the next proposal, so they are open.
    title = "What each vote thought" if reflected.thoughts else "Why"
    return line + (folded(title, body, unfolded=not reflected.aligned) if body else "")


def outcome(frame: Frame) -> str:
    """The action played, the world's answer, and how the belief changed."""
    parts = []
    if frame.action is not None:
        parts.append(f'<div class="nl-action">{code(frame.action)} {source_badge(frame.source)}</div>')
    if frame.observed is not None:
        parts.append(said(frame.observed.observation))
        if frame.observed.score or frame.observed.terminated:
            end = (
                "; the task is solved"
                if frame.observed.won
                else "; the episode is over"
                if frame.observed.terminated
                else ""
            )
            parts.append(f'<p class="nl-dim">Score {frame.observed.score:.2f}{end}</p>')
    added, removed = ([t for t in part if t not in frame.edited] for part in (frame.added, frame.removed))
    if added or removed:
        count = plural(len(added), "triplet") + f" added, {len(removed):,} removed"
        parts.append(folded(f"Belief: {count}", changes(added, removed), unfolded=len(added) + len(removed) <= 12))
    title = "Played" if frame.action is not None else "The episode begins"
    return section(title, "".join(parts), "nl-played") if parts else ""


def changes(added: Sequence[Triplet], removed: Sequence[Triplet]) -> str:
    """Triplets that came and went, so many as can be read."""
    return triplet_list(added[:EVERY_STEP], "added", "+") + triplet_list(removed[:EVERY_STEP], "removed", "−")


def edit(made: Updated) -> str:
    """What a person changed in the belief after the step."""
    title = f"{EDITED.sign} Belief {EDITED.word}, after this step"
    return section(title, changes(made.added, made.removed), "nl-edited")


def failures(frame: Frame) -> str:
    """Unusable answers come first: they explain oddities below."""
    if not frame.failures:
        return ""
    return section("A safe default was taken", "".join(_failure(f) for f in frame.failures), "nl-failed")


def _failure(failed: Failed) -> str:
    line = f"<p>{FAILURE.sign} <b>{escape(failed.purpose, 60)}</b>: {escape(failed.reason, 1_000)}</p>"
    return line + (folded("The answer as it came", said(failed.answer)) if failed.answer else "")
