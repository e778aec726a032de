"""Many requests at once: sent in order, tried again where that helps, in plainer words where a server wants them."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..contract import Completion, ModelError, Progress, Request
from . import failures
from .answer import Malformed, completions_of, is_json, repeated
from .body import body_of
from .dialect import Dialect, Form, plainer
from .endpoint import Endpoint
from .settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_FIRST_WAIT, _LONGEST_WAIT = 0.5, 30.0  # seconds
_LISTED = 10
_LISTING = 30.0  # seconds


@dataclass
class Tally:
    """How a call comes on."""

    requests: Sequence[Request]
    done: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    purpose: str = ""

    def add(self, request: Request, completions: Sequence[Completion]) -> None:
        self.purpose = request.purpose
        self.done += len(completions)
        self.prompt_tokens += sum(c.prompt_tokens - c.cached_tokens for c in completions)
        self.completion_tokens += sum(c.completion_tokens for c in completions)

    def progress(self) -> Progress:
        total = sum(map(_distinct, self.requests))
        purpose = self.purpose or self.requests[0].purpose
        return Progress(purpose, self.done, total, self.prompt_tokens, self.completion_tokens)


class Caller:
    """Asks one model of one server. All methods run in one event loop.

    Attributes:
        model: its name there.
        dialect: what the server was found to understand, for all requests to come.
    """

    def __init__(self, endpoint: Endpoint, settings: Settings, client: AsyncOpenAI, model: str) -> None:
        self._endpoint = endpoint
        self._settings = settings
        self._client = client
        self._chance = random.Random()
        self._slots = asyncio.Semaphore(settings.concurrency)
        self.model = model
        self.dialect = Dialect()

    async def answer_all(self, requests: Sequence[Request], tally: Tally) -> list[list[Completion]]:
        """Answers to each request, in order; the first failure calls all others off."""
        return await _together([self._answer(request, tally) for request in requests])

    async def names(self) -> list[str]:
        """The models that the server lists.

        Raises:
            ModelError: it lists none.
        """
        try:
            listing = await self._send(None, min(_LISTING, self._settings.timeout))
            data = listing.get("data") if isinstance(listing, dict) else None
            names = [str(entry["id"]) for entry in data or [] if isinstance(entry, dict) and entry.get("id")]
        except (failures.Passing, failures.Refused) as error:
            raise ModelError(str(error)) from None
        except failures.NotThere:
            names = []
        if not names:
            raise ModelError(
                f"{self._endpoint.shown} lists no models: is the address right (mostly it ends in /v1)? If it is, name "
                'the model: load_model(address, model="...").'
            )
        return names

    async def _answer(self, request: Request, tally: Tally) -> list[Completion]:
        distinct = _distinct(request)
        made: list[Completion] = []
        if distinct > 1 and self.dialect.many:
            made = (await self._drawn(request, distinct, request.seed, tally))[:distinct]
            if len(made) < distinct:  # the server took n and gave fewer
                self.dialect = self.dialect.without("n")
        left = range(len(made), distinct)
        seeds = [None if request.seed is None else request.seed + i for i in left]
        for group in await _together([self._drawn(request, 1, seed, tally) for seed in seeds]):
            made += group[:1]
        return made + [repeated(made[-1]) for _ in range(request.n - len(made)) if made]

    async def _drawn(self, request: Request, n: int, seed: int | None, tally: Tally) -> list[Completion]:
        """At least one answer and, where the server can, ``n``."""
        async with self._slots:
            dialect = self.dialect
            while True:
                try:
                    completions = await self._patiently(request, n, seed, dialect)
                    break
                except failures.Refused as refusal:
                    refused = body_of(request, n, seed, dialect)
                    weaker = plainer(dialect, refused, refusal.complaint)
                    if weaker is None:
                        raise ModelError(str(refusal)) from None
                    dialect = weaker
        self._learn(dialect, request, completions)
        tally.add(request, completions[:n])
        return completions

    def _learn(self, dialect: Dialect, request: Request, completions: Sequence[Completion]) -> None:
        """Remember what worked; a schema that did not bind the answers is told more plainly from now on."""
        self.dialect = self.dialect.common(dialect)
        if request.schema is not None and dialect.form < Form.TOLD:
            whole = [c.text for c in completions if c.finish_reason == "stop" and c.text]
            if not all(map(is_json, whole)):
                next_form = Form.OBJECT if dialect.form < Form.OBJECT else Form.TOLD
                self.dialect = self.dialect.common(replace(dialect, form=next_form))

    async def _patiently(self, request: Request, n: int, seed: int | None, dialect: Dialect) -> list[Completion]:
        """The answers of one call, tried again after failures that may pass."""
        body = body_of(request, n, seed, dialect)
        for attempt in range(self._settings.retries + 1):
            try:
                payload = await self._send(body, self._settings.timeout)
                try:
                    return completions_of(payload, request)
                except Malformed as error:
                    raise failures.no_json(self._endpoint, str(error), json.dumps(payload)) from None
            except failures.Passing as failure:
                if attempt == self._settings.retries:
                    raise ModelError(f"After {attempt + 1} tries: {failure}" if attempt else str(failure)) from None
                await asyncio.sleep(self._wait(attempt, failure.wait))
            except failures.NotThere as error:
                raise ModelError(await self._unknown(str(error))) from None
        raise AssertionError("the last attempt returns or raises")

    async def _send(self, body: dict[str, Any] | None, timeout: float) -> Any:
        """The JSON that the server answers to ``body``, or to the question for its models where there is none."""
        with self._translated(body or {}, timeout):
            async with asyncio.timeout(timeout):
                if body is None:
                    listing = await self._client.models.with_raw_response.list()
                    text = listing.text
                else:
                    rest = {key: value for key, value in body.items() if key != "messages"}
                    answer = await self._client.chat.completions.with_raw_response.create(
                        model=self.model, messages=body["messages"], extra_body={**rest, **(self._settings.extra or {})}
                    )
                    text = answer.text
        try:
            payload = json.loads(text)
        except (ValueError, RecursionError):
            raise failures.no_json(self._endpoint, "is no JSON", text) from None
        if isinstance(payload, dict) and payload.get("error"):  # some gateways tell errors with status 200
            code = payload["error"].get("code") if isinstance(payload["error"], dict) else None
            status = code if isinstance(code, int) and 400 <= code < 600 else 500
            raise failures.of_status(self._endpoint, status, payload, {}, body or {})
        return payload

    @contextmanager
    def _translated(self, body: dict[str, Any], timeout: float) -> Iterator[None]:
        """The client's errors in our terms."""
        import openai

        try:
            yield
        except (TimeoutError, openai.APITimeoutError):
            raise failures.no_answer(self._endpoint, timeout) from None
        except openai.APIConnectionError as error:
            raise failures.no_connection(self._endpoint, error.__cause__) from None
        except openai.APIStatusError as error:
            headers = {name.lower(): value for name, value in error.response.headers.items()}
            said = error.body or error.response.text
            raise failures.of_status(self._endpoint, error.status_code, said, headers, body) from None

    def _wait(self, attempt: int, asked_for: float) -> float:
        """Seconds until the next attempt: twice as long each time, never the same for two, and as the server wants."""
        backoff = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0**attempt)
        return max(asked_for, backoff * self._chance.uniform(0.5, 1.0)) + 0.1 * asked_for * self._chance.random()

    async def _unknown(self, said: str) -> str:
        """The sentence for a model that the server does not have."""
        try:
            names = listed(await self.names())
        except ModelError:
            return f"There is nothing at {self._endpoint.shown}; its address mostly ends in /v1{said}."
        return f"{self._endpoint.shown} has no model '{self.model}', it lists {names}: choose one with model=...{said}."


def listed(names: Sequence[str]) -> str:
    """Some of the names, for a sentence."""
    return ", ".join(names[:_LISTED]) + (f" and {len(names) - _LISTED} more" if len(names) > _LISTED else "")


def _distinct(request: Request) -> int:
    """Answers that must be drawn: greedy ones are all the same."""
    return request.n if request.temperature > 0 else min(request.n, 1)


async def _together(calls: Sequence[Any]) -> list[Any]:
    """The results of all; when one fails, or all are called off, none goes on."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
