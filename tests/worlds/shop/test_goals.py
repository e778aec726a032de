"""Human and synthetic goals, the order and the splits that WebShop gives them, and limits from a seed."""

from random import Random

import pytest

from nesyfs_lab.worlds.shop.goals import NO_LIMIT, read_goals, split_of
from nesyfs_lab.worlds.shop.products import read_catalogue
from tests.worlds.shop.making import lay_out, row


def asked(**changes):
    return {
        "asin": "B1",
        "instruction": "i want a mug.",
        "attributes": ["red"],
        "options": ["color: green"],
        "instruction_attributes": ["red"],
        "instruction_options": ["green"],
    } | changes


def made(tmp_path, goals, seed=0, rows=None, **files):
    return read_goals(read_catalogue(lay_out(tmp_path, rows or [row("B1")], **files)), goals, seed)


def test_a_human_goal(tmp_path):
    (goal,) = made(tmp_path, "human", human={"B1": [asked()], "B7": [asked()]})
    assert (goal.id, goal.attributes, goal.options) == ("B1-0", ("red",), ("green",))
    assert goal.price_limit in (20.0, 30.0, 40.0)
    assert goal.instruction == f"i want a mug, and price lower than {goal.price_limit:.2f} dollars"


def test_a_human_goal_without_attributes_is_left_out(tmp_path):
    goals = made(tmp_path, "human", human={"B1": [asked(instruction_attributes=[]), asked()]})
    assert [goal.id for goal in goals] == ["B1-1"]


def test_a_limit_that_the_file_says_is_kept(tmp_path):
    human = {"B1": [asked(price_upper=15.0, level=2, walkthrough=["search[mug]"]), asked(price_upper=None)]}
    stored, free = sorted(made(tmp_path, "human", human=human), key=lambda goal: goal.id)
    assert (stored.price_limit, stored.instruction, stored.level) == (15.0, "i want a mug", 2)
    assert (free.price_limit, free.walkthrough, stored.walkthrough) == (NO_LIMIT, (), ("search[mug]",))


def test_synthetic_goals_ask_for_each_combination(tmp_path):
    options = {"Size": [{"value": "S"}, {"value": "L"}], "Color": [{"value": "Red"}, {"value": "Blue"}]}
    drafts = {"B1": {"attributes": ["a"], "instruction": "Find me mugs", "instruction_attributes": ["a"]}}
    goals = made(tmp_path, "synthetic", rows=[row("B1", customization_options=options)], drafts=drafts)
    assert {goal.options for goal in goals} == {
        (("color", color), ("size", size)) for color in ("red", "blue") for size in "sl"
    }
    assert len({goal.price_limit for goal in goals}) == 1, "WebShop draws one limit for a product"
    first = next(goal for goal in goals if goal.id == "B1-0")
    assert first.instruction.startswith("Find me mugs with color: red, and size: s, and price lower than ")


def test_a_product_without_options_has_one_synthetic_goal_and_without_a_draft_none(tmp_path):
    draft = {"attributes": ["a"], "instruction": "Find me mugs", "instruction_attributes": ["a"]}
    rows = [row("B1", customization_options=""), row("B2")]
    (goal,) = made(tmp_path, "synthetic", rows=rows, drafts={"B1": draft, "B2": {"attributes": []}})
    assert (goal.id, goal.options) == ("B1-0", ())


@pytest.mark.parametrize("price,limited", [("$965.00", True), ("$975.00", True), ("$979.99", True), ("$985.00", False)])
def test_what_costs_nearly_a_thousand_has_no_limit(price, limited, tmp_path):
    (goal,) = made(tmp_path, "human", rows=[row("B1", pricing=price)], human={"B1": [asked()]})
    assert (goal.price_limit < NO_LIMIT) is limited
    assert ("price lower" in goal.instruction) is limited


def test_the_order_is_webshops_seeded_shuffle(tmp_path):
    names = [f"B{n}" for n in range(9)]
    goals = made(tmp_path, "human", rows=[row(name) for name in names], human={name: [asked()] for name in names})
    Random(233).shuffle(names)
    assert [goal.product.id for goal in goals] == names


def test_splits_are_cut_where_webshop_cuts_them():
    assert [split_of(each) for each in (0, 499, 500, 1499, 1500)] == ["test", "test", "dev", "dev", "train"]


@pytest.mark.parametrize(
    "changes", [{"instruction": None}, {"instruction_options": "red"}, {"instruction_attributes": [1]}]
)
def test_a_broken_goal_is_named(changes, tmp_path):
    with pytest.raises(ValueError, match="the human goals of product B1 are not in WebShop's format"):
        made(tmp_path, "human", human={"B1": [asked(**changes)]})


def test_unknown_goals_are_refused(tmp_path):
    with pytest.raises(ValueError, match="goals are 'human' or 'synthetic', not 'easy'"):
        made(tmp_path, "easy")


def test_limits_and_order_are_frozen(webshop_folder):
    """The same on every machine: these were written down once."""
    catalogue = read_catalogue(webshop_folder)
    human, synthetic = (read_goals(catalogue, goals, 0) for goals in ("human", "synthetic"))
    assert (len(human), len(synthetic)) == (13, 6910)
    assert [goal.id for goal in human[:3]] == ["B09MW563KN-0", "B003I567W4-0", "B07S7HDC88-0"]
    assert [goal.price_limit for goal in human[:6]] == [40, 60, 70, 160, 40, 140]
    assert [goal.id for goal in synthetic[:3]] == ["B0743JKHBV-6", "B09QCP4579-5", "B099WH1RTM-24"]
    assert [goal.price_limit for goal in synthetic[:6]] == [50, 40, 60, 360, 30, 50]
    other = read_goals(catalogue, "synthetic", 1)
    assert [goal.id for goal in other] == [goal.id for goal in synthetic]
    assert [goal.price_limit for goal in other] != [goal.price_limit for goal in synthetic]
