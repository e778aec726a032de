"""Products, goals and folders of data made up by tests."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from nesyfs_lab.worlds.shop.goals import Goal
from nesyfs_lab.worlds.shop.products import Product

MUG = Product(
    id="SHOPMUG999",
    title="Fine Clay Mug",
    description="Holds tea. Oven proof.",
    bullets=("Dishwasher Safe, really.", "Made by hand"),
    options={"color": ("navy blue", "bright red"), "size": ("small", "large")},
    attributes=("lead free", "wide handle"),
    prices=(12.5,),
    price_tag="$12.5",
    category="kitchen",
    query="mugs",
    product_category="Home › Kitchen › Mugs",
    nouns=("clay", "mug"),
)


def product(**changes: Any) -> Product:
    return replace(MUG, **changes)


def goal(wanted: Product = MUG, attributes=("lead free",), options=(), limit: float = 20.0) -> Goal:
    return Goal("g-0", wanted, "i need a mug", tuple(attributes), tuple(options), limit)


def row(asin: str = "B000000001", /, **changes: Any) -> dict[str, Any]:
    """A product as WebShop's file has it."""
    return {
        "asin": asin,
        "name": "Red Mug",
        "full_description": "For tea.",
        "small_description": ["dishwasher safe"],
        "pricing": "$9.99",
        "customization_options": {"Color": [{"value": "Red/Blue "}, {"value": "Green"}], "Size": None},
        "category": "garden",
        "query": " Mugs ",
        "product_category": "Home › Mugs",
        "images": ["x"],
    } | changes


def lay_out(folder: Path, rows: list[Any], drafts: Any = None, human: Any = None, nouns: Any = None) -> Path:
    """A folder with WebShop's four files."""
    names = [each.get("asin") for each in rows if isinstance(each, dict)]
    content = {
        "items_shuffle_1000.json": rows,
        "items_ins_v2_1000.json": drafts if drafts is not None else {},
        "items_human_ins.json": human if human is not None else {},
        "title_nouns_spacy.json": nouns if nouns is not None else {name: ["mug"] for name in names},
    }
    for name, value in content.items():
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
    return folder
