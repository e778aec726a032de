"""Products in WebShop's file format, read once a process and folder."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from .search import Index

# Products and their attributes belong together; WebShop names those of the small set and of all products apart.
_PAIRS = (("items_shuffle_1000.json", "items_ins_v2_1000.json"), ("items_shuffle.json", "items_ins_v2.json"))
_INSTRUCTIONS = "items_human_ins.json"
NOUNS = ("title_nouns_spacy.json", "title_nouns.json")

_NO_PRICE = (100.0,)  # dollars: what a product without a price costs in WebShop
_NO_ATTRIBUTES = ("DUMMY_ATTR",)  # what WebShop says of a product that its file of attributes lacks
_LONGEST_ID = 10


@dataclass(frozen=True, eq=False)
class Product:
    """What is for sale. A product is itself alone: two are equal only when they are one.

    Attributes:
        id: as pages print it.
        prices: one price, or the lowest and the highest, in dollars.
        price_tag: the prices as pages print them.
        options: name of an option (``color``) -> its values, in lower case.
        category: one of a few (``fashion``); product_category: a path (``Clothing › Shoes``); query: words (``boots``).
        nouns: those of the title, in lower case, repeated where it repeats them.
    """

    id: str
    title: str
    description: str
    bullets: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    attributes: tuple[str, ...]
    prices: tuple[float, ...]
    price_tag: str
    category: str
    query: str
    product_category: str
    nouns: tuple[str, ...]

    def price(self, seed: int) -> float:
        """Dollars. Of a product with a range WebShop draws it anew in each process; here ``seed`` says it for good."""
        if len(self.prices) == 1:
            return self.prices[0]
        return round(Random(f"{seed} price {self.id}").uniform(*self.prices), 2)


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All that a folder of data holds.

    Attributes:
        products: in the order of their file.
        instructions: product id -> what people asked for, as WebShop's file has it.
        drafts: product id -> what the goals that are made by rule are made from, as WebShop's file has it.
    """

    products: tuple[Product, ...]
    instructions: Mapping[str, Any]
    drafts: Mapping[str, Any]

    @cached_property
    def by_id(self) -> dict[str, Product]:
        return {product.id: product for product in self.products}

    @cached_property
    def index(self) -> Index:
        """The search engine; made when it is first asked for (0.3 s for 1,000 products)."""
        return Index([searched_text(product) for product in self.products])

    def search(self, keywords: str) -> tuple[Product, ...]:
        """The 50 best products at most, best first; those without any of the words are none."""
        return tuple(self.products[row] for row in self.index.best(keywords))

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """Each character that a page may print of a product."""
        return frozenset().union(*(set(text) for product in self.products for text in _texts(product)))

    @cached_property
    def longest(self) -> int:
        """Characters of the most that one product has to print."""
        return max((sum(map(len, _texts(product))) for product in self.products), default=0)


def searched_text(product: Product) -> str:
    """What WebShop indexes of a product."""
    options = ", and ".join(f"{name}: {', '.join(values)}" for name, values in product.options.items())
    return " ".join([product.title, product.description, product.bullets[0], options]).lower()


def missing_files(folder: Path) -> list[str]:
    """Names of the files that ``folder`` lacks; the small set's where it has neither."""
    missing = [name for name in (*_pair(folder), _INSTRUCTIONS) if not (folder / name).is_file()]
    return missing if _nouns_file(folder).is_file() else [*missing, NOUNS[0]]


def products_file(folder: Path) -> Path:
    """The file of products in ``folder``.

    Raises:
        FileNotFoundError: when there is none.
    """
    path = folder / _pair(folder)[0]
    if not path.is_file():
        raise FileNotFoundError(f"{folder} holds no {path.name}; name the folder of WebShop's data")
    return path


@functools.cache
def read_catalogue(folder: Path) -> Catalogue:
    """The catalogue in ``folder``, which ``missing_files`` says is complete.

    Raises:
        ValueError: when a file is broken or does not fit the others; the text names the file.
    """
    shelf = products_file(folder)
    rows, drafts = _read(shelf, list), _read(folder / _pair(folder)[1], dict)
    instructions, nouns = _read(folder / _INSTRUCTIONS, dict), _read(_nouns_file(folder), dict)
    products: dict[str, Product] = {}
    for number, row in enumerate(rows):
        try:
            product = _product(row, drafts, nouns)
        except _NounsAreMissing as error:
            raise ValueError(
                f"{_nouns_file(folder)} lacks the title of product {error}; write the file again with "
                f"`python -m nesyfs_lab.worlds.shop.nouns {folder}`"
            ) from None
        except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
            raise ValueError(
                f"{shelf}: entry {number} is no product in WebShop's format ({error!r}); fetch the file again"
            ) from error
        if product is not None:
            products.setdefault(product.id, product)
    if not products:
        raise ValueError(f"{shelf} holds no product; fetch the file again")
    return Catalogue(tuple(products.values()), instructions, drafts)


class _NounsAreMissing(Exception):
    pass


def _pair(folder: Path) -> tuple[str, str]:
    return next((pair for pair in _PAIRS if all((folder / name).is_file() for name in pair)), _PAIRS[0])


def _nouns_file(folder: Path) -> Path:
    return next((folder / name for name in NOUNS if (folder / name).is_file()), folder / NOUNS[0])


def _read(path: Path, kind: type) -> Any:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is not JSON ({error}); fetch the file again") from None
    if not isinstance(content, kind):
        raise ValueError(f"{path} must hold a JSON {'list' if kind is list else 'object'}; fetch the file again")
    return content


def _product(row: Mapping[str, Any], drafts: Mapping[str, Any], nouns: Mapping[str, Any]) -> Product | None:
    """None for an entry that WebShop leaves out."""
    name: str = row["asin"]
    if name == "nan" or len(name) > _LONGEST_ID:
        return None
    if name not in nouns:
        raise _NounsAreMissing(name)
    prices, tag = _prices(row.get("pricing"))
    bullets = row["small_description"]
    return Product(
        id=name,
        title=_text(row["name"]),
        description=_text(row["full_description"]),
        bullets=tuple(map(_text, bullets)) if isinstance(bullets, list) else (_text(bullets),),
        options=_options(row["customization_options"]),
        attributes=tuple(map(_text, drafts.get(name, {}).get("attributes", _NO_ATTRIBUTES))),
        prices=prices,
        price_tag=tag,
        category=_text(row["category"]),
        query=row["query"].lower().strip(),
        product_category=_text(row["product_category"]),
        nouns=tuple(map(_text, nouns[name])),
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _prices(pricing: str | None) -> tuple[tuple[float, ...], str]:
    """``"$19.99$27.99"`` -> its prices in dollars, and how a page prints them."""
    prices = tuple(float(re.sub(r"[^\d.]", "", price)) for price in (pricing or "").split("$")[1:])[:2] or _NO_PRICE
    return prices, " to ".join(f"${price}" for price in prices)


def _options(raw: Any) -> dict[str, tuple[str, ...]]:
    return {
        name.lower(): tuple(each["value"].strip().replace("/", " | ").lower() for each in values)
        for name, values in (raw or {}).items()
        if values is not None
    }


def _texts(product: Product) -> Iterable[str]:
    yield from (product.id, product.title, product.price_tag, product.description, product.category, product.query)
    yield from (product.product_category, *product.bullets, *product.attributes, *product.options)
    for values in product.options.values():
        yield from values
