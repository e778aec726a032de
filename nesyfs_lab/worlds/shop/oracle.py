"""A shopper who knows which product is wanted: how a goal is reached, for stored walkthroughs and for tests."""

from __future__ import annotations

from .goals import Goal
from .pages import BUY, NEXT, PER_PAGE
from .products import Catalogue, Product
from .reward import is_chosen


def walkthrough(catalogue: Catalogue, goal: Goal, keywords: str) -> list[str]:
    """Actions that search for ``keywords``, open the goal's product, choose what is asked for, and buy it.

    Raises:
        ValueError: when the search does not find the product, or the product lacks a wanted option.
    """
    hits = catalogue.search(keywords)
    if goal.product not in hits:
        raise ValueError(f"{keywords!r} does not find {goal.product.id}; search for words of its title")
    turns = hits.index(goal.product) // PER_PAGE
    clicks = [NEXT] * turns + [goal.product.id] + [_value(goal.product, option) for option in goal.options] + [BUY]
    return [f"search[{keywords}]", *(f"click[{text}]" for text in clicks)]


def _value(product: Product, option: str | tuple[str, str]) -> str:
    """The product's value that is the wanted one: the same, else the first that the reward takes for it."""
    values = [value for group in product.options.values() for value in group]
    wanted = option if isinstance(option, str) else option[1]
    if wanted in values:
        return wanted
    for value in values:
        if is_chosen(option, [value]):
            return value
    raise ValueError(f"{product.id} has no option like {option!r}")
