"""Write the files of our own shop: ``python -m nesyfs_lab.worlds.shop.generate [folder]``.

The files have WebShop's format. An instruction also says its price limit, its level and the actions that earn the full
reward; each goal is played on paper before it is written, and the near-misses of level 3 are proved to be misses.
Running this again writes the same files byte for byte.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from .goals import Goal, read_goals
from .oracle import walkthrough
from .products import Catalogue, Product, read_catalogue
from .reward import is_chosen, reward
from .wares import WARES, draw_kind, goal_row, product_row, title_nouns

SEED = 2026
_FINDABLE = {1: 1, 2: 10, 3: 10}  # level -> rank that the search must give the product


def build(folder: Path, seed: int = SEED) -> list[Goal]:
    """Draw the shop, prove it, and write its four files into ``folder``.

    Raises:
        RuntimeError: when a goal cannot be won as its level asks; another seed may do.
    """
    rng = Random(seed)
    kinds = [draw_kind(ware, rng) for ware in WARES]
    drafts = [draft for kind in kinds for draft in kind]
    rng.shuffle(drafts)
    asked: dict[str, list[dict[str, Any]]] = {}
    keywords: dict[str, str] = {}
    for kind in kinds:
        for level, draft in enumerate(kind[:3], start=1):
            row, keywords[draft.id] = goal_row(draft, level, rng)
            asked[draft.id] = [row]
    _write(folder / "items_shuffle.json", [product_row(draft, rng) for draft in drafts])
    _write(folder / "items_ins_v2.json", {draft.id: {"attributes": sorted(draft.attributes)} for draft in drafts})
    _write(folder / "title_nouns.json", {draft.id: title_nouns(draft) for draft in drafts})
    _write(folder / "items_human_ins.json", asked)
    catalogue = read_catalogue(folder)
    goals = read_goals(catalogue, "human", seed)
    for goal in goals:
        words = keywords[goal.product.id]
        prove(catalogue, goal, words)
        asked[goal.product.id][0]["walkthrough"] = walkthrough(catalogue, goal, words)
    _write(folder / "items_human_ins.json", asked)
    return list(goals)


def prove(catalogue: Catalogue, goal: Goal, keywords: str) -> None:
    """Check that a goal is what its level promises.

    Raises:
        RuntimeError: when it is not.
    """
    assert goal.level is not None
    rank = catalogue.search(keywords).index(goal.product) + 1
    worth = {product.id: best_score(goal, product) for product in catalogue.products}
    near = sum(0.5 <= score < 1 for score in worth.values())
    if worth[goal.product.id] != 1:
        raise RuntimeError(f"{goal.id}: its own product is worth {worth[goal.product.id]}; change the seed")
    if rank > _FINDABLE[goal.level]:
        raise RuntimeError(f"{goal.id}: {keywords!r} finds its product only at rank {rank}; change the seed")
    if goal.level == 3 and (near < 3 or list(worth.values()).count(1.0) > 1):
        raise RuntimeError(f"{goal.id}: {near} near-misses are too few, or another product wins; change the seed")


def best_score(goal: Goal, product: Product) -> float:
    """What a product is worth at best, when its options are chosen as well as they can be."""
    chosen = [
        next((value for wanted in goal.options for value in values if is_chosen(wanted, [value])), values[0])
        for values in product.options.values()
    ]
    return reward(goal, product, product.price(SEED), chosen).value


def _write(path: Path, content: list[Any] | Mapping[str, Any]) -> None:
    """JSON with one entry a line."""
    if isinstance(content, list):
        (start, end), lines = "[]", [json.dumps(value, ensure_ascii=False) for value in content]
    else:
        (start, end), lines = "{}", [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items()]
    path.write_text(f"{start}\n" + ",\n".join(lines) + f"\n{end}\n", encoding="utf-8", newline="\n")


def main() -> None:
    """Write all files into a folder, by default ``data/shop`` of the checkout."""
    parser = argparse.ArgumentParser(description="Write the files of our own shop.")
    default = Path(__file__).resolve().parents[3] / "data" / "shop"
    parser.add_argument("folder", type=Path, nargs="?", default=default)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for goal in sorted(build(folder), key=lambda goal: (goal.level, goal.id)):
        sys.stdout.write(f"{goal.id} (level {goal.level}): {goal.instruction}\n")


if __name__ == "__main__":
    main()
