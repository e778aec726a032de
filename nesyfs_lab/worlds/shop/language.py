"""The relations of shops, and the code that reads their pages (``reader``)."""

from __future__ import annotations

from ...language import Language, Relation
from .reader import read

SHOPPING = Language(
    "shop",
    (
        Relation("at", "the page that you are on", ("you", "at", "Page 1"), "whereabouts", single=True, also=("on",)),
        Relation(
            "view", "the product that is open", ("you", "view", "P01MUG0001"), single=True, also=("views", "look at")
        ),
        Relation("chose", "a chosen value of an option", ("you", "chose", "red"), also=("choose", "chosen", "selected")),
        Relation("bought", "what you bought", ("you", "bought", "P01MUG0001"), single=True, also=("buy", "purchased")),
        Relation(
            "listed on", "its page of the results", ("P01MUG0001", "listed on", "Page 1"), single=True, also=("listed",)
        ),
        Relation(
            "is called",
            "its title",
            ("P01MUG0001", "is called", "Ombelroo Stoneware Mug"),
            single=True,
            also=("title", "has title", "named", "is titled"),
        ),
        Relation(
            "costs", "its price", ("P01MUG0001", "costs", "$12.5"), single=True, also=("price", "has price", "cost")
        ),
        Relation(
            "has option", "a value to choose", ("P01MUG0001", "has option", "red"), also=("option", "offers", "has")
        ),
        Relation("has description", "its description", ("P01MUG0001", "has description", "A mug for two hands.")),
        Relation("has feature", "one of its features", ("P01MUG0001", "has feature", "Dishwasher safe."), also=("feature",)),
        Relation("has attribute", "one of its attributes", ("P01MUG0001", "has attribute", "dishwasher safe")),
        Relation("in category", "a category that it is in", ("P01MUG0001", "in category", "kitchen"), also=("category",)),
    ),
    words=(
        ("search page", "search"),
        ("item page", "item"),
        ("end page", "end"),
        ("description page", "description"),
        ("features page", "features"),
        ("reviews page", "reviews"),
        ("attributes page", "attributes"),
    ),
    read=read,
)
