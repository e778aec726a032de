"""How true a belief a model keeps along the actions and observations of recorded episodes, and what code makes of them.

Each record is read anew, greedily, with the prompts of today; nothing is decided. The truth is the world's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

import nesyfs_lab as nl
from nesyfs_lab.models.contract import Model

from . import command_line as cli
from .measure import show
from .report import table

COUNTS = ["true", "stale", "false", "untold", "missing", "told"]


def measured(model: Model, episodes: Mapping[str, nl.Episode]) -> pd.DataFrame:
    """One row an episode and a reader, "model" or "code": triplets over all its steps, and their shares."""
    rows: list[dict[str, Any]] = []
    for name, episode in episodes.items():
        for reader, memory in (("model", None), ("code", nl.CodeMemory())):
            show(f"{name}, read by {reader}")
            read = nl.reread(episode, nl.NeSyFS(model, memory=memory))
            counts = dict(zip(COUNTS, nl.fidelity(read)[COUNTS].sum(), strict=True))
            rows.append({"episode": name, "reader": reader, "steps": episode.steps} | counts)
    each = pd.DataFrame(rows)
    whole = each.groupby("reader", sort=False)[["steps", *COUNTS]].sum().reset_index().assign(episode="all")
    found = pd.concat([each, whole], ignore_index=True)
    judged = found["true"] + found["stale"] + found["false"]
    known = found["told"] - found["missing"]
    shares = {
        "precision": found["true"] / judged,
        "recall": known / found["told"],
        "staleness": found["stale"] / judged,
    }
    return found.assign(**shares)


def main(arguments: list[str] | None = None) -> pd.DataFrame:
    """Run the command line."""
    parser = cli.parser(__doc__, "beliefs")
    parser.add_argument("records", nargs="*", type=Path, help="of episodes; default: those in data/episodes")
    args = parser.parse_args(arguments)
    paths: list[Path] = args.records
    episodes = {path.stem: nl.load_episode(path) for path in paths} or {
        name: nl.recording(name) for name in nl.recordings()
    }
    with cli.load(args.model, args.threads, args.n_ctx or 4096) as model:
        found = cli.conditions(model.info)
        score = measured(model, episodes)
    show("", end="\n")
    rows = score.round(3).astype(str).values.tolist()
    markdown = "\n\n".join(["# Beliefs beside the truth", cli.told(found), table(list(score.columns), rows) + "\n"])
    plain: dict[str, Any] = {**found, "score": score.to_dict("records")}
    cli.write(args.output, f"beliefs-{found['model']['name']}", plain, markdown)
    return score


if __name__ == "__main__":
    main()
