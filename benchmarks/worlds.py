"""What a world adds to its engine: time of a step beside the bare engine's, and memory after many resets.

Bare engine and world play the same actions in turn, in one run. Both tell facts and admissible actions.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nesyfs_lab as nl
from nesyfs_lab.worlds import engine
from nesyfs_lab.worlds.textworld import games

from . import command_line as cli
from .leaks import resident_memory
from .measure import show
from .report import table

MOST_TIME, MOST_MEMORY = 1.2, 20.0
"""Times the bare engine's step; MiB after 50 resets."""
RESETS = 50


def _pddl(env: Any) -> Callable[[str], object]:
    bare = engine.Engine()
    bare.load(env.unwrapped.game)
    bare.reset()
    return bare.step


def _textworld(env: Any) -> Callable[[str], object]:
    (recipe,) = (each for each in games.RECIPES if each.id == env.unwrapped.task.id)
    wanted = ("won", "lost", "admissible_commands", "facts", "score", "max_score", "description")
    bare = games.start(recipe, *wanted)
    bare.reset()
    step: Callable[[str], object] = bare.step
    return step


def _scienceworld(env: Any) -> Callable[[str], object]:
    """ScienceWorld's own face, started as it starts it, without its list of valid actions."""
    from scienceworld import ScienceWorldEnv

    bare = ScienceWorldEnv("")
    atexit.register(bare.close)
    name, _, variation = env.unwrapped.task.id.partition("/")
    bare.load(name, int(variation), env.unwrapped.simplifications)
    server = bare.server
    server.step("look around")
    return lambda action: (server.step(action), server.getScore(), server.getCompleted())


PLAYED: dict[str, tuple[str, Callable[[Any], Callable[[str], object]] | None]] = {
    "household": ("level5-0", _pddl),
    "alfworld": ("48", _pddl),
    "textworld": ("cooking-4", _textworld),
    "scienceworld": ("boil/0", _scienceworld),
    "shop": ("0", None),
    "webshop": ("0", None),
}
"""World -> its task, and how its engine alone is started on the same game; a shop is its own engine."""


def measured(name: str, steps: int) -> dict[str, Any]:
    """Milliseconds of a step (median), bare (None without an engine) and ours, and MiB that resets cost."""
    task, start = PLAYED[name]
    env = nl.make_env(name, task=int(task) if task.isdecimal() else task)
    _, info = env.reset()
    bare = start(env) if start else None
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    for number in range(steps):
        # To focus on a wrong thing is how ScienceWorld ends.
        listed = info.get("admissible_commands") or [f"search[{info['task'].splitlines()[0]}]"]
        commands = [command for command in listed if not command.startswith("focus")]
        action = commands[number * 7 % len(commands)]
        if bare:
            times["bare"].append(_seconds(bare, action))
        begin = time.perf_counter()
        *_, over, late, info = env.step(action)
        times["ours"].append(time.perf_counter() - begin)
        if over or late:
            break
    medians = {who: 1000 * statistics.median(taken) if taken else None for who, taken in times.items()}
    for _ in range(5):
        env.reset()
    gc.collect()
    before = resident_memory()
    for _ in range(RESETS):
        env.reset()
    gc.collect()
    grown = resident_memory() - before
    env.close()
    theirs, ours = medians["bare"], medians["ours"]
    ratio = ours / theirs if ours and theirs else None
    return {**medians, "times": ratio, "steps": len(times["ours"]), "mib": grown}


def _seconds(act: Callable[[str], object], action: str) -> float:
    begin = time.perf_counter()
    act(action)
    return time.perf_counter() - begin


def _told(number: float | None, digits: int) -> str:
    return "" if number is None else f"{number:.{digits}f}"


def main(arguments: list[str] | None = None) -> dict[str, dict[str, Any]]:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.worlds",
        description=__doc__,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--output", type=Path, default=cli.RESULTS, help="folder of the results")
    parser.add_argument("--steps", type=int, default=100, help="of each world, fewer where an action wins")
    parser.add_argument("--worlds", default=",".join(PLAYED), help="which, of those by default")
    args = parser.parse_args(arguments)
    found = {}
    for name in args.worlds.split(","):
        show(name)
        try:
            found[name] = measured(name, args.steps)
        except FileNotFoundError as error:
            show(f"{name} is left out: {error}", end="\n")
    show("", end="\n")
    columns = ["world", "bare engine, ms", "world, ms", f"times (at most {MOST_TIME})", "steps"]
    columns.append(f"MiB after {RESETS} resets (at most {MOST_MEMORY:.0f})")
    rows = [
        [name, _told(f["bare"], 1), _told(f["ours"], 1), _told(f["times"], 2), f["steps"], _told(f["mib"], 1)]
        for name, f in found.items()
    ]
    cli.write(args.output, "worlds", found, f"# Worlds beside their engines\n\n{table(columns, rows)}\n")
    return found


if __name__ == "__main__":
    main()
