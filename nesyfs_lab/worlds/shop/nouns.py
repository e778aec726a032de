"""Write the nouns of WebShop's titles: ``python -m nesyfs_lab.worlds.shop.nouns [folder]``.

The reward compares nouns of titles. WebShop finds them with spaCy whenever it judges; here they are found once and
kept in ``title_nouns_spacy.json`` beside WebShop's files, so that playing needs no spaCy. Writing them does, with
WebShop's model: ``pip install spacy`` and ``python -m spacy download en_core_web_sm``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from .products import NOUNS, products_file

_MODEL = "en_core_web_sm"
_KINDS = ("NOUN", "PROPN")


def title_nouns(titles: Iterable[str], parse: Callable[[str], Any]) -> list[list[str]]:
    """The nouns of each title, in lower case and in their order; ``parse`` is a spaCy pipeline."""
    return [[token.text.lower() for token in parse(title) if token.pos_ in _KINDS] for title in titles]


def write(folder: Path, parse: Callable[[str], Any]) -> Path:
    """Write the nouns of the products in ``folder``, and say where.

    Raises:
        FileNotFoundError: when WebShop's products are not there.
    """
    rows = json.loads(products_file(folder).read_text(encoding="utf-8"))
    nouns = title_nouns((row["name"] for row in rows), parse)
    path = folder / NOUNS[0]
    path.write_text(json.dumps({row["asin"]: found for row, found in zip(rows, nouns, strict=True)}), encoding="utf-8")
    return path


def main() -> None:
    """Write the file into a folder, by default ``$WEBSHOP_DATA``."""
    parser = argparse.ArgumentParser(description="Write the nouns of WebShop's titles.")
    parser.add_argument("folder", type=Path, nargs="?", default=os.environ.get("WEBSHOP_DATA", "."))
    folder: Path = parser.parse_args().folder
    products_file(folder)
    try:
        import spacy

        parse = spacy.load(_MODEL)
    except (ImportError, OSError) as error:
        sys.exit(f"{error}\nRun `pip install spacy` and `python -m spacy download {_MODEL}`, then this again.")
    sys.stdout.write(f"wrote {write(folder, parse)}\n")


if __name__ == "__main__":
    main()
