"""Measuring: each repeat of each serving in a process of its own, so that none inherits memory or warm caches."""

from __future__ import annotations

import multiprocessing
import os
import signal
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from .anatomy import anatomy
from .servings import NAMES, Options, Tokens, start
from .workload import Workload


@dataclass(frozen=True)
class Measured:
    """One step of one section, served once."""

    serving: str
    repeat: int
    section: str
    step: int
    seconds: float
    tokens: Tokens
    decoding: float = 0.0
    drawing: float = 0.0


@dataclass
class Results:
    """All that was measured.

    Attributes:
        steps: in the order in which they were served.
        peaks: the most MiB of memory, weights included, of each repeat of a serving.
        absent: servings that were not measured, and why.
    """

    steps: list[Measured] = field(default_factory=list)
    peaks: dict[str, list[float]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    def of(self, serving: str, section: str) -> list[list[Measured]]:
        """The steps of a section, for each repeat that finished it."""
        mine = [m for m in self.steps if (m.serving, m.section) == (serving, section)]
        return [[m for m in mine if m.repeat == repeat] for repeat in sorted({m.repeat for m in mine})]

    def seconds(self, serving: str, section: str) -> list[float]:
        """Seconds of a section, one a repeat."""
        return [sum(m.seconds for m in steps) for steps in self.of(serving, section)]

    def tokens(self, serving: str, section: str) -> Tokens:
        """The tokens of a section in its first repeat."""
        total = Tokens()
        for measured in next(iter(self.of(serving, section)), []):
            total.add(measured.tokens)
        return total

    def plain(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def measure(
    workload: Workload,
    options: Options,
    servings: Sequence[str],
    repeats: int,
    results: Results,
    label: str = "",
    others_until: str | None = None,
) -> None:
    """Serve ``workload``, and put what came of it into ``results`` run by run: an interrupted measurement has some.

    The servings take turns, and each repeat begins with another one: a machine that slows down slows all of them.
    With ``others_until``, all but the engine leave out the sections after that one.
    """
    shorter = workload if others_until is None else workload.until(others_until)
    runs = [(repeat, servings[(i + repeat) % len(servings)]) for repeat in range(repeats) for i in range(len(servings))]
    for number, (repeat, serving) in enumerate(runs, 1):
        if serving == "server" and options.server is None:
            results.absent[serving] = "not there"
        elif serving not in results.absent:
            line = f"{label}[{number}/{len(runs)}] {NAMES[serving]}"
            try:
                served = workload if serving == "engine" else shorter
                steps, peak = _in_a_process(served, options, serving, repeat, line)
            except RuntimeError as error:
                results.absent[serving] = str(error)
                show(f"{line}: {error}", end="\n")
                continue
            results.steps += steps
            results.peaks.setdefault(serving, []).append(peak)


def _in_a_process(
    workload: Workload, options: Options, serving: str, repeat: int, line: str
) -> tuple[list[Measured], float]:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(there, workload, options, serving, repeat), daemon=False)
    process.start()
    there.close()
    begun = time.monotonic()
    try:
        while True:
            kind, value = here.recv()
            if kind == "done":
                show(f"{line}: {time.monotonic() - begun:.0f} s", end="\n")
                steps, peak = value
                return steps, peak
            if kind == "failed":
                raise RuntimeError(value)
            show(f"{line}: {value}, {time.monotonic() - begun:.0f} s")
    except EOFError:
        raise RuntimeError("its process died") from None
    finally:
        if process.is_alive():
            process.terminate()
        process.join()


def _serve(connection: Connection, workload: Workload, options: Options, serving: str, repeat: int) -> None:
    """The child's part: serve everything once, and send what came of it."""
    signal.signal(signal.SIGTERM, _interrupt)
    answered = 0

    def tick() -> None:
        nonlocal answered
        answered += 1
        connection.send(("progress", f"{section.name}, {answered} calls"))

    steps = []
    try:
        with start(serving, options) as server, anatomy() as spent:
            for section in workload.sections:
                for step in range(len(section.steps)):
                    begun, before = time.perf_counter(), dict(vars(spent))
                    tokens = server.serve(section, step, tick)
                    seconds = time.perf_counter() - begun
                    parts = {name: value - before[name] for name, value in vars(spent).items()}
                    steps.append(Measured(serving, repeat, section.name, step, seconds, tokens, **parts))
            peak = peak_memory(server.process)
        connection.send(("done", (steps, peak)))
    except (KeyboardInterrupt, BrokenPipeError):
        pass  # the parent was asked to stop, too, or is gone
    except Exception as error:  # told in the table
        connection.send(("failed", f"{type(error).__name__}: {error}"))


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def peak_memory(process: int | None = None) -> float:
    """The most MiB that a process ever held, its part of the weights' file included."""
    status = Path(f"/proc/{process or 'self'}/status")
    try:
        (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
    except (OSError, ValueError):  # not Linux
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (2**20 if sys.platform == "darwin" else 2**10)
    return int(line.split()[1]) / 1024


def spread(values: Sequence[float], digits: int = 1) -> str:
    """The middle of the values and their range, as a table shows it."""
    if not values:
        return "-"
    middle, least, most = (f"{f(values):.{digits}f}" for f in (statistics.median, min, max))
    return middle if len(values) == 1 else f"{middle} ({least} to {most})"


def show(line: str, end: str = "") -> None:
    """Progress, on one line of a terminal; where it is no terminal, only lines that are done."""
    if sys.stderr.isatty():
        width = os.get_terminal_size(sys.stderr.fileno()).columns - 1
        sys.stderr.write(f"\r{line[:width]:<{width}}{end}")
    elif end:
        sys.stderr.write(line + end)
    sys.stderr.flush()
