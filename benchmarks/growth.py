"""How a plan grows with the particles N, the horizon L and the size of the belief: a table and a picture.

One of the three changes at a time; the others stay at N = 6, L = 5 and 40 triplets.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from . import command_line as cli
from .measure import Results, measure, show, spread
from .plan import recording
from .report import PLANS, table
from .servings import NAMES
from .workload import Setting

AXES = {"particles": "N", "horizon": "L", "triplets": "triplets"}


@dataclass(frozen=True)
class Point:
    """A setting and what came of it; ``axis`` is what changed."""

    axis: str
    setting: Setting
    results: Results

    @property
    def at(self) -> int:
        """Where on its axis it lies."""
        return int(getattr(self.setting, self.axis))


def main(arguments: list[str] | None = None) -> list[Point]:
    """Run the command line."""
    parser = _parser()
    args = parser.parse_args(arguments)
    try:
        servings = cli.chosen_servings(args.servings)
        axes = {axis: [int(value) for value in getattr(args, axis).split(",") if value] for axis in AXES}
        cli.server_program(args.llama_server)
    except ValueError as error:
        parser.error(str(error))
    base = Setting(seed=args.seed)
    points: list[Point] = []
    found: dict[str, Any] = {}
    try:
        for axis, values in axes.items():
            for value in values:
                point, found = _point(axis, replace(base, **{axis: value}), servings, args)
                points.append(point)
    except KeyboardInterrupt:
        show("Interrupted: these are the results so far.", end="\n")
    if points:
        _write(points, servings, found, args)
    return points


def _point(
    axis: str, setting: Setting, servings: Sequence[str], args: argparse.Namespace
) -> tuple[Point, dict[str, Any]]:
    label = f"{axis} = {getattr(setting, axis)}: "
    results = Results()
    with recording(args, setting, label) as (workload, options, found):
        measure(workload, options, servings, args.repeats, results, label)
    return Point(axis, setting, results), found


def _write(points: Sequence[Point], servings: Sequence[str], found: dict[str, Any], args: argparse.Namespace) -> None:
    name = f"growth-{found['model']['name']}"
    plain = {
        **found,
        "points": [{"axis": p.axis, "setting": asdict(p.setting), "results": p.results.plain()} for p in points],
    }
    picture(points, servings, _folder(args.output) / f"{name}.png")
    parts = ["# How a plan grows", cli.told(found), growth_table(points, servings), f"![growth]({name}.png)\n"]
    cli.write(args.output, name, plain, "\n\n".join(parts))


def growth_table(points: Sequence[Point], servings: Sequence[str]) -> str:
    """A row for each plan of each setting."""
    columns = [*AXES.values(), "", "served by", "prompt tokens submitted", "computed", "share", "seconds (range)"]
    rows: list[list[object]] = []
    for point in points:
        for section in PLANS:
            for serving in servings:
                tokens = point.results.tokens(serving, section)
                if tokens.submitted:
                    where = [getattr(point.setting, axis) for axis in AXES]
                    counts = [
                        f"{tokens.submitted:,}",
                        f"{tokens.computed:,}",
                        f"{tokens.computed / tokens.submitted:.1%}",
                    ]
                    seconds = spread(point.results.seconds(serving, section))
                    peak = f"{max(point.results.peaks[serving]):,.0f}"
                    rows.append([*where, section, NAMES[serving], *counts, seconds, peak])
    return table([*columns, "peak MiB"], rows)


def picture(points: Sequence[Point], servings: Sequence[str], path: Path) -> None:
    """Tokens above, seconds below, one column an axis; both plans together."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    axes_shown = [axis for axis in AXES if any(point.axis == axis for point in points)]
    figure = Figure(figsize=(4.2 * len(axes_shown), 6.4), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(2, len(axes_shown), squeeze=False)
    for column, axis in enumerate(axes_shown):
        mine = sorted((point for point in points if point.axis == axis), key=lambda point: point.at)
        above, below = grid[0][column], grid[1][column]
        for serving in servings:
            having = [point for point in mine if point.results.seconds(serving, PLANS[-1])]
            where = [point.at for point in having]
            if not having:
                continue
            totals = [[point.results.tokens(serving, section) for section in PLANS] for point in having]
            if serving == servings[-1]:
                above.plot(where, [sum(t.submitted for t in both) for both in totals], "k--", label="submitted")
            above.plot(
                where, [sum(t.computed for t in both) for both in totals], "o-", label=f"computed: {NAMES[serving]}"
            )
            below.plot(where, [_middle(point, serving) for point in having], "o-", label=NAMES[serving])
        above.set_yscale("log")
        below.set_xlabel(AXES[axis])
        below.set_ylim(bottom=0)
    grid[0][0].set_ylabel("prompt tokens of two plans")
    grid[1][0].set_ylabel("seconds of two plans")
    grid[0][0].legend(fontsize="small")
    figure.savefig(path, dpi=120)


def _middle(point: Point, serving: str) -> float:
    both = zip(*(point.results.seconds(serving, section) for section in PLANS), strict=False)
    return float(median(sum(pair) for pair in both))


def _folder(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    return path


def _parser() -> argparse.ArgumentParser:
    parser = cli.parser(__doc__, "growth")
    parser.add_argument("--particles", default="2,6,12,24", help="values of N; empty: none")
    parser.add_argument("--horizon", default="2,3,5,8", help="values of L")
    parser.add_argument("--triplets", default="40,100,300,1000", help="sizes of the belief")
    cli.add_servings(parser, "engine")
    return parser


if __name__ == "__main__":
    main()
