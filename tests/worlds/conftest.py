"""What the tests of the worlds share: live worlds that are closed again, and ALFWorld's data where there is some."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from nesyfs_lab.worlds import make_env

_BESIDE_THE_CHECKOUT = Path(__file__).resolve().parents[3] / "shared" / "data" / "alfworld"


@pytest.fixture
def world() -> Iterator[Callable[..., Any]]:
    """``make_env`` whose worlds are closed after the test, so that the next one gets their engine."""
    with ExitStack() as stack:
        yield lambda *args, **options: stack.enter_context(closing(make_env(*args, **options)))


@pytest.fixture
def alfworld_data(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with ALFWorld's games; skips where there are none."""
    for folder in (os.environ.get("ALFWORLD_DATA"), _BESIDE_THE_CHECKOUT):
        if folder and any(Path(folder).glob("json_2.1.1/valid_seen/*")):
            monkeypatch.setenv("ALFWORLD_DATA", str(folder))
            return Path(folder)
    pytest.skip("no ALFWorld games: run `alfworld-download`, or set $ALFWORLD_DATA")
