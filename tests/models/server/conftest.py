"""Fixtures of the served models' tests."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from nesyfs_lab.models.server import ServerModel, caller
from tests.models.server.fake_server import FakeServer


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """No proxy, no key of the person who runs the tests, and back-offs that are short."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr(caller, "_FIRST_WAIT", 0.01)


@pytest.fixture
def serve() -> Iterator[Any]:
    """``serve(respond, **options)``: a fake server that answers so, and a model that asks it."""
    with ExitStack() as stack:

        def start(respond: Any = lambda body: "hello", **options: Any) -> tuple[FakeServer, ServerModel]:
            fake = stack.enter_context(FakeServer(respond))
            return fake, stack.enter_context(ServerModel(fake.address, **{"model": "m", **options}))

        yield start
