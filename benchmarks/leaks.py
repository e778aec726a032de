"""Plans and reflection rounds in a row, and the memory after each: it should not grow after the first tenth."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from . import command_line as cli
from .household import stands
from .measure import show
from .report import table
from .workload import Setting, plan, reflection

MOST = 0.02
"""Growth of resident memory after the first tenth."""


def main(arguments: list[str] | None = None) -> list[float]:
    """Run the command line."""
    parser = cli.parser(__doc__, "leaks")
    parser.add_argument("--plans", type=int, default=30, help="short ones, of N = 2 and L = 2")
    parser.add_argument("--rounds", type=int, default=200, help="of reflection, five votes each")
    args = parser.parse_args(arguments)
    setting = Setting(particles=2, horizon=2, seed=args.seed)
    memory: list[float] = []
    model = cli.load(args.model, args.threads, args.n_ctx or cli.needed_context(60))
    found = cli.conditions(model.info)
    turns = order(args.plans, args.rounds)
    try:
        with model:
            for number, turn in enumerate(turns):
                rng = np.random.default_rng([args.seed, number])
                stand = stands(20 + number % 40)[number % 2]
                if turn == "plan":
                    for _ in plan(model, setting, stand, rng):
                        pass
                else:
                    reflection(model, setting, stand, rng)
                memory.append(resident_memory())
                show(f"[{number + 1}/{len(turns)}] {turn}: {memory[-1]:,.1f} MiB", end="\n")
    except KeyboardInterrupt:
        show("Interrupted: these are the results so far.", end="\n")
    tenth = len(memory) // 10
    grown = max(memory[tenth:], default=0) / memory[tenth] - 1 if memory else 0.0
    rows = [["after the first tenth", f"{memory[tenth]:,.1f}"], ["most after it", f"{max(memory[tenth:]):,.1f}"]]
    verdict = f"It grew by {grown:.2%}, at most {MOST:.0%} is right: {'reached' if grown <= MOST else '**missed**'}."
    plain = {**found, "plans": args.plans, "rounds": args.rounds, "MiB": memory}
    parts = ["# Memory", cli.told(found), f"{len(memory)} of {len(turns)} turns.", table(["", "MiB"], rows), verdict]
    cli.write(args.output, f"leaks-{found['model']['name']}", plain, "\n\n".join(parts) + "\n")
    return memory


def order(plans: int, rounds: int) -> list[str]:
    """Plans and rounds, evenly mixed."""
    turns = [((i + 0.5) / plans, "plan") for i in range(plans)] + [((i + 0.5) / rounds, "round") for i in range(rounds)]
    return [name for _, name in sorted(turns)]


def resident_memory() -> float:
    """MiB of this process that are in memory now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    main()
