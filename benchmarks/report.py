"""What was measured, as tables in Markdown: who was how fast, what was computed, and which targets were reached."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

from .measure import Measured, Results, spread
from .servings import NAMES
from .workload import Workload

PLANS = ("first plan", "second plan")
FASTER = {"particles": 5.0, "stages": 1.7, "server": 3.0}
"""How many times faster than each the engine is to plan."""
PLAN_SHARE, WARM_SHARE, PYTHON_SHARE = 0.115, 0.09, 0.03


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def sections_table(workload: Workload, results: Results) -> str:
    """A row for each section and serving: seconds with their spread, tokens, memory."""
    columns = ["", "served by", "seconds (range)", "times ours", "prompt tokens submitted", "computed", "share"]
    columns += ["answer tokens chosen", "fed", "answers as recorded", "peak MiB"]
    rows = []
    for section in workload.sections:
        for serving, name in NAMES.items():
            if serving in results.absent:
                rows.append([section.name, name, results.absent[serving], *["-"] * (len(columns) - 3)])
            elif seconds := results.seconds(serving, section.name):
                tokens = results.tokens(serving, section.name)
                rows.append(
                    [
                        *(section.name, name, spread(seconds), spread(ratios(results, serving, [section.name]))),
                        *(f"{tokens.submitted:,}", f"{tokens.computed:,}", _share(tokens.computed, tokens.submitted)),
                        *(f"{tokens.chosen:,}", f"{tokens.fed:,}", f"{tokens.as_recorded} of {tokens.answers}"),
                        f"{max(results.peaks[serving]):,.0f}",
                    ]
                )
    return table(columns, rows)


def steps_table(workload: Workload, results: Results) -> str:
    """What the engine computed in each step of each plan."""
    rows = []
    for name in PLANS:
        for measured in next(iter(results.of("engine", name)), []):
            tokens, asked = measured.tokens, _asked(workload, measured)
            counts = [f"{count:,}" for count in (asked, tokens.submitted, tokens.computed)]
            shares = [_share(tokens.computed, whole) for whole in (asked, tokens.submitted)]
            rows.append([name, measured.step + 2, *counts, *shares])
    columns = ["", "tau", "prompt tokens of all calls", "submitted", "computed", "share of all", "of the submitted"]
    return table(columns, rows)


def purposes_table(workload: Workload) -> str:
    """What was computed for each purpose when the workload was recorded, both plans together."""
    calls = [
        call
        for section in workload.sections
        if section.name in PLANS
        for step in range(len(section.steps))
        for call in section.stage_by_stage(step)
    ]
    spent: dict[str, list[int]] = {}
    answers = set()
    for call in calls:
        counts = spent.setdefault(call.request.purpose, [0, 0, 0])
        counts[0] += call.answer.prompt_tokens
        if id(call.answer) not in answers:  # one answer may be that of many calls
            counts[1] += call.answer.prompt_tokens - call.answer.cached_tokens
            counts[2] += call.answer.completion_tokens
        answers.add(id(call.answer))
    rows = [[purpose, *(f"{count:,}" for count in counts)] for purpose, counts in spent.items()]
    return table(["both plans", "prompt tokens of all calls", "computed", "answer tokens"], rows)


def targets_table(workload: Workload, results: Results) -> str:
    """What is aimed at, what was measured, and whether that is reached."""
    rows = [(aim, found, "yes" if reached else "**no**") for aim, found, reached in targets(workload, results)]
    return table(["target", "measured", "reached"], rows)


def targets(workload: Workload, results: Results) -> list[tuple[str, str, bool]]:
    """(what is aimed at, what was found, reached) for all that these results can tell.

    Shares are those of the tokens that the planner's calls have, which is what every other serving gets; the share of
    what is left when equal calls are merged stands beside it.
    """
    found = []
    first, second = (results.tokens("engine", section) for section in PLANS)
    if steps := next(iter(results.of("engine", PLANS[0])), []):
        share = first.computed / sum(_asked(workload, step) for step in steps)
        aim = f"a plan computes at most {PLAN_SHARE:.1%} of its prompt tokens"
        text = f"{share:.1%} (merged: {_share(first.computed, first.submitted)})"
        found.append((aim, text, share <= PLAN_SHARE))
    if warm := _warm(results):
        worst = max(step.tokens.computed / _asked(workload, step) for step in warm)
        merged = max(step.tokens.computed / step.tokens.submitted for step in warm)
        text = f"{worst:.1%} at most (merged: {merged:.1%})"
        found.append((f"a warm step at most {WARM_SHARE:.0%}", text, worst <= WARM_SHARE))
    if second.submitted:
        text = f"{first.computed:,} and {second.computed:,}"
        found.append(("a second plan computes less than the first", text, second.computed < first.computed))
    for serving, least in FASTER.items():
        if times := ratios(results, serving, ["first plan"]):
            middle = statistics.median(times)
            aim = f"a plan at least {least} times faster than {NAMES[serving]}"
            found.append((aim, spread(times), middle >= least))
    if parts := python_shares(results):
        middle = statistics.median(parts)
        text = f"{middle:.1%}"
        found.append((f"Python's share of a plan under {PYTHON_SHARE:.0%}", text, middle < PYTHON_SHARE))
    return found


def ratios(results: Results, serving: str, sections: Sequence[str]) -> list[float]:
    """How many times the engine's seconds a serving took, repeat by repeat."""
    theirs = [results.seconds(serving, section) for section in sections]
    ours = [results.seconds("engine", section) for section in sections]
    pairs = zip(zip(*theirs, strict=True), zip(*ours, strict=True), strict=False)
    return [sum(their) / sum(our) for their, our in pairs]


def python_shares(results: Results) -> list[float]:
    """For each repeat, the part of the plans' time that was neither in llama.cpp nor in drawing tokens."""
    shares = []
    for first, second in zip(*(results.of("engine", section) for section in PLANS), strict=False):
        steps = [*first, *second]
        seconds = sum(step.seconds for step in steps)
        shares.append(1 - sum(step.decoding + step.drawing for step in steps) / seconds)
    return shares


def parts_line(results: Results) -> str:
    """Where the engine's time went, over all plans."""
    steps = [m for m in results.steps if m.serving == "engine" and m.section in PLANS]
    if not steps:
        return ""
    seconds = sum(m.seconds for m in steps)
    decoding, drawing = (sum(getattr(m, part) for m in steps) / seconds for part in ("decoding", "drawing"))
    return (
        f"Of the engine's time in plans, {decoding:.1%} went to llama.cpp, {drawing:.1%} to drawing tokens (numpy) and "
        f"{1 - decoding - drawing:.1%} to all other Python."
    )


def _warm(results: Results) -> list[Measured]:
    """The steps whose fixed text is in memory: all but the first of the first plan."""
    first, second = (next(iter(results.of("engine", section)), []) for section in PLANS)
    return [*first[1:], *second]


def _asked(workload: Workload, measured: Measured) -> int:
    """Prompt tokens of that step, equal calls counted as often as they are asked."""
    return next(section.asked(measured.step) for section in workload.sections if section.name == measured.section)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"
