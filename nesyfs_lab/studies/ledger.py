"""What episodes came to: one row an episode, read from the records alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..episode import Episode
from ..events import Acted, Failed, Generated, Planned, Reflected
from ..models.contract import ModelError
from ..models.prices import checked_prices, cost
from .fidelity_table import fidelity

if TYPE_CHECKING:
    import pandas as pd


def outcomes(episodes: Iterable[Episode]) -> pd.DataFrame:
    """One row an episode.

    Columns: ``world``, ``task`` (as the agent is told it), ``model``, ``won``, ``score``, ``steps``, ``vetoes``
    (reflections that said No), ``plans``, ``repeats`` (actions played before in the same episode), ``failures``
    (safe defaults taken), ``precision`` and ``recall`` (of the belief beside the truth, over all steps; NaN where the
    world told none), ``requests``, ``prompt_tokens`` (submitted, once a request), ``cached_tokens`` (those of them
    that were not computed), ``answer_tokens``, ``dollars`` (by the prices that the model was loaded with; None where
    there were none), ``seconds`` (of the model).
    """
    import pandas as pd

    return pd.DataFrame([_row(episode) for episode in episodes])


def _row(episode: Episode) -> dict[str, Any]:
    asked = [e for e in episode.events if isinstance(e, Generated)]
    actions = [e.action for e in episode.events if isinstance(e, Acted)]
    world = episode.header.get("world", {})
    return {
        "world": world.get("name"),
        "task": episode.task,
        "model": episode.header.get("model", {}).get("name"),
        "won": episode.won,
        "score": episode.score,
        "steps": episode.steps,
        "vetoes": sum(isinstance(e, Reflected) and not e.aligned for e in episode.events),
        "plans": sum(isinstance(e, Planned) for e in episode.events),
        "repeats": len(actions) - len(set(actions)),
        "failures": sum(isinstance(e, Failed) for e in episode.events),
        **_truth(episode),
        "requests": len(asked),
        "prompt_tokens": sum(e.prompt_tokens for e in asked),
        "cached_tokens": sum(map(_cached, asked)),
        "answer_tokens": sum(e.completion_tokens for e in asked),
        "dollars": _dollars(asked, episode.header.get("model", {}).get("prices")),
        "seconds": round(sum(e.seconds for e in asked), 1),
    }


def _truth(episode: Episode) -> dict[str, float]:
    try:
        steps = fidelity(episode)
    except ValueError:
        return {"precision": float("nan"), "recall": float("nan")}
    sums = steps.sum()
    judged = sums["true"] + sums["stale"] + sums["false"]
    return {
        "precision": round(sums["true"] / judged, 3) if judged else float("nan"),
        "recall": round(1 - sums["missing"] / sums["told"], 3) if sums["told"] else float("nan"),
    }


def _cached(asked: Generated) -> int:
    return max(0, asked.prompt_tokens - sum(c.prompt_tokens - c.cached_tokens for c in asked.completions))


def _dollars(asked: Iterable[Generated], prices: Any) -> float | None:
    try:
        paid = checked_prices(prices)
    except ModelError:  # none, or a record that somebody else wrote
        return None
    # Greedy answers are all the same one, which was written once.
    return sum(cost(e.completions if e.request.temperature > 0 else e.completions[:1], paid) for e in asked)
