"""The pages of a shop: what each prints, what can be clicked on it, and which page an action leads to.

A page is a value, and ``after`` is the whole game: page and action in, page out. What is printed, and where a click
leads, is as in WebShop's ``text`` mode::

    search --search[..]--> results (10 of at most 50) --click[id]--> item --click[Features]--> sub-page
                              Next >, < Prev                 options, Buy Now --> end           < Prev

``search[..]`` works on every page. An option that was chosen is not printed, and a new search, or the way back to the
results, forgets it. "Next >" is there on the last page too, and leads to one that lists nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from .products import Product

SEPARATOR = " [SEP] "
SUB_PAGES = ("Description", "Features", "Reviews", "Attributes")
PER_PAGE = 10  # products on a page of results

BACK, PREVIOUS, NEXT, BUY = "Back to Search", "< Prev", "Next >", "Buy Now"
SHOP, INSTRUCTION, SEARCH = "WebShop", "Instruction:", "Search"
THANKS, SCORE = "Thank you for shopping with us!", "Your score (min 0.0, max 1.0)"

Search = Callable[[str], tuple[Product, ...]]

_ACTION = re.compile(r"\s*(search|click)\s*\[(.*)\]\s*", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Page:
    """Where the shopper is.

    Attributes:
        kind: ``search``, ``results``, ``item``, ``end``, or one of ``SUB_PAGES``.
        hits: what the last search found.
        number: which page of results, from 1; also the one that "< Prev" on an item leads back to.
        product: the one that is looked at, or was bought.
        chosen: name of an option -> the value that was chosen.
    """

    kind: str = "search"
    hits: tuple[Product, ...] = ()
    number: int = 1
    product: Product | None = None
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def listed(self) -> tuple[Product, ...]:
        """What a page of results shows."""
        return self.hits[(self.number - 1) * PER_PAGE : self.number * PER_PAGE]


def after(page: Page, action: str, search: Search, show_attrs: bool = False) -> Page | None:
    """The page that ``action`` leads to; None when it means nothing on this page.

    Args:
        action: ``search[keywords]`` or ``click[what is printed]``; case does not matter.
        search: finds products.
        show_attrs: whether items have a page of attributes.
    """
    said = _ACTION.fullmatch(action)
    if said is None:
        return None
    verb, argument = said.group(1).lower(), said.group(2).strip()
    if verb == "search":
        return Page("results", hits=search(argument)) if argument else None
    return clickable(page, show_attrs).get(argument.lower(), (None, None))[1]


def clickable(page: Page, show_attrs: bool = False) -> dict[str, tuple[str, Page]]:
    """What can be clicked, in the order of the page: lower-case text -> (the text as printed, where it leads)."""
    if page.kind in ("search", "end"):
        return {}
    targets: list[tuple[str, Page]] = [(BACK, Page())]
    if page.kind == "results":
        if page.number > 1:
            targets.append((PREVIOUS, replace(page, number=page.number - 1)))
        targets.append((NEXT, replace(page, number=page.number + 1)))
        targets += [(product.id, replace(page, kind="item", product=product)) for product in page.listed]
    elif page.kind == "item":
        targets.append((PREVIOUS, replace(page, kind="results", product=None, chosen={})))
        targets += [
            (value, replace(page, chosen={**page.chosen, name: value}))
            for name, values in _options(page).items()
            for value in values
        ]
        targets += [(name, replace(page, kind=name)) for name in _sub_pages(show_attrs)]
        targets.append((BUY, replace(page, kind="end")))
    else:
        targets.append((PREVIOUS, replace(page, kind="item")))
    # Where two things read alike the later one is clicked; so no option hides a button.
    return {text.lower(): (text, page) for text, page in targets}


def printed(page: Page, instruction: str, score: float | None = None, show_attrs: bool = False) -> str:
    """The observation: everything that the page prints. ``score`` is the reward, on the page of kind ``end``."""
    if page.kind == "search":
        return _joined(SHOP, INSTRUCTION, instruction, SEARCH)
    if page.kind == "end":
        return _joined(THANKS, SCORE, str(score))
    head = (INSTRUCTION, instruction, BACK)
    if page.kind == "results":
        title = f"Page {page.number} (Total results: {len(page.hits)})"
        listed = [text for product in page.listed for text in (product.id, product.title, product.price_tag)]
        return _joined(*head, title, *((PREVIOUS,) if page.number > 1 else ()), NEXT, *listed)
    assert page.product is not None
    if page.kind == "item":
        options = [text for name, values in _options(page).items() for text in (name, *values)]
        facts = (page.product.title, f"Price: {page.product.price_tag}", "Rating: N.A.")
        return _joined(*head, PREVIOUS, *options, *facts, *_sub_pages(show_attrs), BUY)
    if page.kind == "Features":  # the one list whose empty entries WebShop prints, too
        return SEPARATOR.join([_joined(*head, PREVIOUS), *(text.strip() for text in page.product.bullets)])
    return _joined(*head, PREVIOUS, *told_on(page.kind, page.product))


def told_on(sub_page: str, product: Product) -> tuple[str, ...]:
    """What a sub-page prints about a product. WebShop comes without reviews, so there is nothing on their page."""
    if sub_page == "Description":
        return (product.description,)
    if sub_page == "Features":
        return product.bullets
    if sub_page == "Attributes":
        return (*product.attributes, product.category, product.query, product.product_category)
    return ()


def _options(page: Page) -> Mapping[str, tuple[str, ...]]:
    return page.product.options if page.product else {}


def _sub_pages(show_attrs: bool) -> tuple[str, ...]:
    return SUB_PAGES if show_attrs else SUB_PAGES[:-1]


def _joined(*texts: str) -> str:
    return SEPARATOR.join(text for each in texts if (text := each.strip()))
