"""Our own shop: what is stored is what the generator writes, and each of its goals can be won."""

import itertools

import pytest

from nesyfs_lab.shipped import shipped
from nesyfs_lab.worlds import tasks
from nesyfs_lab.worlds.shop import generate
from nesyfs_lab.worlds.shop.goals import NO_LIMIT, read_goals
from nesyfs_lab.worlds.shop.products import read_catalogue
from nesyfs_lab.worlds.shop.reward import has_attribute, is_chosen, reward
from nesyfs_lab.worlds.shop.wares import ATTRIBUTES, WARES
from tests.worlds.shop.making import product

CATALOGUE = read_catalogue(shipped("shop"))
GOALS = {goal.id: goal for goal in read_goals(CATALOGUE, "human", 0)}
IDS = sorted(GOALS, key=lambda name: (GOALS[name].level, name))


def test_there_are_sixty_goals_in_three_levels():
    rows = tasks("shop")
    assert rows.id.tolist() == IDS
    assert rows.level.value_counts().to_dict() == {1: 20, 2: 20, 3: 20}
    assert rows.goal.is_unique
    assert set(rows.split) == {"shop"}
    assert set(rows.type) == {"clothing", "electronics", "grocery", "home", "kitchen", "office", "outdoors"}
    assert rows.groupby("level").expert_length.unique().map(list).to_dict() == {1: [3], 2: [4], 3: [5]}


def test_there_are_two_hundred_different_products():
    assert len(CATALOGUE.products) == len({product.title + product.price_tag for product in CATALOGUE.products}) == 200


@pytest.mark.parametrize("task", IDS)
def test_each_goal_is_won_by_its_walkthrough(task, world):
    env = world("shop", task)
    observation, info = env.reset()
    assert info["task"] == tasks("shop").set_index("id").goal[task]
    for action in env.unwrapped.goal.walkthrough:
        assert not info["won"]
        assert action in info.get("admissible_commands", [action])
        observation, paid, terminated, truncated, info = env.step(action)
    assert (paid, terminated, truncated, info["won"], info["score"]) == (1.0, True, False, True, 1.0)
    assert observation == "Thank you for shopping with us! [SEP] Your score (min 0.0, max 1.0) [SEP] 1.0"


def test_levels_ask_for_more_and_more():
    for goal in GOALS.values():
        rank = CATALOGUE.search(goal.walkthrough[0][7:-1]).index(goal.product)
        assert goal.level is not None
        if goal.level == 1:
            assert (rank, goal.options, goal.price_limit) == (0, (), NO_LIMIT)
        else:
            assert rank < 10
            assert len(goal.attributes) == 2
            assert len(goal.options) == goal.level - 1
            assert (goal.price_limit < NO_LIMIT) is (goal.level == 3)


def test_level_three_has_a_near_miss_for_each_part_of_the_reward():
    for goal in GOALS.values():
        if goal.level == 3:
            asked = len(goal.attributes) + len(goal.options)
            code = goal.product.id[:7]
            dear, plain, pale = (CATALOGUE.by_id[f"{code}{number:03d}"] for number in (3, 4, 5))
            assert generate.best_score(goal, dear) == asked / (asked + 1) == generate.best_score(goal, plain)
            assert generate.best_score(goal, pale) == asked / (asked + 1)
            assert dear.price(0) > goal.price_limit >= max(plain.price(0), pale.price(0))
            assert reward(goal, plain, 1.0, []).attributes == 1


def test_values_and_attributes_are_told_apart_by_the_reward():
    for ware in WARES:
        for values in ware["options"].values():
            for one, other in itertools.permutations(values, 2):
                assert not is_chosen(one, [other]), f"{one} is taken for {other}"
    for one, other in itertools.permutations(ATTRIBUTES, 2):
        bare = product(title="", bullets=(), description="", attributes=(other,))
        assert not has_attribute(bare, one), f"{one} is taken for {other}"


def test_the_stored_files_are_what_the_generator_writes(tmp_path):
    generate.build(tmp_path)
    stored = {path.name: path.read_bytes() for path in shipped("shop").iterdir()}
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == stored
    assert sum(map(len, stored.values())) < 400_000  # bytes


@pytest.mark.parametrize("rank,score,reason", [(1, 1, "rank 2"), (0, 0.5, "its own product is worth 0.5")])
def test_a_goal_that_is_not_what_its_level_says_is_refused(rank, score, reason, monkeypatch):
    goal = next(goal for goal in GOALS.values() if goal.level == 1)
    other = next(product for product in CATALOGUE.products if product is not goal.product)
    hits = (goal.product,) if rank == 0 else (other, goal.product)
    monkeypatch.setattr(type(CATALOGUE), "search", lambda self, keywords: hits)
    monkeypatch.setattr(generate, "best_score", lambda goal, product: score)
    with pytest.raises(RuntimeError, match=rf"{goal.id}: .*{reason}.*; change the seed"):
        generate.prove(CATALOGUE, goal, "mug")
