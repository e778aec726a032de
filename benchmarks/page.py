"""How fast and how lean the workbench is in a real browser: scrubbing, opening, a live step, memory.

Needs Chromium (``$CHROMIUM``) and the packages of the tests. All is measured in the page itself, from a key or a click
to the painted picture.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.browser.driving import Bench, run_all, run_cell
from tests.browser.scrubbing import OPENING, WATCHING, restart_newest_kernel, scrub, watch
from tests.browser.server import Lab, opened_page, running_lab

from . import command_line as cli
from .measure import show
from .report import table

SCRUB, OPEN, STEP, MEMORY = 50.0, 1_000.0, 100.0, 1.05
"""At most: milliseconds of a move along the timeline, of opening, that a live step adds; and times the first memory."""
IMPORTS = """
from nesyfs_lab.views import Workbench
from tests.crowd import crowd_episode
from tests.records import FakeEpisode, played_record
"""
CROWD = "wb = Workbench(crowd_episode({triplets}, seconds=600))\nwb"
RECORDED = "wb = Workbench(played_record(30))\nwb"
# The model writes down how long it really thought, so that what the step adds can be told. A real one reports ten times
# a second, and waits for who listens; this one would report far oftener, and count the waiting as thinking.
LIVE = """
import json
import time
from pathlib import Path
ep = FakeEpisode(seconds=0.4, steps=1_000)
model = ep.agent.model
thinking = model.think
spent = []
def think(*asked):
    hear, waited, told = model.progress, [], 0.0
    def timed(progress):
        nonlocal told
        begun = time.monotonic()
        if begun - told >= 0.1:
            told = begun
            hear(progress)
            waited.append(time.monotonic() - begun)
    model.progress = timed
    begun = time.monotonic()
    thinking(*asked)
    spent.append(time.monotonic() - begun - sum(waited))
    model.progress = hear
    Path("spent.json").write_text(json.dumps(spent))
