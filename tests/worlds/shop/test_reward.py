"""What purchases are worth: worked out by hand, and against a plain second writing of WebShop's rules."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from thefuzz import fuzz

from nesyfs_lab.worlds.shop.colours import COLOURS, plain_colour
from nesyfs_lab.worlds.shop.goals import read_goals
from nesyfs_lab.worlds.shop.products import read_catalogue
from nesyfs_lab.worlds.shop.reward import reward
from tests.worlds.shop.making import MUG, goal, product

OTHER = {"query": "cups", "product_category": "Garden › Pots"}  # neither query nor category is the mug's
TEN = tuple(f"noun{n}" for n in range(10))


@pytest.mark.parametrize(
    "wanted,attributes,options,limit,bought,price,chosen,kind,value",
    [
        # All that was asked for: (1 attribute + 1 option + price) of 3.
        (MUG, ["lead free"], ["navy blue"], 20, MUG, 12.5, ["navy blue"], 1.0, 1.0),
        # The option was forgotten: (1 + 0 + 1) of 3.
        (MUG, ["lead free"], ["navy blue"], 20, MUG, 12.5, [], 1.0, 2 / 3),
        # Another colour: "bright red" is red, "navy blue" is blue. (1 + 0 + 1) of 3.
        (MUG, ["lead free"], ["navy blue"], 20, MUG, 12.5, ["bright red"], 1.0, 2 / 3),
        # Another name of the same colour: both are blue. (1 + 1 + 1) of 3.
        (MUG, ["lead free"], ["royalty blue"], 20, MUG, 12.5, ["navy blue"], 1.0, 1.0),
        # A dollar too dear: (1 + 0) of 2. The limit itself is cheap enough.
        (MUG, ["lead free"], [], 11.5, MUG, 12.5, [], 1.0, 0.5),
        (MUG, ["lead free"], [], 12.5, MUG, 12.5, [], 1.0, 1.0),
        # One attribute is in a bullet, one in the description, one nowhere: (2 + 1) of 4.
        (MUG, ["dishwasher safe", "oven proof", "vegan"], [], 20, MUG, 12.5, [], 1.0, 3 / 4),
        # "handle wide" has the same words as "wide handle"; "wide handles" is like it: 2 * 11 / 23 -> 96. (2 + 1) of 3.
        (MUG, ["handle wide", "wide handles"], [], 20, MUG, 12.5, [], 1.0, 1.0),
        # Same query, no noun of two: nothing counts.
        (MUG, ["lead free"], [], 20, product(nouns=("vase",)), 12.5, [], 0.0, 0.0),
        # Other query and category, one noun of two (0.5 > 0.2) -> 1.
        (MUG, ["lead free"], [], 20, product(nouns=("mug",), **OTHER), 12.5, [], 1.0, 1.0),
        # Other query and category, one noun of ten (0.1, no less) -> 0.5: half of (1 + 1) of 2.
        (product(nouns=TEN), ["lead free"], [], 20, product(nouns=TEN[:1], **OTHER), 12.5, [], 0.5, 0.5),
        # Two of ten (0.2, no more) -> 0.5; half of (1 + 0) of 2.
        (product(nouns=TEN), ["lead free"], [], 9, product(nouns=TEN[:2], **OTHER), 12.5, [], 0.5, 0.25),
        # Two levels of the category are shared, one noun of ten -> 1.
        (product(nouns=TEN), ["lead free"], [], 20, product(nouns=TEN[:1], query="cups"), 12.5, [], 1.0, 1.0),
        # The same query, but one noun of eleven (under 0.1) -> 0.1: a tenth of (1 + 1) of 2.
        (product(nouns=(*TEN, "x")), ["lead free"], [], 20, product(nouns=TEN[:1]), 12.5, [], 0.1, 0.1),
        # A noun that repeats counts each time among all: one of ten -> 0.5, a tenth of a half less would be 0.1.
        (
            product(nouns=("mug", *["cup"] * 9)),
            ["lead free"],
            [],
            20,
            product(nouns=("mug",), **OTHER),
            9,
            [],
            0.5,
            0.5,
        ),
        # A title without nouns overlaps by 0.2, which is not more than 0.2.
        (product(nouns=()), ["lead free"], [], 20, product(**OTHER), 12.5, [], 0.5, 0.5),
    ],
)
def test_rewards_worked_out_by_hand(wanted, attributes, options, limit, bought, price, chosen, kind, value):
    score = reward(goal(wanted, attributes, options, limit), bought, price, chosen)
    assert score.kind == kind
    assert score.value == pytest.approx(value, abs=1e-12)


def test_a_colour_is_the_first_word_of_the_list_that_is_in_it():
    assert plain_colour("navy blue") == "blue"
    assert plain_colour("dark green") == "dark"
    assert plain_colour("standard") == "tan"
    assert plain_colour("xl") == "xl"
    assert len(COLOURS) == 102
    assert list(COLOURS) == sorted(COLOURS)


def test_a_pair_of_a_made_goal_is_a_colour_only_where_its_value_is_one():
    """So WebShop decides: the right choice of such an option may not count."""
    assert plain_colour(("color", "red")) == "red"
    assert plain_colour(("color", "rosegold")) == ("color", "rosegold")
    bought = product(options={"color": ("rosegold",)})
    score = reward(goal(bought, options=[("color", "rosegold")]), bought, 12.5, ["rosegold"])
    assert (score.options, score.value) == (0, 2 / 3)
    assert reward(goal(bought, options=[("size", "xl wide")]), bought, 12.5, ["xl wide"]).value == 1


def test_a_ratio_is_rounded_before_it_is_compared():
    """85.1 is no match; rapidfuzz's own ratio would be one."""
    long, other = "wood grains tv stand for 70 inch tv", "walnut tv stand for 70 inch tv"
    assert fuzz.token_set_ratio(long, other) == 85
    assert reward(goal(attributes=[long]), product(attributes=(other,)), 12.5, []).attributes == 0


