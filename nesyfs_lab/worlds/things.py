"""The tables of ``things.toml``: rooms, receptacles and things, in ALFWorld's types and true to its rules."""

from __future__ import annotations

import tomllib
from importlib.resources import files

_TABLES = tomllib.loads((files(__package__) / "things.toml").read_text("utf-8"))

CLOSED: frozenset[str] = frozenset(_TABLES["closed"].split())
"""Receptacles that open and close; every game begins with all of them closed."""

PROPERTIES: dict[str, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in _TABLES["properties"].items()
}
"""Property of the domain (``heatable``) -> types of things that have it."""

FITS: dict[str, frozenset[str]] = {name: frozenset(words.split()) for name, words in _TABLES["fits"].items()}
"""Type of receptacle -> types of things that can be put there."""

THINGS: dict[str, list[str]] = {room: words.split() for room, words in _TABLES["things"].items()}
"""Room -> types of things that may lie about in it."""

ROOMS: dict[str, dict[str, int]] = _TABLES["rooms"]
"""Room -> type of receptacle -> how many it can have."""
