"""Where the data that comes with the package lies: beside it in a checkout, inside it in an installed wheel."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def shipped(kind: str) -> Path:
    """The folder ``data/<kind>``.

    Raises:
        FileNotFoundError: when the installation lacks it.
    """
    package = Path(str(files(__package__)))
    places = [package / "data" / kind, package.parent / "data" / kind]
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"data/{kind} is missing from this installation; looked in {places[0]} and {places[1]}")
