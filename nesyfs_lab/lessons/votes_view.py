"""The votes of a record under a slider: what other numbers of votes and another agreement would have decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets

from ..agents.reflection import needed
from ..episode import Episode
from ..events import Reflected
from ..views.palette import EVENTS, NO, YES
from ..views.panels.pieces import code
from ..views.text import escape
from .votes import chance_to_pass


class VotesView(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A row a proposal on which the critic voted; a column each of ``votes``.

    Args:
        episode: with votes, or with probabilities of Yes.
        votes: numbers of votes to compare.

    Raises:
        ValueError: when nobody voted in the episode.
    """

    def __init__(self, episode: Episode, votes: Sequence[int] = (1, 3, 5, 9)) -> None:
        self._cast = [event for event in episode.events if isinstance(event, Reflected)]
        if not self._cast:
            raise ValueError("nobody voted in this episode: it has no reflections")
        self._votes = tuple(votes)
        self.agreement = widgets.FloatSlider(
            value=_recorded(episode), min=0.5, max=1, step=0.05, description="Agreement", layout={"width": "420px"}
        )
        self.table = widgets.HTML()
        self.agreement.observe(self._draw, "value")
        super().__init__([self.agreement, self.table], layout=widgets.Layout(max_width="1000px"))
        self._draw()

    def _draw(self, _change: object = None) -> None:
        self.table.value = votes_html(self._cast, self._votes, round(self.agreement.value, 2))

    def __repr__(self) -> str:
        return f"VotesView({len(self._cast)} proposals, agreement {self.agreement.value:.2f})"


def votes_html(cast: Sequence[Reflected], votes: Sequence[int], agreement: float) -> str:
    """What was cast, what that decides by ``agreement``, and how likely fresh votes let the action pass."""
    heads = "".join(f"<th>{n} {'vote' if n == 1 else 'votes'}: {needed(n, agreement)} Yes</th>" for n in votes)
    rows = "".join(_row(each, votes, agreement) for each in cast)
    top = "<th>step</th><th>proposal</th><th>votes on record</th><th>by them</th>"
    return f'<div class="nl-panel"><table class="nl-chances nl-votes-table"><tr>{top}{heads}</tr>{rows}</table></div>'


def _row(cast: Reflected, votes: Sequence[int], agreement: float) -> str:
    if cast.probability is None:
        signs = "".join(_sign(vote) for vote in cast.votes)
        passed = sum(cast.votes) >= needed(len(cast.votes), agreement)
    else:
        signs, passed = escape(cast.tally), cast.probability >= agreement
    word = EVENTS["aligned" if passed else "vetoed"].word
    verdict = f'<span class="{"nl-yes" if passed else "nl-no"}">{word}</span>'
    cells = "".join(_chance(chance_to_pass(cast, n, agreement)) for n in votes)
    return f"<tr><td>{cast.step}</td><td>{code(cast.action, 60)}</td><td>{signs}</td><td>{verdict}</td>{cells}</tr>"


def _sign(vote: bool) -> str:
    mark, name = (YES, "yes") if vote else (NO, "no")
    return f'<span class="nl-{name}" title="{mark.word}">{mark.sign}</span> '


def _chance(chance: float) -> str:
    bar = f'<div class="nl-track"><i class="nl-fill" style="width:{chance:.1%}"></i></div>'
    return f'<td><div class="nl-chance"><b>{chance:.0%}</b>{bar}</div></td>'


def _recorded(episode: Episode) -> float:
    agent: Any = episode.header.get("agent")
    value = agent.get("agreement") if isinstance(agent, dict) else None
    return float(value) if isinstance(value, int | float) else 0.8
