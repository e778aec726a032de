"""How true a belief is, step by step: read from a record whose world tells its truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..episode import Comparison, beside_truth

if TYPE_CHECKING:
    import pandas as pd

    from ..episode.truth import Record

COLUMNS = ["step", "true", "stale", "false", "untold", "missing", "told", "precision", "recall", "staleness"]


def fidelity(episode: Record) -> pd.DataFrame:
    """One row a step, the reset's first.

    Columns: ``step``; ``true``, ``stale``, ``false``, ``untold`` (triplets of the belief, see ``episode.truth``);
    ``told`` (facts that observations named so far), ``missing`` (those of them that the belief lacks); ``precision``
    = true / (true + stale + false); ``recall`` = (told - missing) / told; ``staleness`` = stale / (true + stale +
    false). A share of nothing is NaN.

    Raises:
        ValueError: when the record holds no truth, or no language is known in which it is told.
    """
    import pandas as pd

    return pd.DataFrame([_row(each) for each in beside_truth(episode)], columns=COLUMNS)


def _row(compared: Comparison) -> dict[str, Any]:
    true, stale, false = (compared.count(verdict) for verdict in ("true", "stale", "false"))
    missing = len(compared.missing)
    return {
        "step": compared.step,
        "true": true,
        "stale": stale,
        "false": false,
        "untold": compared.count("untold"),
        "missing": missing,
        "told": compared.told,
        "precision": _share(true, true + stale + false),
        "recall": _share(compared.told - missing, compared.told),
        "staleness": _share(stale, true + stale + false),
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
