"""What a shop keeps of the contract of all worlds."""

import gc
import json
import tracemalloc

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.worlds import make_env
from nesyfs_lab.worlds.shop.pages import SUB_PAGES, Page, printed

FIRST = "SHOPMUG000-0"


@pytest.fixture(scope="module")
def live():
    env = make_env("shop", FIRST, show_attrs=True)
    yield env
    env.close()


def test_a_shop_passes_gymnasiums_checks(world):
    check_env(world("shop", 0).unwrapped, skip_render_check=True)


def test_webshop_passes_gymnasiums_checks(world, webshop_data):
    check_env(world("webshop", 0).unwrapped, skip_render_check=True)


def test_what_info_holds(world):
    env = world("shop", FIRST)
    observation, info = env.reset()
    assert observation == f"WebShop [SEP] Instruction: [SEP] {info['task']} [SEP] Search"
    assert info == {
        "task": env.unwrapped.task.goal,
        "acting": "To search, act with what you look for in brackets, such as search[red summer dress]. "
        "To click, act with click and what the page offers, such as click[Buy Now].",
        "won": False,
        "score": 0.0,
        "facts": (("you", "at", "Search"),),
    }  # keywords are free text, so the admissible commands are unknown
    _, _, _, _, info = env.step("search[mug]")
    assert info["admissible_commands"][:2] == ["click[Back to Search]", "click[Next >]"]
    assert len(info["admissible_commands"]) == 12
    _, _, _, _, info = env.step(info["admissible_commands"][2])
    assert info["admissible_commands"][-4:] == [
        "click[Description]", "click[Features]", "click[Reviews]", "click[Buy Now]"
    ]  # fmt: skip


@given(st.data())
def test_admissible_clicks_always_do_something(live, data):
    live.reset()
    _, _, over, _, info = live.step(f"search[{data.draw(st.sampled_from(['mug', 'tea', 'red shoes']))}]")
    for _ in range(6):
        if over or "admissible_commands" not in info:
            break
        action = data.draw(st.sampled_from(info["admissible_commands"]))
        observation, reward, over, _, info = live.step(action)
        assert observation != "Nothing happens."
        assert reward == info["score"] >= 0
        assert observation in live.observation_space
    assert not over or info["admissible_commands"] == []


HOSTILE = [
    "",
    " \n\t",
    "search",
    "search[]",
    "click[]",
    "click[Buy Now",
    "search[" + "x" * 100_000 + "]",
    "search[\x00]",
    "search[\ud800 red]",
    "search[<r>]",
    "search[<a> lead free]",
    "click[\ud800]",
    "click[%s%n]",
    "click[{0.__class__}]",
    "search[[[]]]",
    "click[SHOPMUG001]; click[Buy Now]",
    "<script>alert(1)</script>",
    "search['; drop table products; --]",
]


@given(st.lists(st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=()), max_size=40), max_size=5))
def test_no_string_breaks_the_world(live, actions):
    live.reset()
    for action in actions:
        before = live.unwrapped._info()
        observation, reward, terminated, truncated, info = live.step(action)
        assert (reward, terminated, truncated, info["won"]) == (0.0, False, False, False)
        assert observation == "Nothing happens." or "search" in action.lower()
        if observation == "Nothing happens.":
            assert info == before


def test_what_is_no_string_is_refused_and_changes_nothing(world):
    env = world("shop", FIRST)
    env.reset()
    with pytest.raises(TypeError, match="an action is a string"):
        env.step(3)
    assert env.step("search[mug]")[0] != "Nothing happens."


def test_no_step_before_reset_after_the_end_or_after_closing(world):
    env = world("shop", FIRST)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"call reset\(\)"):
        env.step("search[mug]")
    env.reset()
    assert [env.step(action)[2] for action in env.unwrapped.goal.walkthrough][-1]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("search[mug]")
    env.reset()
    env.close()
    env.close()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("search[mug]")
    assert env.reset()[1]["won"] is False


def test_the_same_task_is_the_same_game_whatever_the_seed(world):
    one, other = world("shop", 41), world("shop", 41)
    actions = [*one.unwrapped.goal.walkthrough[:-1], "click[Features]", "nothing", "click[< Prev]", "click[Buy Now]"]
    assert one.reset(seed=1) == other.reset(seed=2)
    first = [one.step(action) for action in actions]
    assert first == [other.step(action) for action in actions]
    one.reset(seed=3)
    assert first == [one.step(action) for action in actions]


def test_a_spec_makes_an_equal_new_world(world, webshop_data):
    for name, options in (("shop", {"task": 7}), ("webshop", {"task": 5, "goals": "synthetic", "seed": 4})):
        env = world(name, **options, show_attrs=True, max_steps=9)
        twin = gymnasium.make(env.spec)
        assert json.loads(env.spec.to_json())["kwargs"] == {**options, "show_attrs": True, "max_steps": 9}
        assert twin.reset() == env.reset()
        assert twin.step("search[red]") == env.step("search[red]")
        twin.close()


def test_max_steps_truncates_and_winning_with_the_last_action_does_not(world):
    actions = world("shop", FIRST).unwrapped.goal.walkthrough
    env = world("shop", FIRST, max_steps=len(actions))
    env.reset()
    assert [env.step(action)[2:4] for action in actions][-1] == (True, False)
    env.reset()
    assert [env.step("nothing")[2:4] for _ in actions][-1] == (False, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step("nothing")
    with pytest.raises(ValueError, match="max_steps"):
        make_env("shop", max_steps=0)


def test_a_poor_purchase_ends_the_episode_without_being_won(world):
    env = world("shop", FIRST)
    env.reset()
    env.step("search[book shelf]")
    _, _, _, _, info = env.step("click[SHOPSHF003]")
    observation, reward, terminated, truncated, info = env.step("click[buy now]")
    assert (terminated, truncated, info["won"]) == (True, False, False)
    assert reward == info["score"] < 1
    assert observation.endswith(str(reward))


def test_every_page_of_every_product_lies_in_the_space(world, webshop_data):
    env = world("webshop", 0, show_attrs=True)
    for product in env.unwrapped.catalogue.products:
        for kind in ("item", *SUB_PAGES):
            assert printed(Page(kind, product=product), env.unwrapped.goal.instruction, show_attrs=True) in (
                env.observation_space
            )
    products = env.unwrapped.catalogue.products
    for start in range(0, len(products), 10):
        page = Page("results", hits=products[start : start + 10])
        assert printed(page, env.unwrapped.goal.instruction) in env.observation_space


def test_fifty_episodes_leave_nothing_behind(world):
    env = world("shop", 50)
    actions = env.unwrapped.goal.walkthrough

    def play():
        env.reset()
        for action in actions:
            env.step(action)

    play()
    tracemalloc.start()
    play()
    gc.collect()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(50):
        play()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < 100_000  # bytes


def test_making_worlds_again_reads_nothing_again(world):
    one, other = world("shop", 0).unwrapped, world("shop", 1).unwrapped
    assert one.catalogue is other.catalogue
