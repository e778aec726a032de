"""How long the Belief panel takes from a key to the painted step, measured in the page itself."""

from __future__ import annotations

from typing import Any

# From the key's own time stamp to the task after the frame in which vis-network has painted the step.
_WATCH = """
(box) => {
  window.nlTimes = [];
  let begun = null;
  document.addEventListener("keydown", (event) => (begun = event.timeStamp), true);
  box.network.on("afterDrawing", () => {
    if (begun === null || box.dataset.step === window.nlLast) return;
    const from = begun;
    [begun, window.nlLast] = [null, box.dataset.step];
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.nlTimes.push(performance.now() - from);
    channel.port2.postMessage(0);
  });
}
"""


def watch(bench: Any) -> None:
    """Begin to measure the moves of a workbench."""
    bench.root.locator(".nl-canvas").evaluate(_WATCH)


def scrub(bench: Any, moves: int, key: str = "ArrowLeft") -> list[float]:
    """Milliseconds of so many moves, one after the other; each must be painted before the next begins."""
    page = bench.page
    page.evaluate("window.nlTimes.length = 0")
    bench.root.locator(".nl-mark[aria-current]").focus()
    for number in range(1, moves + 1):
        page.keyboard.press(key)
        page.wait_for_function("n => window.nlTimes.length >= n", arg=number, timeout=10_000)
    return [float(time) for time in page.evaluate("window.nlTimes")]
