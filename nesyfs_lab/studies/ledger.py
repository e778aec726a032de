"""What episodes came to: one row an episode, read from the records alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..episode import Episode, costs, prices_in
from ..events import Acted, Failed, Generated, Planned, Reflected
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
    cost = costs((e for e in episode.events if isinstance(e, Generated)), prices_in(episode.header))
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
        "requests": cost.calls,
        "prompt_tokens": cost.prompt_tokens,
        "cached_tokens": cost.cached_tokens,
        "answer_tokens": cost.answer_tokens,
        "dollars": cost.dollars,
        "seconds": round(cost.seconds, 1),
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
