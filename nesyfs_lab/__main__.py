"""The command line: ``python -m nesyfs_lab play household 0 1 2 --model smollm2-135m``.

Plays tasks to their end, one record each, and prints a table of what came of them.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any, Literal

from .agents import NeSyFS
from .memory import CodeMemory, GraphMemory
from .models import ModelError, load_model
from .planning import TSMC
from .studies import outcomes, play
from .worlds import make_env

MEMORIES: dict[str, type[GraphMemory] | type[CodeMemory]] = {"graph": GraphMemory, "code": CodeMemory}


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns its exit status."""
    parser = _parser()
    args = parser.parse_args(arguments)
    try:
        worlds = _worlds(args)  # first: a task that is not there is told before a model is fetched
        for world in worlds.values():
            MEMORIES[args.memory]().speaking(getattr(world.unwrapped, "language", None))
        agent = _agent(args)
    except (ModelError, OSError, IndexError, ValueError) as error:
        parser.error(str(error))
    episodes = play(worlds, agent, args.records, max_steps=args.max_steps, seed=args.seed, told=_say)
    _say(outcomes(episodes).to_string())
    return 0


def _worlds(args: argparse.Namespace) -> dict[str, Any]:
    tasks: list[int | str] = [int(task) if task.isdecimal() else task for task in args.tasks]
    return {f"{args.world}-{task}": make_env(args.world, task=task) for task in tasks}


def _agent(args: argparse.Namespace) -> NeSyFS:
    planner = TSMC(particles=args.particles, horizon=args.horizon)
    return NeSyFS(
        load_model(args.model, **({} if args.threads is None else {"threads": args.threads})),
        votes=args.votes,
        agreement=args.agreement,
        reflections=args.reflections,
        planner=planner,
        temperature=args.temperature,
        memory=MEMORIES[args.memory](),
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m nesyfs_lab", formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    command = parser.add_subparsers(dest="command", required=True).add_parser(
        "play", help="play tasks with NeSyFS, one record each", formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    command.add_argument("world", help="household, alfworld, ...")
    command.add_argument("tasks", nargs="+", help="numbers or ids of tasks")
    command.add_argument(
        "--model", default="qwen2.5-coder-1.5b", help="catalogue name, path of a .gguf file, or a server's address"
    )
    command.add_argument("--records", default="records", help="folder of the records")
    command.add_argument("--max-steps", type=int, default=30, help="actions an episode")
    command.add_argument("--seed", type=int, default=0, help="of every episode")
    command.add_argument("--threads", type=int, help="of the model; None takes the free cores")
    command.add_argument("--votes", type=_votes, default=5, help='n of the reflection, or "exact"')
    command.add_argument("--agreement", type=float, default=0.8, help="share of Yes that passes")
    command.add_argument("--reflections", type=int, default=3, help="K")
    command.add_argument("--particles", type=int, default=6, help="N")
    command.add_argument("--horizon", type=int, default=5, help="L")
    command.add_argument(
        "--memory", choices=MEMORIES, default="graph", help="who reads observations: the model, or code (no prompt)"
    )
    command.add_argument("--temperature", type=float, default=0.7, help="of sampled thoughts")
    return parser


def _votes(text: str) -> int | Literal["exact"]:
    return "exact" if text == "exact" else int(text)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
