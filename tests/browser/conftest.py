"""A JupyterLab of its own and a Chromium, for tests that look at what a person sees."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.server import CHROMIUM, Lab, opened_page, running_lab


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    if not Path(CHROMIUM).exists():
        pytest.skip("no chromium: install it or set CHROMIUM to its path")
    with running_lab(tmp_path_factory.mktemp("lab")) as running:
        yield running


@pytest.fixture
def page(lab: Lab, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A browser page; ``page.seen`` tells of requests that left the machine and of errors in the console."""
    # Each test begins in the theme that Lab comes with.
    (lab.settings / "@jupyterlab/apputils-extension/themes.jupyterlab-settings").unlink(missing_ok=True)
    with opened_page(tmp_path / "profile") as page:
        yield page
        if pictures := os.environ.get("SCREENSHOTS"):  # a folder: what each test saw last
            page.screenshot(path=Path(pictures) / f"{request.node.name}.png")


@pytest.fixture
def shots() -> Callable[[Any, str], None]:
    """Keeps a picture of a page, or of a part of it, under a name, where $SCREENSHOTS names a folder."""
    folder = os.environ.get("SCREENSHOTS")
    return lambda part, name: part.screenshot(path=Path(folder) / f"{name}.png") if folder else None
