"""An OpenAI-compatible server for tests, on this machine, that can be as bad as a real one."""

from __future__ import annotations

import http.server
import json
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
    """

    body: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    after: float = 0.0


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
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
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


def _handler(fake: FakeServer) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            fake.paths.append(self.path)
            self._send(fake.list_models() if self.path.split("?")[0] == "/v1/models" else error(404, "no such path"))

        def do_POST(self) -> None:
            fake.paths.append(self.path)
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path.split("?")[0] != "/v1/chat/completions":
                return self._send(error(404, "no such path"))
            try:
                reply = fake.chat(body, self.headers.get("Authorization"))
                if self._waited(reply.after):
                    self._send(reply)
            finally:
                fake.left()
            return None

        def _waited(self, seconds: float) -> bool:
            """Whether the client is still there after ``seconds``."""
            end = time.monotonic() + seconds
            self.connection.settimeout(0.01)
            while time.monotonic() < end and not fake.closing.is_set():
                try:
                    if not self.connection.recv(1):
                        fake.dropped.set()
                        return False
                except TimeoutError:
                    pass
            self.connection.settimeout(None)
            return not fake.closing.is_set()

        def _send(self, reply: Reply) -> None:
            data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            headers = {"Content-Type": "application/json", "Content-Length": str(len(data)), **reply.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data[: len(data) - reply.cut])

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def turns(*replies: Any) -> Callable[[Body], Any]:
    """One reply after the other; the last one is given for ever."""
    left = list(replies)
    return lambda body: left.pop(0) if len(left) > 1 else left[0]
