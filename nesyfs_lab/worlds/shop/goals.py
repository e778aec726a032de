"""What the shopper is asked to buy: WebShop's goals, with prices and limits drawn from a seed.

*Human* goals were written by people, *synthetic* ones are made by rule, one for each combination of a product's
options. WebShop draws a goal's price limit anew in each process: here the seed says it for good. Both kinds stand in
the order in which WebShop numbers its sessions (its shuffle is seeded), so row 0 here is session 0 there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from .products import Catalogue, Product

NO_LIMIT = 1_000_000.0  # dollars

_ORDER = 233  # WebShop's seed of the order of its goals
_LIMITS = tuple(10.0 * tens for tens in range(1, 100))  # dollars
_SPLITS = ((500, "test"), (1500, "dev"))  # rows below, in WebShop's order; the rest is for training


@dataclass(frozen=True)
class Goal:
    """One thing to buy.

    Attributes:
        id: product id and number of the goal among the product's.
        product: one that is wanted; others may do as well.
        instruction: as pages print it.
        options: values (human goals), or pairs of name and value (synthetic ones; see ``colours``).
        price_limit: dollars; ``NO_LIMIT`` where any price will do.
        level: difficulty from 1, None where the file does not say.
        walkthrough: actions that earn the full reward, as far as the file says.
    """

    id: str
    product: Product
    instruction: str
    attributes: tuple[str, ...]
    options: tuple[str | tuple[str, str], ...]
    price_limit: float
    level: int | None = None
    walkthrough: tuple[str, ...] = ()


def read_goals(catalogue: Catalogue, goals: str, seed: int) -> tuple[Goal, ...]:
    """The goals of a catalogue in WebShop's order.

    Args:
        goals: ``"human"`` or ``"synthetic"``.
        seed: of price limits, and of the price of products that have a range.

    Raises:
        ValueError: when there is no such kind, or the data is not in WebShop's format.
    """
    kinds = {"human": _human, "synthetic": _synthetic}
    if goals not in kinds:
        raise ValueError(f"goals are 'human' or 'synthetic', not {goals!r}")
    made: list[Goal] = []
    for product in catalogue.products:
        try:
            made.extend(kinds[goals](catalogue, product, seed))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(
                f"the {goals} goals of product {product.id} are not in WebShop's format ({error!r}); "
                "fetch WebShop's data again"
            ) from error
    Random(_ORDER).shuffle(made)
    return tuple(made)


def split_of(row: int) -> str:
    """WebShop's part of a goal's row, as it is for all its products."""
    return next((name for end, name in _SPLITS if row < end), "train")


def _human(catalogue: Catalogue, product: Product, seed: int) -> Iterator[Goal]:
    for number, asked in enumerate(catalogue.instructions.get(product.id, ())):
        if not asked["instruction_attributes"]:
            continue  # WebShop leaves these out
        name = f"{product.id}-{number}"
        text = asked["instruction"].strip(".")
        # Our own shop's file says how much a goal may cost; its text tells it already.
        limit = asked["price_upper"] if "price_upper" in asked else _draw_limit(product, name, seed)
        yield Goal(
            id=name,
            product=product,
            instruction=text if "price_upper" in asked else text + _told(limit),
            attributes=_texts(asked["instruction_attributes"]),
            options=_texts(asked["instruction_options"]),
            price_limit=NO_LIMIT if limit is None else float(limit),
            level=asked.get("level"),
            walkthrough=tuple(asked.get("walkthrough", ())),
        )


def _synthetic(catalogue: Catalogue, product: Product, seed: int) -> Iterator[Goal]:
    draft = catalogue.drafts.get(product.id, {})
    if draft.get("instruction") is None or not draft["instruction_attributes"]:
        return
    limit = _draw_limit(product, product.id, seed)
    names = sorted(product.options)
    attributes = _texts(draft["instruction_attributes"])
    for number, values in enumerate(itertools.product(*(product.options[name] for name in names))):
        options = tuple(zip(names, values, strict=True))
        told = ", and ".join(f"{name}: {value}" for name, value in options)
        yield Goal(
            id=f"{product.id}-{number}",
            product=product,
            instruction=draft["instruction"] + (f" with {told}" if told else "") + _told(limit),
            attributes=attributes,
            options=options,
            price_limit=NO_LIMIT if limit is None else limit,
        )


def _draw_limit(product: Product, name: str, seed: int) -> float | None:
    """The higher of two of the next four tens above the price; None above $970 or so, where there are not two."""
    price = product.price(seed)
    above = [limit for limit in _LIMITS if limit > price][:4]
    return max(Random(f"{seed} limit {name}").sample(above, 2)) if len(above) >= 2 else None


def _told(limit: float | None) -> str:
    return "" if limit is None else f", and price lower than {limit:.2f} dollars"


def _texts(values: Sequence[Any]) -> tuple[str, ...]:
    if isinstance(values, str) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{values!r} is no list of texts")
    return tuple(values)
