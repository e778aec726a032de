"""A reflection round: five votes against one, and against the exact probability of Yes, as the agent asks for them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from nesyfs_lab.agents import NeSyFS, Situation
from nesyfs_lab.events import Proposed, Reflected
from nesyfs_lab.graph import KnowledgeGraph, Triplet

from . import command_line as cli
from .household import TASK, Stand, WholeBelief, stands
from .measure import show, spread
from .report import table

Votes = int | Literal["exact"]
MOST: dict[Votes, float] = {5: 1.8, "exact": 1.1}
"""How many times the seconds of one vote a round may cost."""


def main(arguments: list[str] | None = None) -> dict[Votes, list[float]]:
    """Run the command line."""
    parser = cli.parser(__doc__, "reflection")
    parser.add_argument("--triplets", type=int, default=40, help="of the belief")
    parser.add_argument("--rounds", type=int, default=10, help="timed in each repeat, after one to warm up")
    args = parser.parse_args(arguments)
    n_ctx = args.n_ctx or cli.needed_context(args.triplets)
    seconds: dict[Votes, list[float]] = {1: [], 5: [], "exact": []}
    absent: dict[Votes, str] = {}
    found: dict[str, Any] = {}
    try:
        for repeat in range(args.repeats):
            order = [*seconds][repeat % 3 :] + [*seconds][: repeat % 3]
            for votes in order:
                with cli.load(args.model, args.threads, n_ctx) as model:
                    found = found or cli.conditions(model.info)
                    try:
                        agent = NeSyFS(model, votes=votes, reflections=1, memory=WholeBelief())
                    except (TypeError, ValueError):
                        absent[votes] = "not there"
                        continue
                    took = [*rounds(agent, args.triplets, args.rounds, args.seed)]
                seconds[votes].append(statistics.fmean(took[1:]))
                show(f"repeat {repeat + 1}: votes={votes}, {seconds[votes][-1]:.2f} s a round", end="\n")
    except KeyboardInterrupt:
        show("Interrupted: these are the results so far.", end="\n")
    plain = {
        **found,
        "triplets": args.triplets,
        "rounds": args.rounds,
        "seconds a round": {str(votes): values for votes, values in seconds.items()},
        "absent": {str(votes): why for votes, why in absent.items()},
    }
    markdown = "\n\n".join(["# A reflection round", cli.told(found), _table(seconds, absent) + "\n"])
    cli.write(args.output, f"reflection-{found['model']['name']}", plain, markdown)
    return seconds


def rounds(agent: NeSyFS, triplets: int, count: int, seed: int) -> Iterator[float]:
    """Seconds of ``count`` + 1 rounds, each about another state of the same episode; the first is cold."""
    first, _ = stands(triplets)
    belief = first.belief
    for number in range(count + 1):
        yield _seconds(agent, belief, first, np.random.default_rng([seed, number]))
        belief = belief.updated(add=[Triplet("you", "went to", f"drawer {number + 3}")])


def _seconds(agent: NeSyFS, belief: KnowledgeGraph, stand: Stand, rng: np.random.Generator) -> float:
    """From the proposal to the verdict."""
    begun = 0.0
    for event in agent.decide(Situation(TASK, belief, stand.observation, stand.admissible), rng):
        if isinstance(event, Proposed):
            begun = time.perf_counter()
        elif isinstance(event, Reflected):
            return time.perf_counter() - begun
    raise RuntimeError("the agent decided without reflecting")


def _table(seconds: dict[Votes, list[float]], absent: dict[Votes, str]) -> str:
    rows = []
    for votes, values in seconds.items():
        times = [value / one for value, one in zip(values, seconds[1], strict=False)]
        most = MOST.get(votes)
        reached = "-" if most is None or not times else "yes" if statistics.median(times) <= most else "**no**"
        middle = f"{statistics.median(times):.2f}" if times else "-"
        rows.append([votes, absent.get(votes) or spread(values, 2), middle, most or "-", reached])
    return table(["votes", "seconds a round (range)", "times one vote", "at most", "reached"], rows)


if __name__ == "__main__":
    main()