# -- the rules once more, from the entries of files -----------------------------------------------------------------


def by_the_book(goal, bought, wanted, bought_attributes, nouns, price, chosen):
    """WebShop's rules on raw entries, without any of the package's code but the list of colours."""

    def colour(text):
        for word in COLOURS:
            if word in text:
                return word
        return text

    points = 1 if price <= goal.price_limit else 0
    bullets = bought["small_description"]
    bullets = " ".join(bullets) if isinstance(bullets, list) else bullets
    for attribute in goal.attributes:
        similar = [own for own in bought_attributes if fuzz.token_set_ratio(own, attribute) > 85]
        inside = [text for text in (bought["name"], bullets, bought["full_description"]) if attribute in text.lower()]
        points += 1 if similar or inside else 0
    for option in goal.options:
        same = [value for value in chosen if fuzz.token_set_ratio(colour(value), colour(option)) > 85]
        points += 1 if same else 0
    ours, theirs = nouns[bought["asin"]], nouns[wanted["asin"]]
    overlap = len(set(ours) & set(theirs)) / len(theirs) if theirs else 0.2
    levels = [{part.strip() for part in entry["product_category"].split("›")} for entry in (bought, wanted)]
    alike = bought["query"].lower().strip() == wanted["query"].lower().strip() or len(levels[0] & levels[1]) >= 2
    factor = 0.0 if overlap == 0 else 0.1 if overlap < 0.1 else 1.0 if alike or overlap > 0.2 else 0.5
    return factor * points / (len(goal.attributes) + len(goal.options) + 1)


@settings(max_examples=300)
@given(st.integers(0, 10**9))
def test_any_purchase_is_worth_what_the_rules_say(webshop_files, seed):
    rows, drafts, nouns, catalogue, goals = webshop_files
    rng = Random(seed)
    goal = rng.choice(goals[rng.choice(["human", "synthetic"])])
    near = [product for product in catalogue.products if product.query == goal.product.query]
    bought = rng.choice(rng.choice([near, [goal.product], catalogue.products]))
    values = [rng.choice(group) for group in bought.options.values() if rng.random() < 0.8 and group]
    price = rng.choice([bought.price(7), goal.price_limit, 1.0, 5000.0])
    attributes = drafts[bought.id]["attributes"]
    expected = by_the_book(goal, rows[bought.id], rows[goal.product.id], attributes, nouns, price, values)
    score = reward(goal, bought, price, values)
    assert score.value == pytest.approx(expected, abs=1e-12)
    assert 0 <= score.value <= 1


@pytest.fixture(scope="module")
def webshop_files(webshop_folder):
    """The raw entries by id, and the catalogue and the goals that the package makes of them."""
    read = {name: json.loads((webshop_folder / name).read_text("utf-8")) for name in (
        "items_shuffle_1000.json", "items_ins_v2_1000.json", "title_nouns_spacy.json")}  # fmt: skip
    rows, drafts, nouns = read.values()
    catalogue = read_catalogue(webshop_folder)
    goals = {kind: read_goals(catalogue, kind, 7) for kind in ("human", "synthetic")}
    return {entry["asin"]: entry for entry in rows}, drafts, nouns, catalogue, goals
