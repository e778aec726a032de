"""A workload served by llama-server: all particles of a stage at once, on slots that keep their prompts."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .servings import Options, Serving, Tick, Tokens, count, literal, sampling_of
from .workload import Call, Section

_PATIENCE = 120.0
"""Seconds that the server may take to load the model."""


class Server(Serving):
    """A llama-server of our own, with prompt caching; its slots have contexts of ``n_ctx`` tokens each."""

    def __init__(self, options: Options) -> None:
        """Start it and wait until it answers.

        Raises:
            RuntimeError: there is no program, it ended, or it did not answer in time.
        """
        if options.server is None:
            raise RuntimeError("llama-server is not there; name its program.")
        self._answers = options.answers
        self._port = _free_port()
        command = [str(options.server), "--model", str(options.model), "--host", "127.0.0.1", "--port", str(self._port)]
        command += ["--ctx-size", str(options.n_ctx * options.slots), "--parallel", str(options.slots)]
        command += ["--threads", str(options.threads), "--threads-batch", str(options.threads)]
        self._server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._pool = ThreadPoolExecutor(options.slots)
        try:
            self._wait(options.server)
        except BaseException:
            self.__exit__()
            raise

    @property
    def process(self) -> int | None:
        return self._server.pid

    def serve(self, section: Section, step: int, tick: Tick) -> Tokens:
        tokens = Tokens()
        for stage in section.steps[step]:
            rounds = max(len(calls) for calls in stage.calls)
            for number in range(rounds):  # an unusable answer is asked for again once all have answered
                calls = [particle[number] for particle in stage.calls if number < len(particle)]
                for call, (text, spent) in zip(
                    calls, self._pool.map(self._call, range(len(calls)), calls), strict=True
                ):
                    count(tokens, call, text, spent)
                    tick()
        return tokens

    def _call(self, number: int, call: Call) -> tuple[str, Tokens]:
        body: dict[str, Any] = {"messages": call.request.messages, "cache_prompt": True}
        body |= sampling_of(call, number, self._answers)
        if self._answers == "recorded":
            body["grammar"] = literal(call.answer.text)
        else:
            schema = {"name": call.request.purpose, "schema": call.request.schema, "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        status, given = self._post("/v1/chat/completions", body)
        if status != 200:
            raise RuntimeError(f"llama-server answered {status}: {json.dumps(given)[:300]}")
        tokens = Tokens(
            submitted=given["usage"]["prompt_tokens"],
            computed=given["timings"]["prompt_n"],
            chosen=given["usage"]["completion_tokens"],
        )
        return given["choices"][0]["message"]["content"], tokens

    def _post(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        try:
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    def _wait(self, program: Path) -> None:
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            if (code := self._server.poll()) is not None:
                raise RuntimeError(f"{program.name} ended with status {code}; run it by hand to see why.")
            if self._healthy():
                return
            time.sleep(0.1)
        raise RuntimeError(f"{program.name} did not answer within {_PATIENCE:.0f} seconds.")

    def _healthy(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=5)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._server.terminate()
        try:
            self._server.wait(10)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
