"""What our own shop sells and asks for, drawn from the words of ``wares.toml``.

Of each of the twenty kinds of things there are ten products. The first three are wanted, each by a goal of its level:

1. one attribute, and the material, which no other product of its kind has; nothing is to be chosen;
2. two attributes, and one option to choose;
3. two attributes, two options and a price limit, among near-misses: the next three products are like the wanted one,
   but the first costs too much, the second lacks an attribute, and the third lacks an option's value.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from random import Random
from typing import Any

_TABLES: dict[str, Any] = tomllib.loads((files(__package__) / "wares.toml").read_text("utf-8"))

ATTRIBUTES: Mapping[str, tuple[str, str]] = _TABLES["attributes"]
"""Attribute -> how a goal asks for it, how a product tells it."""

WARES: tuple[Mapping[str, Any], ...] = tuple(_TABLES["wares"])

PER_KIND = 10
_ATTRIBUTES_EACH = 4
_OPENINGS = ("i am looking for", "i need", "i want to buy", "find me")


@dataclass(frozen=True)
class Draft:
    """A product before it has WebShop's format. A goal asks for the first attributes and the first value of options."""

    ware: Mapping[str, Any]
    number: int
    brand: str
    material: str
    use: str
    attributes: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    price: float  # dollars

    @property
    def id(self) -> str:
        return f"SHOP{self.ware['code']}{self.number:03d}"

    @property
    def name(self) -> str:
        name: str = self.ware["name"]
        return name


def draw_kind(ware: Mapping[str, Any], rng: Random) -> list[Draft]:
    """The products of a kind, in the order that the module's docstring tells."""
    alone, *others = _shuffled(ware["materials"].split(), rng)
    wanted = _draw(ware, 2, rng, others)
    first, lost = next(iter(wanted.options)), wanted.attributes[1]
    # Only the first is made of its material, and only the third and those like it have both attributes of level 3.
    drafts = [_draw(ware, n, rng, others if n else [alone], without=lost) for n in range(PER_KIND)]
    cheaper, dearer = wanted.price - rng.randrange(1, 3), price_limit(wanted) + rng.randrange(2, 9) - 0.05
    spare = next(each for each in drafts[4].attributes if each not in wanted.attributes)
    lacking = tuple(each if each != lost else spare for each in wanted.attributes)
    fewer = {**wanted.options, first: wanted.options[first][1:]}
    near = drafts[3:6]
    drafts[2:6] = [
        wanted,
        replace(near[0], attributes=wanted.attributes, options=wanted.options, price=dearer),
        replace(near[1], attributes=lacking, options=wanted.options, price=cheaper),
        replace(near[2], attributes=wanted.attributes, options=fewer, price=cheaper),
    ]
    return drafts


def product_row(draft: Draft, rng: Random) -> dict[str, Any]:
    """An entry of ``items_shuffle.json``."""
    return {
        "name": f"{_title(draft.brand, draft.material, draft.name)} for {_title(draft.use, draft.attributes[0])}",
        "full_description": draft.ware["text"],
        "pricing": f"${draft.price:.2f}",
        "images": [""],
        "product_category": draft.ware["path"],
        "average_rating": "",
        "small_description": [ATTRIBUTES[each][1] for each in _shuffled(draft.attributes, rng)],
        "customization_options": {
            name.title(): [{"value": value, "image": None} for value in sorted(values)]
            for name, values in draft.options.items()
        },
        "asin": draft.id,
        "category": draft.ware["category"],
        "query": draft.ware["query"],
        "page": 1,
    }


def title_nouns(draft: Draft) -> list[str]:
    """The nouns of a product's title, in lower case."""
    return [draft.brand.lower(), draft.material, *draft.name.split(), draft.use]


def goal_row(draft: Draft, level: int, rng: Random) -> tuple[dict[str, Any], str]:
    """An entry of ``items_human_ins.json``, and the keywords of one who knows what to search for."""
    asked = draft.attributes[: 1 if level == 1 else 2]
    chosen = {name: values[0] for name, values in draft.options.items()}
    names = {1: [], 2: [rng.choice(list(chosen))], 3: list(chosen)}[level]
    limit = price_limit(draft) if level == 3 else None
    many = draft.name.endswith("s")
    thing = draft.name if many or draft.name.endswith("tea") else f"a {draft.name}"
    told = " and ".join(_plural(ATTRIBUTES[each][0]) if many else ATTRIBUTES[each][0] for each in asked)
    text = f"{rng.choice(_OPENINGS)} {thing} that {told}"
    text += f", made with {draft.material}" if level == 1 else "".join(f", {name} {chosen[name]}" for name in names)
    text += "" if limit is None else f", and price lower than {limit:.2f} dollars"
    row = {
        "asin": draft.id,
        "instruction": text,
        "attributes": sorted(draft.attributes),
        "options": [f"{name}: {value}" for name, value in chosen.items()],
        "instruction_attributes": list(asked),
        "instruction_options": [chosen[name] for name in names],
        "price_upper": limit,
        "level": level,
    }
    return row, " ".join([*([draft.material] if level == 1 else []), draft.name, *asked])


def price_limit(draft: Draft) -> float:
    """The next five dollars above the price."""
    return draft.price // 5 * 5 + 5


def _draw(ware: Mapping[str, Any], number: int, rng: Random, materials: Sequence[str], without: str = "") -> Draft:
    low, high = ware["price"]
    return Draft(
        ware=ware,
        number=number,
        brand=rng.choice(_TABLES["brands"].split()),
        material=rng.choice(materials),
        use=rng.choice(_TABLES["uses"].split()),
        attributes=_shuffled((each for each in ware["attributes"] if each != without), rng)[:_ATTRIBUTES_EACH],
        # Most of the values; in the order in which the goals want them.
        options={name: _shuffled(all_, rng)[: max(2, len(all_) - 2)] for name, all_ in ware["options"].items()},
        price=rng.randrange(low, high) + 0.95,
    )


def _shuffled(values: Iterable[str], rng: Random) -> tuple[str, ...]:
    shuffled = list(values)
    rng.shuffle(shuffled)
    return tuple(shuffled)


def _plural(told: str) -> str:
    """What is told of one thing, told of several: "are quick drying"."""
    verb, _, rest = told.partition(" ")
    verb = {"is": "are", "has": "have", "comes": "come"}.get(verb, verb)
    return f"{verb} {rest}"


def _title(*words: str) -> str:
    return " ".join(words).title()
