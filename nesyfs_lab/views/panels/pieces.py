"""Small pieces of HTML that several panels use."""

from __future__ import annotations

from collections.abc import Iterable

from ...graph import Triplet
from ..palette import SOURCES
from ..text import clean, escape, one_line

LONG = 6_000  # characters of a text that a panel shows without asking


def tag(name: str, content: str, classes: str = "") -> str:
    """``<name class="classes">content</name>``; ``content`` must be HTML already."""
    return f'<{name} class="{classes}">{content}</{name}>' if classes else f"<{name}>{content}</{name}>"


def said(text: str, limit: int = LONG) -> str:
    """A text of the model or the world, line breaks kept; right-to-left text stays in its own box."""
    return f'<div class="nl-said" dir="auto">{escape(text, limit)}</div>'


def code(text: str, limit: int = 300) -> str:
    """An action, set off from the words around it."""
    whole = clean(text[:2_000])
    title = f' title="{escape(whole)}"' if len(text) > limit else ""
    return f'<bdi class="nl-code"{title}>{escape(one_line(text, limit))}</bdi>'


def section(title: str, content: str, classes: str = "") -> str:
    """A titled part of a panel."""
    return f'<section class="nl-section {classes}"><h4>{escape(title)}</h4>{content}</section>'


def folded(summary: str, content: str, unfolded: bool = False) -> str:
    """Something that a click opens; ``summary`` must be HTML already."""
    return f"<details{' open' if unfolded else ''}><summary>{summary}</summary>{content}</details>"


def source_badge(source: str | None) -> str:
    """Who chose the action: sign and word."""
    mark = SOURCES.get(source or "")
    return f'<span class="nl-badge nl-{source}">{mark.sign} {mark.word}</span>' if mark else ""


def vote_sign(yes: bool) -> str:
    """One vote: colour, sign and word."""
    return '<span class="nl-vote nl-yes">✓ Yes</span>' if yes else '<span class="nl-vote nl-no">✗ No</span>'


def triplet(t: Triplet) -> str:
    """``subject — relation — object``, each part in its own direction."""
    return " — ".join(f"<bdi>{escape(one_line(part, 200))}</bdi>" for part in t)


def triplet_list(triplets: Iterable[Triplet], status: str, sign: str) -> str:
    """Triplets with the sign of their status."""
    items = "".join(f"<li>{sign} {triplet(t)}</li>" for t in triplets)
    return f'<ul class="nl-triplets nl-{status}">{items}</ul>' if items else ""
