"""What a purchase is worth, by WebShop's rules (its paper's appendix; ``web_agent_site/engine/goal.py``).

::

    r = r_type * (attributes found + options found + [price <= limit]) / (attributes + options + 1)

Matches are fuzzy: ``thefuzz.fuzz.token_set_ratio``, a whole number from 0 to 100, must be over 85. (rapidfuzz's
function of that name does not round and keeps other letters than ASCII ones, so it decides some pairs otherwise.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from .colours import plain_colour
from .goals import Goal
from .products import Product

ENOUGH = 85
"""A ratio must be greater to be a match."""


class Score(NamedTuple):
    """The parts of a reward: ``kind`` is r_type, the next two are counts, ``value`` is the reward, from 0 to 1."""

    kind: float
    attributes: int
    options: int
    price: bool
    value: float


def reward(goal: Goal, bought: Product, price: float, chosen: Collection[str]) -> Score:
    """Judge a purchase.

    Args:
        goal: what was asked for.
        bought: what was bought.
        price: dollars paid.
        chosen: values of the options that were chosen.
    """
    kind = type_reward(bought, goal.product)
    attributes = sum(has_attribute(bought, attribute) for attribute in goal.attributes)
    options = sum(is_chosen(option, chosen) for option in goal.options)
    affordable = price <= goal.price_limit
    asked = len(goal.attributes) + len(goal.options) + 1
    return Score(kind, attributes, options, affordable, (attributes + options + affordable) / asked * kind)


def type_reward(bought: Product, wanted: Product) -> float:
    """r_type: 1, 0.5, 0.1 or 0, by query, categories and nouns of the titles."""
    shared_levels = _levels(bought) & _levels(wanted)
    nouns = len(set(bought.nouns) & set(wanted.nouns)) / len(wanted.nouns) if wanted.nouns else 0.2
    if nouns == 0:
        return 0.0
    if nouns < 0.1:
        return 0.1
    return 1.0 if bought.query == wanted.query or len(shared_levels) >= 2 or nouns > 0.2 else 0.5


def has_attribute(product: Product, attribute: str) -> bool:
    """Whether one of the product's attributes is like it, or one of its texts contains it."""
    if any(_alike(own, attribute) for own in product.attributes):
        return True
    texts = (product.title, " ".join(product.bullets), product.description)
    return any(attribute in text.lower() for text in texts)


def is_chosen(option: str | tuple[str, str], chosen: Iterable[str]) -> bool:
    """Whether one of the chosen values is like the wanted one."""
    wanted = plain_colour(option)
    return any(_alike(plain_colour(value), wanted) for value in chosen)


def _levels(product: Product) -> set[str]:
    return {level.strip() for level in product.product_category.split("›")}


def _alike(one: str | tuple[str, str], other: str | tuple[str, str]) -> bool:
    from thefuzz import fuzz

    # A pair is compared as Python prints it; what is no letter and no digit does not count.
    return bool(fuzz.token_set_ratio(str(one), str(other)) > ENOUGH)
