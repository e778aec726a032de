"""A hub and wheels for tests, on this machine."""

import contextlib
import http.server
import json
import re
import threading
import zipfile


class Hub:
    """Answers as the hub does: files with ranges, and the list of a repository's files."""

    def __init__(self, files, cut_after=None, ranges=True):
        self.files, self.cut_after, self.ranges = files, cut_after, ranges
        self.asked = []  # (path, Range, Authorization)


@contextlib.contextmanager
def serve(hub, monkeypatch):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            hub.asked.append((self.path, self.headers.get("Range"), self.headers.get("Authorization")))
            if self.path.startswith("/api/models/owner/repo/"):
                return self._send(200, json.dumps(_listing(hub.files)).encode())
            name = self.path.rsplit("/resolve/main/", 1)[-1]
            if not self.path.startswith("/owner/repo/resolve/main/") or name not in hub.files:
                return self._send(404, b"")
            content, start = hub.files[name], 0
            if hub.ranges and (found := re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range") or "")):
                start = int(found[1])
                if start >= len(content):
                    return self._send(416, b"")
            return self._send(206 if start else 200, content[start:], cut_after=hub.cut_after)

        def _send(self, status, body, cut_after=None):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body if cut_after is None else body[:cut_after])

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _listing(files):
    import hashlib

    return {
        "siblings": [
            {"rfilename": name, "lfs": {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}}
            for name, content in files.items()
        ]
    }


def make_wheel(folder, name, files):
    """A wheel, version 1.0, of pure data."""
    info = f"{name}-1.0.dist-info"
    contents = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/RECORD": b"",
    }
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for member, content in contents.items():
            wheel.writestr(member, content)
    return path
