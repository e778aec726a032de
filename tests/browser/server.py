"""A JupyterLab of its own, and pages of Chromium: for tests and measurements of what a person sees."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
TESTS = Path(__file__).parents[1]
# Lab's news pop-up would ask the internet.
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
}


@dataclass
class Lab:
    """A running server; its notebooks lie in ``root``, what a person chose in its menus in ``settings``."""

    url: str
    root: Path
    settings: Path

    def notebook(self, name: str, *cells: str) -> str:
        """Write a notebook of code cells; returns the address that opens it in a fresh workspace."""
        import nbformat.v4 as nbformat

        book = nbformat.new_notebook(cells=[nbformat.new_code_cell(cell) for cell in cells])
        book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        (self.root / name).write_text(json.dumps(book), encoding="utf-8")
        return self.address(name)

    def address(self, name: str) -> str:
        """What opens the notebook ``name`` in a fresh workspace."""
        return f"{self.url}/lab/tree/{name}?reset&token=t"


@contextlib.contextmanager
def running_lab(home: Path) -> Iterator[Lab]:
    """A server that keeps all that it has in ``home``, until the block ends."""
    root = home / "notebooks"
    root.mkdir()
    (home / "settings").mkdir()
    (home / "app").mkdir()
    for plugin, values in SETTINGS.items():
        package, _, name = plugin.partition(":")
        file = home / "settings" / package / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(values), encoding="utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    dirs = {f"JUPYTER_{kind}_DIR": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "RUNTIME")}
    dirs |= {"JUPYTERLAB_SETTINGS_DIR": str(home / "settings"), "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces")}
    path = os.pathsep.join(filter(None, [str(TESTS.parent), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}",
               "--ServerApp.port_retries=0",
               "--allow-root", "--IdentityProvider.token=t", f"--ServerApp.root_dir={root}"]  # fmt: skip
    log = home / "log"
    with log.open("w") as out:
        server = subprocess.Popen(
            command, env=os.environ | dirs | {"PYTHONPATH": path}, stdout=out, stderr=subprocess.STDOUT
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/api/status?token=t", server, log)
        yield Lab(f"http://127.0.0.1:{port}", root, home / "settings")
    finally:
        server.terminate()
        server.wait(20)


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(url).close()
            return
        assert server.poll() is None, log.read_text()
        time.sleep(0.1)
    raise TimeoutError(log.read_text())


@dataclass
class Seen:
    """What a page did behind the scenes."""

    offsite: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


@contextlib.contextmanager
def opened_page(profile: Path) -> Iterator[Any]:
    """A browser page; ``page.seen`` tells of requests that left the machine and of errors in the console."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(profile),
            executable_path=CHROMIUM,
            headless=True,
            args=QUIET,
            viewport={"width": 1400, "height": 1000},
        )
        page: Any = context.pages[0]
        page.seen = seen = Seen()
        local = ("http://127.0.0.1", "ws://127.0.0.1", "file:", "data:", "blob:", "about:")
        page.on("request", lambda r: None if r.url.startswith(local) else seen.offsite.append(r.url))
        page.on("pageerror", lambda error: seen.errors.append(str(error)))
        page.on("console", lambda m: seen.errors.append(f"{m.text} {m.location}") if m.type == "error" else None)
        yield page
        context.close()
