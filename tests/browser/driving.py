"""What a person does with a notebook and the workbench, as functions of a page."""

from __future__ import annotations

import re
import time
from typing import Any

IDLE = ".jp-NotebookPanel .jp-Notebook-ExecutionIndicator[data-status='idle']"
BUSY_TO_IDLE = 90_000  # milliseconds; the machine may be busy


def run_all(page: Any, address: str) -> None:
    """Open a notebook and run its cells."""
    # While a kernel is still being connected Lab may ask for one, once a cell, in a dialog that lies over all else.
    which = page.locator(".jp-Dialog button", has_text=re.compile("^Select$"))
    page.add_locator_handler(which, lambda button: button.click(), no_wait_after=True)
    page.goto(address)
    page.wait_for_selector(IDLE, timeout=BUSY_TO_IDLE)
    run_again(page)


def run_again(page: Any) -> None:
    """Run all cells of the open notebook."""
    before = _prompts(page)
    deadline = time.monotonic() + BUSY_TO_IDLE / 1000
    quiet_since, calm = float("-inf"), 0
    while calm < 3:  # between two cells the kernel is idle, too
        assert time.monotonic() < deadline, f"cells still run: {_prompts(page)}"
        now = _prompts(page)
        ran = now != before and all(re.search(r"\[\d+\]", prompt) for prompt in now)
        calm = calm + 1 if ran and _is_idle(page) else 0
        if any("*" in prompt for prompt in now):
            quiet_since = time.monotonic()
        elif not ran and time.monotonic() - quiet_since > 3:
            # Never asked, or asked in vain: a kernel that is just being connected loses what it is sent.
            page.locator(".jp-Notebook").first.click(position={"x": 5, "y": 5})
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.get_by_text("Run All Cells", exact=True).click()
            quiet_since = time.monotonic()
        page.wait_for_timeout(200)


def _is_idle(page: Any) -> bool:
    return bool(page.locator(IDLE).count())


def _prompts(page: Any) -> list[str]:
    """Prompts of the code cells; of a long notebook the page holds only those that are in view."""
    return [text for text in page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts() if text.strip()]


def set_theme(page: Any, dark: bool) -> None:
    """Choose JupyterLab's dark or light theme."""
    page.get_by_role("menuitem", name="Settings", exact=True).click()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Theme$")).hover()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile(f"^JupyterLab {'Dark' if dark else 'Light'}$")).click()
    page.wait_for_selector(f"body[data-jp-theme-light='{'false' if dark else 'true'}']", state="attached")


def run_cell(page: Any, text: str, code: str | None = None) -> None:
    """Run the cell that holds ``text``, after putting ``code`` in its place."""
    editor = page.locator(".jp-CodeCell", has_text=text).last.locator(".cm-content")
    editor.click()
    if code is not None:
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")


class Bench:
    """A workbench of a page: the last one, or the one below the cell that holds ``cell``; or a part of one."""

    def __init__(self, page: Any, cell: str = "", within: str = ".nl-workbench") -> None:
        self.page = page
        below = page.locator(".jp-CodeCell", has_text=cell) if cell else page
        self.root = below.locator(within).last
        self.root.wait_for(timeout=BUSY_TO_IDLE)

    def button(self, word: str) -> Any:
        return self.root.locator("button.jupyter-button", has_text=word).first

    def press(self, word: str) -> None:
        self.button(word).click()

    def tab(self, title: str) -> None:
        self.root.locator(".lm-TabBar-tab", has_text=title).first.click()

    @property
    def panel(self) -> Any:
        """The open tab's content."""
        return self.root.locator(".widget-tab-contents > :not(.lm-mod-hidden)")

    def wait_status(self, text: str | re.Pattern[str], seconds: float = 30) -> None:
        """Until the status line holds ``text``; what stands there for less than half a second may be missed."""
        self.root.locator(".nl-status", has_text=text).wait_for(timeout=1000 * seconds)

    def wait_line(self, text: str) -> None:
        """Until the line about the shown step holds ``text``."""
        self.root.locator(".nl-step", has_text=text).wait_for(timeout=30_000)

    def slide(self, key: str) -> None:
        """Move along the timeline by a key: ``Home``, ``End``, ``ArrowLeft``, ``ArrowRight``."""
        mark = self.root.locator(".nl-mark[aria-current]")
        mark.focus()
        mark.press(key)

    def go_to(self, step: int, patience: float = 30) -> float:
        """Click on a step of the timeline; returns the seconds until the line about it is there."""
        begun = time.monotonic()
        self.root.locator(".nl-timeline").first.locator(".nl-mark").nth(step).click()
        self.root.locator(".nl-step", has_text=re.compile(rf"^Step {step} ")).wait_for(timeout=1000 * patience)
        return time.monotonic() - begun

    def places(self) -> dict[str, tuple[float, float]]:
        """Where vis-network has each node, by label."""
        found = self.root.locator(".nl-canvas").first.evaluate(
            "box => { const p = box.network.getPositions();"
            " return box.network.body.data.nodes.get().map(n => [n.label, p[n.id].x, p[n.id].y]) }"
        )
        return {label: (x, y) for label, x, y in found}

    def zoom(self) -> float:
        """Scale of the graph."""
        return float(self.root.locator(".nl-canvas").first.evaluate("box => box.network.getScale()"))

    def wait_scene(self, step: int) -> None:
        """Until the graph of ``step`` has been handed to vis-network."""
        self.root.locator(f".nl-canvas[data-step='{step}']").first.wait_for(timeout=30_000)

    def wait_painted(self, colour: tuple[int, ...], least: int) -> None:
        """Until at least ``least`` pixels of the graph have a colour; with 0, until none has it."""
        deadline = time.monotonic() + 30
        while (count := self.painted(colour)) < least or (not least and count):
            assert time.monotonic() < deadline, f"{count} pixels of {colour} are painted"
            self.page.wait_for_timeout(100)

    def painted(self, colour: tuple[int, ...]) -> int:
        """Pixels of the graph's canvas near a colour."""
        return int(
            self.root.locator(".nl-canvas canvas").first.evaluate(
                "(c, want) => { const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0;"
                " for (let i = 0; i < d.length; i += 4)"
                " if (d[i+3] > 200 && want.every((v, k) => Math.abs(d[i+k] - v) < 12)) n++; return n }",
                list(colour),
            )
        )
