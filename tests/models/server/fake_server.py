"""An OpenAI-compatible server for tests, on this machine, that can be as bad as a real one."""

from __future__ import annotations

import http.server
import json
import select
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

Body = dict[str, Any]


@dataclass
class Reply:
    """What goes over the wire.

    Attributes:
        body: JSON, or bytes as they are.
        cut: so many bytes at the end are announced but not sent.
        after: seconds to wait before; a server that is closed waits no longer.
        drip: seconds between the bytes.
    """

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    after: float = 0.0
    drip: float = 0.0


def chat(*texts: str, usage: Body | None = None, **more: Any) -> Body:
    """A chat completion with a choice for each text."""
    choices = [
        {"index": i, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
        for i, text in enumerate(texts)
    ]
    return {"object": "chat.completion", "choices": choices, "usage": usage or {}, **more}


def error(status: int, message: str, headers: dict[str, str] | None = None, **more: Any) -> Reply:
    """An error as OpenAI sends it."""
    return Reply({"error": {"message": message, **more}}, status, headers or {})


class FakeServer:
    """Answers every chat by ``respond(body)``, which returns a ``Reply``, a body or one text.

    Attributes:
        bodies: of all chats, as they came.
        keys: the ``Authorization`` of each.
        paths: of all requests, with their query.
        busiest: most chats that were under way at once.
        dropped: set when a client hung up while it waited.
    """

    def __init__(self, respond: Callable[[Body], Any] = lambda body: "hello", models: list[str] | None = None) -> None:
        self.respond, self.models = respond, models
        self.bodies: list[Body] = []
        self.keys: list[str | None] = []
        self.paths: list[str] = []
        self.busy = self.busiest = 0
        self.closing, self.dropped = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.fake = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def chat(self, body: Body, key: str | None) -> Reply:
        with self._lock:
            self.bodies.append(body)
            self.keys.append(key)
            self.busy += 1
            self.busiest = max(self.busiest, self.busy)
            said = self.respond(body)
        reply = said if isinstance(said, Reply) else Reply(chat(said) if isinstance(said, str) else said)
        return reply

    def left(self) -> None:
        with self._lock:
            self.busy -= 1

    def list_models(self) -> Reply:
        if self.models is None:
            return error(404, "no such path")
        return Reply({"object": "list", "data": [{"id": name} for name in self.models]})


class _Server(http.server.ThreadingHTTPServer):
    """Knows for whom it serves."""

    fake: FakeServer


class _Handler(http.server.BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        self._came()
        fake = self.server.fake
        self._send(fake.list_models() if self._path == "/v1/models" else error(404, "no such path"))

    def do_POST(self) -> None:
        self._came()
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        fake = self.server.fake
        if self._path != "/v1/chat/completions":
            self._send(error(404, "no such path"))
            return
        reply = fake.chat(body, self.headers.get("Authorization"))
        try:
            if self._waited(reply.after):
                self._send(reply)
        finally:
            fake.left()

    @property
    def _path(self) -> str:
        return self.path.split("?")[0]

    def _came(self) -> None:
        self.server.fake.paths.append(self.path)

    def _waited(self, seconds: float) -> bool:
        """Whether the client is still there after ``seconds``."""
        fake, end = self.server.fake, time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not fake.closing.is_set():
            readable, _, _ = select.select([self.connection], [], [], min(left, 0.1))
            if readable and not self.connection.recv(1):
                fake.dropped.set()
                return False
        return not fake.closing.is_set()

    def _send(self, reply: Reply) -> None:
        data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        self.send_response(reply.status)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(data)), **reply.headers}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        data = data[: len(data) - reply.cut]
        size = 1 if reply.drip else len(data) or 1
        for start in range(0, len(data), size):
            self.wfile.write(data[start : start + size])
            if not self._waited(reply.drip):
                return

    def log_message(self, *_: object) -> None:
        pass


def turns(*replies: Any) -> Callable[[Body], Any]:
    """One reply after the other; the last one is given for ever."""
    left = list(replies)
    return lambda body: left.pop(0) if len(left) > 1 else left[0]
