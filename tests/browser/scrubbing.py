"""How long the Belief panel takes from a key or a click to the painted picture, measured in the page itself."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from tests.browser.server import Lab

# From an event's own time stamp to the task after the frame that shows what vis-network has painted, of a key: another
# step. All is asked in that frame: a widget may hear of the event, and paint, before this listener does.
WATCHING = """
(box, cause) => {
  window.nlTimes = [];
  let begun = null;
  let last = box.dataset.step;
  let frame = 0;
  window.addEventListener(cause, (event) => (begun = event.timeStamp), true);
  box.network.on("afterDrawing", () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      if (begun === null || (cause === "keydown" && box.dataset.step === last)) return;
      const from = begun;
      last = box.dataset.step;
      if (cause === "keydown") begun = null;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.nlTimes.push(performance.now() - from);
      channel.port2.postMessage(0);
    });
  });
}
"""
# From the next Ctrl-Enter to the task after the frame in which a first graph stands in the page.
OPENING = """
() => {
  let begun = null;
  window.nlOpened = undefined;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || begun !== null) return;
    begun = event.timeStamp;
    const look = () => {
      const box = document.querySelector(".nl-workbench .nl-canvas[data-step]");
      if (!box || !box.clientWidth || !box.network.body.nodeIndices.length) return requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (window.nlOpened = performance.now() - begun);
      channel.port2.postMessage(0);
    };
    requestAnimationFrame(look);
  }, true);
}
"""


def watch(bench: Any) -> None:
    """Begin to measure the moves of a workbench."""
    bench.root.locator(".nl-canvas").evaluate(WATCHING, "keydown")


def scrub(bench: Any, moves: int, key: str = "ArrowLeft") -> list[float]:
    """Milliseconds of so many moves, one after the other; each must be painted before the next begins."""
    page = bench.page
    page.evaluate("window.nlTimes.length = 0")
    bench.root.locator(".nl-mark[aria-current]").focus()
    for number in range(1, moves + 1):
        page.keyboard.press(key)
        page.wait_for_function("n => window.nlTimes.length >= n", arg=number, timeout=10_000)
    return [float(time) for time in page.evaluate("window.nlTimes")]


def restart_newest_kernel(lab: Lab) -> None:
    """Restart the newest kernel of the server."""
    with urllib.request.urlopen(f"{lab.url}/api/kernels?token=t") as answer:
        kernel = max(json.load(answer), key=lambda each: each["last_activity"])
    asked = urllib.request.Request(f"{lab.url}/api/kernels/{kernel['id']}/restart?token=t", method="POST")
    urllib.request.urlopen(asked).close()
