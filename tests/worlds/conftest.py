"""What the tests of the worlds share: live worlds that are closed again, and others' data where there is some."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from nesyfs_lab.worlds import make_env
from nesyfs_lab.worlds.shop.products import missing_files

_BESIDE_THE_CHECKOUT = Path(__file__).resolve().parents[3] / "shared" / "data"


@pytest.fixture
def world() -> Iterator[Callable[..., Any]]:
    """``make_env`` whose worlds are closed after the test, so that the next one gets their engine."""
    with ExitStack() as stack:
        yield lambda *args, **options: stack.enter_context(closing(make_env(*args, **options)))


@pytest.fixture
def alfworld_data(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with ALFWorld's games; skips where there are none."""
    for folder in (os.environ.get("ALFWORLD_DATA"), _BESIDE_THE_CHECKOUT / "alfworld"):
        if folder and any(Path(folder).glob("json_2.1.1/valid_seen/*")):
            monkeypatch.setenv("ALFWORLD_DATA", str(folder))
            return Path(folder)
    pytest.skip("no ALFWorld games: run `alfworld-download`, or set $ALFWORLD_DATA")


@pytest.fixture(scope="session")
def webshop_folder() -> Path:
    """The folder with WebShop's products; skips where there is none."""
    for folder in (os.environ.get("WEBSHOP_DATA"), _BESIDE_THE_CHECKOUT / "webshop"):
        if folder and not missing_files(Path(folder)):
            return Path(folder)
    pytest.skip("no WebShop data: run WebShop's setup script, and set $WEBSHOP_DATA")


@pytest.fixture
def webshop_data(webshop_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, as ``$WEBSHOP_DATA``."""
    monkeypatch.setenv("WEBSHOP_DATA", str(webshop_folder))
    return webshop_folder