model.think = think
wb = Workbench(ep)
wb
"""
# A button that changes a label: what any widget of a notebook costs from a click to the changed page.
ECHO = """
import ipywidgets as widgets
button, label = widgets.Button(description="Echo"), widgets.Label("0", layout={"width": "90px"})
label.add_class("echo")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
widgets.HBox([button, label])
"""
ECHOES = """
(label) => {
  window.nlTimes = [];
  let begun = null;
  document.addEventListener("click", (event) => (begun = event.timeStamp), true);
  new MutationObserver(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.nlTimes.push(performance.now() - begun);
    requestAnimationFrame(() => channel.port2.postMessage(0));
  }).observe(label, { childList: true, characterData: true, subtree: true });
}
"""


def scrubbing(page: Any, lab: Lab, triplets: int, moves: int) -> dict[str, list[float]]:
    """Milliseconds a move: nobody at work, while the model thinks, without a kernel."""
    run_all(page, lab.notebook("scrub.ipynb", IMPORTS, CROWD.format(triplets=triplets)))
    bench = Bench(page)
    bench.wait_line("Step 60 of 60")
    bench.wait_scene(60)
    watch(bench)
    found = {"idle": _there_and_back(bench, moves)}
    bench.press("Step")
    bench.wait_status("proposing an action")
    found["while the model thinks"] = _there_and_back(bench, moves)
    restart_newest_kernel(lab)
    found["without a kernel"] = _there_and_back(bench, moves)
    return found


def _there_and_back(bench: Bench, moves: int) -> list[float]:
    half = min(moves // 2, 50)
    times: list[float] = []
    while len(times) < moves:
        times += scrub(bench, half, "ArrowLeft") + scrub(bench, half, "ArrowRight")
    return times


def memory(page: Any, lab: Lab, triplets: int, moves: int) -> list[float]:
    """MiB of the page's JavaScript before, in the middle of and after so many moves; what is unused is collected."""
    run_all(page, lab.notebook("memory.ipynb", IMPORTS, CROWD.format(triplets=triplets)))
    bench = Bench(page)
    bench.wait_line("Step 60 of 60")
    bench.wait_scene(60)
    watch(bench)
    _there_and_back(bench, 100)  # what is kept of each step is kept by now
    found = [_heap(page)]
    for _ in range(2):
        _there_and_back(bench, moves // 2)
        found.append(_heap(page))
    return found


def _heap(page: Any) -> float:
    session = page.context.new_cdp_session(page)
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return float(used) / 2**20


def opening(page: Any, lab: Lab, times: int) -> list[float]:
    """Milliseconds from running the cell to the painted graph of a recorded episode of 30 steps."""
    found = []
    for _ in range(times):
        run_all(page, lab.notebook("open.ipynb", IMPORTS, "1 + 1"))
        page.evaluate(OPENING)
        run_cell(page, "1 + 1", RECORDED)
        page.wait_for_function("window.nlOpened !== undefined", timeout=60_000)
        found.append(float(page.evaluate("window.nlOpened")))
    return found


def live_steps(page: Any, lab: Lab, steps: int) -> list[float]:
    """Milliseconds of each step from the click to the painted graph, without the seconds in which the model thought."""
    run_all(page, lab.notebook("live.ipynb", IMPORTS, LIVE))
    bench = Bench(page)
    bench.wait_status("Ready")
    bench.root.locator(".nl-canvas").evaluate(WATCHING, "click")
    file, found, known = lab.root / "spent.json", [], 0
    for step in range(1, steps + 1):
        page.evaluate("window.nlTimes.length = 0")
        bench.press("Step")
        bench.wait_status(f"Ready after step {step}", 60)
        bench.wait_scene(step)
        page.wait_for_function("window.nlTimes.length > 0", timeout=60_000)
        page.wait_for_timeout(300)
        spent = json.loads(file.read_text(encoding="utf-8"))
        painted = float(page.evaluate("window.nlTimes.at(-1)"))  # the last picture is that of the finished step
        if step > 1:  # the first begins with the reset
            found.append(painted - 1000 * sum(spent[known:]))
        known = len(spent)
    return found


def echoes(page: Any, lab: Lab, times: int) -> list[float]:
    """Milliseconds from a click on a bare button to the label that the kernel changed: Jupyter's own part of a step."""
    run_all(page, lab.notebook("echo.ipynb", ECHO))
    label = page.locator(".echo")
    label.evaluate(ECHOES)
    for number in range(1, times + 1):
        page.locator("button.jupyter-button", has_text="Echo").click()
        page.wait_for_function("n => window.nlTimes.length >= n", arg=number, timeout=10_000)
    return [float(time) for time in page.evaluate("window.nlTimes")]


def main(arguments: Sequence[str] | None = None) -> dict[str, Any]:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.page",
        description=__doc__,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--output", type=Path, default=cli.RESULTS, help="folder of the results")
    parser.add_argument("--triplets", type=int, default=1_000, help="of the belief that is scrubbed")
    parser.add_argument("--moves", type=int, default=200, help="along the timeline")
    parser.add_argument("--repeats", type=int, default=5, help="of opening; there are twice as many live steps")
    args = parser.parse_args(arguments)
    rows: list[list[str]] = []
    found: dict[str, Any] = {"triplets": args.triplets, "moves": args.moves}

    def measured(name: str, measure: Callable[[Any, Lab], Any]) -> Any:
        show(name)
        with tempfile.TemporaryDirectory() as home, opened_page(Path(home) / "profile") as page:
            found[name] = measure(page, lab)
            if page.seen.errors:
                raise RuntimeError(f"the page told of an error: {page.seen.errors[0]}")
        return found[name]

    def add(what: str, times: list[float], most: float | None = None) -> None:
        middle = statistics.median(times)
        ninth = sorted(times)[int(0.9 * (len(times) - 1))]
        verdict = ["-", "-"] if most is None else [f"{most:.0f}", "yes" if middle <= most else "**no**"]
        rows.append([what, f"{middle:.0f}", f"{ninth:.0f}", f"{max(times):.0f}", *verdict])

    with tempfile.TemporaryDirectory() as home, running_lab(Path(home)) as lab:
        moved = measured("scrub", lambda page, lab: scrubbing(page, lab, args.triplets, args.moves))
        for when, times in moved.items():
            add(f"a move at {args.triplets:,} triplets, {when}", times, SCRUB)
        add("opening a recording of 30 steps", measured("open", lambda p, lab: opening(p, lab, args.repeats)), OPEN)
        add("what a live step adds", measured("live", lambda p, lab: live_steps(p, lab, 2 * args.repeats + 1)), STEP)
        add("... of that, Jupyter's: a bare button and its label", measured("echo", lambda p, lab: echoes(p, lab, 20)))
        heap = measured("memory", lambda page, lab: memory(page, lab, args.triplets, args.moves))
    show("", end="\n")
    columns = ["", "median, ms", "90 %, ms", "most, ms", "at most", "reached"]
    flat = "flat" if heap[-1] <= MEMORY * heap[0] else "**growing**"
    text = f"# The workbench in a browser\n\n{table(columns, rows)}\n\nMemory of the page's JavaScript, MiB, before, "
    text += f"in the middle of and after {args.moves} moves: {', '.join(f'{mib:.1f}' for mib in heap)} ({flat}).\n"
    cli.write(args.output, "page", found, text)
    return found


if __name__ == "__main__":
    main()
