"""A stand-in for llama-server: it writes what the grammar of a request allows, and counts bytes for tokens."""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer({"status": "ok"})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert body["cache_prompt"] is True
        text = json.loads(body["grammar"].removeprefix("root ::= "))
        asked = sum(len(message["content"]) for message in body["messages"])
        self._answer(
            {
                "choices": [{"message": {"content": text}}],
                "usage": {"prompt_tokens": asked, "completion_tokens": len(text)},
                "timings": {"prompt_n": asked // 2},
            }
        )

    def log_message(self, *_: Any) -> None:
        pass

    def _answer(self, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    port = int(sys.argv[sys.argv.index("--port") + 1])
    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
