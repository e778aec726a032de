"""The true state of a shop as triplets, in the words that its pages print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...graph import Triplet
from .pages import SUB_PAGES, Page, told_on
from .products import Product

LONGEST = 200
"""Characters: a longer text of a sub-page is a text, not a fact."""

YOU = "you"
PLACES = {"search": "Search", "item": "item", "end": "end"} | {name: name for name in SUB_PAGES}
"""Kind of page -> what it is called; a page of results is called what it prints, such as "Page 2"."""

_RELATIONS = {"Description": "has description", "Features": "has feature", "Attributes": "has attribute"}


class Shown:
    """What an episode's pages have shown so far, which is what its true state is told about.

    The whole shop would be a state too large to look at, and nearly all of it about things that nobody has met. So
    facts are about you, about what the last search lists on the pages of results that were opened, and about each
    product that was shown: its title and price from then on, its options once its own page was open, the texts of a
    sub-page once that was open.
    """

    def __init__(self) -> None:
        self._parts: dict[Product, dict[str, None]] = {}  # an ordered set of kinds of page
        self._listed: dict[Product, int] = {}  # on which page of the current results
        self._hits: tuple[Product, ...] = ()

    def see(self, page: Page) -> None:
        """Take in a page that is shown."""
        if page.kind == "search" or page.hits is not self._hits:
            self._listed = {}
        self._hits = page.hits
        if page.kind == "results":
            for product in page.listed:
                self._listed[product] = page.number
                self._parts.setdefault(product, {})
        elif page.product is not None:
            self._parts.setdefault(page.product, {})[page.kind] = None

    def facts(self, page: Page) -> tuple[Triplet, ...]:
        """What is true on ``page``: about you, then what is listed where, then each product in the order of showing."""
        return tuple(dict.fromkeys((*_about_you(page), *self._listings(), *self._products())))

    def _listings(self) -> Iterator[Triplet]:
        for product, number in self._listed.items():
            yield Triplet(product.id, "listed on", page_name(number))

    def _products(self) -> Iterator[Triplet]:
        for product, kinds in self._parts.items():
            yield from titled(product.id, product.title, product.price_tag)
            if "item" in kinds:
                for values in product.options.values():
                    yield from (Triplet(product.id, "has option", value) for value in values if value)
            for kind in filter(_RELATIONS.__contains__, kinds):
                yield from told(product.id, kind, told_on(kind, product))


def page_name(number: int) -> str:
    """What a page of results is called."""
    return f"Page {number}"


def titled(name: str, title: str, price: str) -> Iterator[Triplet]:
    """What each page that shows a product says of it."""
    if title.strip():
        yield Triplet(name, "is called", title.strip())
    yield Triplet(name, "costs", price)


def told(name: str, kind: str, texts: Iterable[str]) -> Iterator[Triplet]:
    """What a sub-page says of a product. The last of its attributes' page are the categories it is in."""
    stripped = [text.strip() for text in texts if text.strip()]
    relations = [_RELATIONS.get(kind, "")] * len(stripped)
    if kind == "Attributes":
        # Category and query, and the path of categories where there is one.
        last = 3 if stripped and "›" in stripped[-1] else 2
        relations[-last:] = ["in category"] * len(relations[-last:])
    for relation, text in zip(relations, stripped, strict=True):
        if relation and len(text) <= LONGEST:
            yield Triplet(name, relation, text)


def _about_you(page: Page) -> Iterator[Triplet]:
    yield Triplet(YOU, "at", page_name(page.number) if page.kind == "results" else PLACES[page.kind])
    if page.product is not None:
        yield Triplet(YOU, "bought" if page.kind == "end" else "view", page.product.id)
    yield from (Triplet(YOU, "chose", value) for value in page.chosen.values() if value)
