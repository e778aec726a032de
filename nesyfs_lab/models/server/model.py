"""A served model behind the ``Model`` contract."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError, Future, wait
from typing import TYPE_CHECKING, Any

from ..contract import Cancelled, Completion, ModelError, Progress, Request
from .background import Background
from .caller import Caller, Tally, listed
from .endpoint import endpoint_of
from .settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_SECONDS_BETWEEN_REPORTS = 0.1


class ServerModel:
    """A model of an OpenAI-compatible server.

    All requests of a call are under way at once, up to ``concurrency``. They are sent again, later and later, when the
    server is busy, fails or falls silent; what a server does not understand (``n``, a schema, a seed) it is asked
    without from then on, see ``lacks`` in ``info``. Messages go out unchanged and in order, so the server's own prefix
    cache works.

    Safe from any thread: calls wait for each other.

    Attributes:
        progress: told how a call comes on, about ten times a second, in the thread of the call.
    """

    def __init__(
        self,
        address: str,
        *,
        model: str | None = None,
        api_key_env: str | None = None,
        concurrency: int = 8,
        timeout: float = 600.0,
        retries: int = 5,
        prices: Mapping[str, float] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        """Make ready to ask. The server itself is asked first when ``model`` is left out, else by ``complete``.

        Args:
            address: ``http://localhost:8080/v1``; ``/v1`` is added where only a host is named.
            model: its name on the server; may be left out where there is only one.
            api_key_env: the environment variable that holds the key, if the server needs one. None sends no key, but to
                OpenAI's own address that of ``OPENAI_API_KEY``: a key goes nowhere that it was not meant for.
            concurrency: requests under way at once.
            timeout: seconds until an answer must be there, those in the server's queue included.
            retries: how often a request is sent again after a failure that may pass.
            prices: dollars per million tokens: ``prompt``, ``output`` and, where those are cheaper, ``cached``.
            extra: more of each request's body, such as ``{"top_k": 40}``; ``{"logprobs": True}`` makes
                ``Completion.logprob`` known. Kept in records.

        Raises:
            ModelError: an option makes no sense, ``openai`` is not installed, or no model was named and the server
                does not list exactly one.
        """
        self._settings = Settings(concurrency, timeout, retries, prices, extra)
        endpoint = endpoint_of(address, api_key_env)
        client = endpoint.client(timeout)
        self._address = endpoint.shown
        self._lock = threading.RLock()
        self._running: Future[Any] | None = None
        self._background = Background()
        self._free = weakref.finalize(self, _free, self._background, client)
        self._free.atexit = False  # connections end with the process
        self._caller = Caller(endpoint, self._settings, client, model or "")
        self.progress: Callable[[Progress], None] | None = None
        if model is None:
            try:
                self._caller.model = self._only_one()
            except BaseException:
                self._free()
                raise

    @property
    def info(self) -> dict[str, Any]:
        """Plain values for a record: model, address and settings, and what the server was found to lack; no key."""
        lacks = self._caller.dialect.lacks()
        return {
            "name": self._caller.model,
            "server": self._address,
            **self._settings.info(),
            **({"lacks": lacks} if lacks else {}),
        }

    def complete(self, requests: Sequence[Request]) -> list[list[Completion]]:
        """Answer all ``requests``; the i-th list holds ``requests[i].n`` completions.

        Raises:
            Cancelled: ``cancel`` was called.
            PromptTooLong: the server says that a prompt and its answer do not fit.
            ModelError: the model is closed, or the server cannot be reached, refuses or keeps failing.
        """
        with self._lock:
            if not self._free.alive:
                raise ModelError("This model is closed; load it again.")
            if not requests:
                return []
            tally = Tally(requests)
            answers: list[list[Completion]] = self._wait_for(self._caller.answer_all(requests, tally), tally)
            return answers

    def cancel(self) -> None:
        """Stop the ``complete`` in progress, from any thread; without one this does nothing."""
        if (running := self._running) is not None:
            running.cancel()

    def close(self) -> None:
        """Close the connections; the model answers nothing any more."""
        with self._lock:
            self._free()

    def __enter__(self) -> ServerModel:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait_for(self, work: Any, tally: Tally | None = None) -> Any:
        self._running = running = self._background.submit(work)
        try:
            self._report(tally)
            while not wait([running], _SECONDS_BETWEEN_REPORTS).done:
                self._report(tally)
            result = running.result()
            self._report(tally)
            return result
        except CancelledError:
            raise Cancelled from None
        finally:
            running.cancel()  # nothing goes on after a listener's error or a person's interrupt
            self._running = None

    def _report(self, tally: Tally | None) -> None:
        if tally is not None and (listener := self.progress) is not None:
            listener(tally.progress())

    def _only_one(self) -> str:
        names: list[str] = self._wait_for(self._caller.names())
        if len(names) != 1:
            raise ModelError(f"{self._address} has several models, {listed(names)}: choose one with model=...")
        return names[0]


def _free(background: Background, client: AsyncOpenAI) -> None:
    background.close(client.close)
