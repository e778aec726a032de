"""Waiting for what another thread does."""

import time
from collections.abc import Callable

PATIENCE = 20.0  # seconds


def wait(condition: Callable[[], object]) -> None:
    """Until ``condition`` holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.005)
