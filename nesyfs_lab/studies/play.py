"""Play a list of tasks, one record each: ``python -m nesyfs_lab.studies.play household 0 1 2 --model smollm2-135m``.

A record is written step by step. Called again with the same folder, episodes that are over are left alone and the
others go on where they stopped, so a long list can be interrupted at any time.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from ..agents import Agent, NeSyFS
from ..episode import Episode, load_episode
from ..models import load_model
from ..planning import TSMC
from ..worlds import make_env
from .ledger import outcomes


def play(
    world: str,
    tasks: Iterable[int | str],
    agent: Agent,
    folder: str | Path,
    *,
    max_steps: int = 30,
    seed: int = 0,
    told: Callable[[str], None] = lambda line: None,
    **options: Any,
) -> list[Episode]:
    """Play each task to its end or ``max_steps``, recorded in ``folder``; returns the episodes.

    Args:
        world, options: as for ``make_env``.
        tasks: numbers or ids of tasks.
        agent: plays all of them.
        folder: one file a task, named for world, task and seed; steps found there are not played again.
        max_steps: actions an episode, those found included.
        seed: of every episode.
        told: gets one line a step.
    """
    episodes = []
    for task in tasks:
        path = Path(folder) / f"{world}-{str(task).replace('/', '_')}-seed{seed}.jsonl"
        env = make_env(world, task=task, **options)
        if path.exists():
            episode = load_episode(path, env=env, agent=agent)
        else:
            episode = Episode(env, agent, seed=seed)
            episode.save(path)
        while not episode.done and episode.steps < max_steps:
            episode.step()
            told(f"{world} {task}: {episode!r}")
        env.close()
        episodes.append(episode)
    return episodes


def main(arguments: list[str] | None = None) -> int:
    """The command line; prints a line a step and the table of outcomes at the end."""
    parser = argparse.ArgumentParser(prog="python -m nesyfs_lab.studies.play", description=__doc__)
    parser.add_argument("world")
    parser.add_argument("tasks", nargs="+", help="numbers or ids")
    parser.add_argument("--model", default="qwen2.5-coder-1.5b", help="catalogue name or path of a .gguf file")
    parser.add_argument("--records", default="records", help="folder of the records (default: records)")
    parser.add_argument("--max-steps", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=None)
    parser.add_argument("--votes", type=int, default=5)
    parser.add_argument("--agreement", type=float, default=0.8)
    parser.add_argument("--reflections", type=int, default=3)
    parser.add_argument("--particles", type=int, default=6)
    parser.add_argument("--horizon", type=int, default=5)
    parser.add_argument("--temperature", type=float, default=0.7)
    args = parser.parse_args(arguments)
    agent = NeSyFS(
        load_model(args.model, **({} if args.threads is None else {"threads": args.threads})),
        votes=args.votes,
        agreement=args.agreement,
        reflections=args.reflections,
        planner=TSMC(particles=args.particles, horizon=args.horizon),
        temperature=args.temperature,
    )
    tasks = [int(task) if task.isdigit() else task for task in args.tasks]

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    episodes = play(args.world, tasks, agent, args.records, max_steps=args.max_steps, seed=args.seed, told=say)
    say(outcomes(episodes).to_string())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
