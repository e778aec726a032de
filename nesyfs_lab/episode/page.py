"""The page of an episode, which another room draws: known here by name alone, since a record needs no drawings."""

from __future__ import annotations

from importlib import import_module
from os import PathLike
from typing import Any

DRAWN_BY = "nesyfs_lab.views.page"


def write_page(episode: Any, path: str | PathLike[str]) -> None:
    """Have an episode's page drawn and written to ``path``."""
    import_module(DRAWN_BY).save_html(episode, path)
