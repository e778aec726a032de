"""The relations of shops, and the code that reads their pages (``reader``)."""

from __future__ import annotations

from ...language import Language, Relation
from .reader import read

SHOPPING = Language(
    "shop",
    (
        Relation("at", "the page that you are on", ("you", "at", "Page 1"), kind="whereabouts", single=True),
        Relation(
            "view",
            "the product that is open",
            ("you", "view", "SHOPMUG001"),
            single=True,
            also=("views", "look at", "see"),
        ),
        Relation(
            "chose", "a chosen value of an option", ("you", "chose", "red"), also=("choose", "chosen", "selected")
        ),
        Relation("bought", "what you bought", ("you", "bought", "SHOPMUG001"), single=True, also=("buy", "purchased")),
        Relation(
            "listed on", "its page of the results", ("SHOPMUG001", "listed on", "Page 1"), single=True, also=("listed",)
        ),
        Relation(
            "is called",
            "its title",
            ("SHOPMUG001", "is called", "Ombelroo Enamel Mug"),
            single=True,
            text=True,
            also=("title", "has title", "named"),
        ),
        Relation(
            "costs", "its price", ("SHOPMUG001", "costs", "$12.95"), single=True, also=("price", "has price", "cost")
        ),
        Relation("has option", "a value to choose", ("SHOPMUG001", "has option", "red"), also=("option", "offers")),
        Relation(
            "has description",
            "its description",
            ("SHOPMUG001", "has description", "A mug for two hands."),
            single=True,
            text=True,
            also=("description",),
        ),
        Relation(
            "has feature",
            "one of its features",
            ("SHOPMUG001", "has feature", "Dishwasher safe."),
            text=True,
            also=("feature",),
        ),
        Relation(
            "has attribute", "one of its attributes", ("SHOPMUG001", "has attribute", "lead free"), also=("attribute",)
        ),
        Relation(
            "in category",
            "a category that it is in",
            ("SHOPMUG001", "in category", "kitchen"),
            text=True,
            also=("category",),
        ),
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
