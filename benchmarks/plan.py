"""Two plans of one episode and a reflection round: the same requests, served in several ways, side by side.

The engine thinks once and every request is kept with its answer. Then each serving gets the same requests.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from . import command_line as cli
from .measure import Results, measure, show
from .report import PLANS, parts_line, purposes_table, sections_table, steps_table, targets_table
from .servings import Options
from .workload import Section, Setting, Workload, record


def main(arguments: list[str] | None = None) -> Results:
    """Run the command line."""
    parser = _parser()
    args = parser.parse_args(arguments)
    setting = Setting(args.particles, args.horizon, args.triplets, args.votes, args.seed)
    try:
        servings = cli.chosen_servings(args.servings)
        cli.server_program(args.llama_server)
    except ValueError as error:
        parser.error(str(error))
    results = Results()
    with recording(args, setting) as (workload, options, found):
        try:
            until = PLANS[0] if args.one_plan else None
            measure(workload, options, servings, args.repeats, results, others_until=until)
        except KeyboardInterrupt:
            show("Interrupted: these are the results so far.", end="\n")
    plain = {
        **found,
        "setting": asdict(setting),
        "answers": args.answers,
        "longest prompt and answer": workload.longest,
        "results": results.plain(),
    }
    cli.write(args.output, f"plan-{found['model']['name']}", plain, _markdown(workload, results, found, args))
    return results


@contextmanager
def recording(
    args: argparse.Namespace, setting: Setting, label: str = ""
) -> Iterator[tuple[Workload, Options, dict[str, Any]]]:
    """The recorded requests, how to serve them while the block lasts, and what they were recorded with."""
    n_ctx = args.n_ctx or cli.needed_context(setting.triplets)
    with TemporaryDirectory() as folder:
        states = Path(folder)
        with cli.load(args.model, args.threads, n_ctx, states) as model:
            found = cli.conditions(model.info)
            workload = recorded(model, setting, label)
        yield workload, cli.options_of(args, n_ctx, states), found


def recorded(model: Any, setting: Setting, label: str = "") -> Workload:
    """Think once, and keep every request with its answer."""
    sections: list[Section] = []
    begun = time.monotonic()
    model.progress = lambda p: show(
        f"{label}recording: {p.purpose}, {p.completion_tokens} tokens, {time.monotonic() - begun:.0f} s"
    )
    for section in record(model, setting):
        sections.append(section)
        show(f"{label}recorded: {section.name}, {time.monotonic() - begun:.0f} s", end="\n")
    model.progress = None
    return Workload(setting, tuple(sections))


def _markdown(workload: Workload, results: Results, found: dict[str, Any], args: argparse.Namespace) -> str:
    setting = workload.setting
    return "\n\n".join(
        [
            f"# Plans of N = {setting.particles}, L = {setting.horizon} over {setting.triplets} triplets, "
            f"and {setting.votes} votes",
            f"{cli.told(found)} Answers: {args.answers}. The middle of {args.repeats} repeats, and their range.",
            sections_table(workload, results),
            "What the engine computed, step by step, and for what:",
            steps_table(workload, results),
            purposes_table(workload),
            parts_line(results),
            targets_table(workload, results) + "\n",
        ]
    )


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser(__doc__, "plan")
    parser.add_argument("--particles", type=int, default=6, help="N")
    parser.add_argument("--horizon", type=int, default=5, help="L")
    parser.add_argument("--triplets", type=int, default=40, help="of the belief")
    parser.add_argument("--votes", type=int, default=5)
    parser.add_argument("--one-plan", action="store_true", help="only the engine serves the second plan: half the time")
    cli.add_servings(parser, "particles,stages,server,engine,restarted")
    return parser


if __name__ == "__main__":
    main()
