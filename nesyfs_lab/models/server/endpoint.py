"""Where a server is, and the key for it, which is told to nobody else."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from ..contract import ModelError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_NO_KEY = "no-key"  # the client insists on one, servers without keys ignore it
_OPENAI = "api.openai.com"
_SHORTEST_SECRET = 4


@dataclass(frozen=True)
class Endpoint:
    """A server's address, taken apart.

    Attributes:
        shown: the address for people and records: without user, password and query.
        key_variable: the environment variable that should hold the key; empty when none is wanted.
    """

    shown: str
    key_variable: str
    url: str = field(repr=False)
    query: dict[str, str] = field(repr=False)
    key: str = field(repr=False)

    @property
    def has_key(self) -> bool:
        return self.key != _NO_KEY

    def scrubbed(self, text: str) -> str:
        """``text`` of the server, in case it repeats what it was sent, without anything secret, in one line."""
        password = urlsplit(self.url).password or ""
        for secret in (self.key if self.has_key else "", password, unquote(password), *self.query.values()):
            if len(secret) >= _SHORTEST_SECRET:
                text = text.replace(secret, "***")
        return " ".join(text.split())

    def client(self, timeout: float) -> AsyncOpenAI:
        """The official client, which tries everything once: trying again is ``caller``'s business.

        Args:
            timeout: seconds.

        Raises:
            ModelError: it is not installed.
        """
        try:
            from openai import AsyncOpenAI
        except ImportError:
            raise ModelError("Servers are reached with the package openai; install it: pip install openai") from None
        return AsyncOpenAI(
            api_key=self.key, base_url=self.url, default_query=dict(self.query), timeout=timeout, max_retries=0
        )


def endpoint_of(address: str, key_variable: str | None) -> Endpoint:
    """The endpoint at ``address``; one that names only a host gets the usual path, ``/v1``.

    Args:
        key_variable: name of the environment variable with the key; None for none, but for OpenAI's own host its usual
            one, ``OPENAI_API_KEY``.

    Raises:
        ModelError: it is no address, or the variable is not set or holds something that cannot be sent.
    """
    parts = urlsplit(address.strip())
    try:
        _ = parts.port
        host = parts.hostname
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        shown = parts.netloc.rpartition("@")[2] or parts.scheme
        raise ModelError(f"'{shown}' is no server's address; give one such as http://localhost:8080/v1.")
    if key_variable is None and host == _OPENAI:
        key_variable = "OPENAI_API_KEY"
    path = parts.path.rstrip("/").removesuffix("/chat/completions") or "/v1"
    key = os.environ.get(key_variable, "").strip() if key_variable else ""
    if key_variable and not key:
        raise ModelError(f"The environment variable {key_variable} is not set: set it to the key for {host}.")
    if not key.isascii() or not key.isprintable():
        raise ModelError(f"The environment variable {key_variable} holds characters that no key has; set it anew.")
    return Endpoint(
        shown=urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], path, "", "")),
        key_variable=key_variable or "",
        url=urlunsplit((parts.scheme, parts.netloc, path, "", "")),
        query=dict(parse_qsl(parts.query)),
        key=key or _NO_KEY,
    )
