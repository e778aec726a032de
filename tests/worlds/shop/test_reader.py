"""Facts and their reading by code: page by page, and along whole episodes of both shops."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nesyfs_lab.episode.truth import Truth
from nesyfs_lab.events import Observed, Updated
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.language import Reading
from nesyfs_lab.worlds.shop.facts import LONGEST, Shown
from nesyfs_lab.worlds.shop.language import SHOPPING
from nesyfs_lab.worlds.shop.oracle import walkthrough
from nesyfs_lab.worlds.shop.pages import Page, after, printed
from nesyfs_lab.worlds.shop.reader import read
from tests.worlds.shop.making import MUG, product

HITS = (MUG, product(id="SHOPMUG002", title="Thin Mug", price_tag="$1.0 to $2.0"))
RESULTS = [
    ("you", "at", "Page 1"),
    ("SHOPMUG999", "listed on", "Page 1"),
    ("SHOPMUG002", "listed on", "Page 1"),
]
TITLES = [
    ("SHOPMUG999", "is called", "Fine Clay Mug"),
    ("SHOPMUG999", "costs", "$12.5"),
    ("SHOPMUG002", "is called", "Thin Mug"),
    ("SHOPMUG002", "costs", "$1.0 to $2.0"),
]
OPTIONS = [("SHOPMUG999", "has option", value) for value in ("navy blue", "bright red", "small", "large")]


class Play:
    """Walks through pages; what is true, and what code believes."""

    def __init__(self):
        self.page, self.shown, self.belief, self.reading = Page(), Shown(), KnowledgeGraph(), Reading(())
        self._see(None)

    def do(self, *actions):
        for action in actions:
            page = after(self.page, action, lambda keywords: HITS if "mug" in keywords else (), True)
            assert page is not None, action
            self.page = page
            self._see(action)
        return self

    def _see(self, action):
        self.shown.see(self.page)
        self.reading = read(self.belief, action, printed(self.page, "i need a mug", 0.0, True))
        said, ended = self.reading
        self.belief = self.belief.updated(add=said, remove=(*SHOPPING.excluded(said, self.belief), *ended))

    @property
    def facts(self):
        return self.shown.facts(self.page)


def test_the_first_page():
    assert Play().facts == (("you", "at", "Search"),)
    assert Play().reading.said == (("you", "at", "Search"),)


def test_results_are_listed_on_their_page():
    play = Play().do("search[mug]")
    assert list(play.facts) == [*RESULTS, *TITLES]
    assert set(play.reading.said) == set(play.facts)


def test_an_item_shows_its_options():
    play = Play().do("search[mug]", "click[shopmug999]")
    at, view = ("you", "at", "item"), ("you", "view", "SHOPMUG999")
    assert list(play.facts) == [at, view, *RESULTS[1:], *TITLES[:2], *OPTIONS, *TITLES[2:]]
    assert list(play.reading.said) == [at, view, *TITLES[:2], *OPTIONS]
    assert play.belief == KnowledgeGraph(play.facts)


def test_a_choice_takes_the_place_of_one_of_the_same_option():
    play = Play().do("search[mug]", "click[SHOPMUG999]", "click[large]", "click[navy blue]", "click[Bright Red]")
    assert {fact for fact in play.facts if fact.relation == "chose"} == {
        ("you", "chose", "large"),
        ("you", "chose", "bright red"),
    }
    assert play.reading.ended == (("you", "chose", "navy blue"),)
    assert play.belief == KnowledgeGraph(play.facts)


@pytest.mark.parametrize(
    "page,told",
    [
        ("Description", [("has description", "Holds tea. Oven proof.")]),
        ("Features", [("has feature", "Dishwasher Safe, really."), ("has feature", "Made by hand")]),
        ("Reviews", []),
        (
            "Attributes",
            [("has attribute", "lead free"), ("has attribute", "wide handle")]
            + [("in category", name) for name in ("kitchen", "mugs", "Home › Kitchen › Mugs")],
        ),
    ],
)
def test_sub_pages_tell_of_the_open_product(page, told):
    play = Play().do("search[mug]", "click[SHOPMUG999]", f"click[{page}]")
    about = [Triplet("SHOPMUG999", *each) for each in told]
    assert list(play.reading.said) == [("you", "at", page), ("you", "view", "SHOPMUG999"), *about]
    assert set(about) <= set(play.facts)
    assert play.belief == KnowledgeGraph(play.facts)
    assert play.do("click[< Prev]").belief == KnowledgeGraph(play.facts)


def test_long_texts_are_no_facts():
    long = product(description="x" * (LONGEST + 1), bullets=("y" * LONGEST,))
    shown = Shown()
    for kind in ("Description", "Features"):
        shown.see(Page(kind, product=long))
    told = [fact.relation for fact in shown.facts(Page("Features", product=long)) if fact.relation.startswith("has")]
    assert told == ["has feature"]


@pytest.mark.parametrize("leave", ["click[< Prev]", "click[Back to Search]", "search[red mug]", "search[vase]"])
def test_to_leave_an_item_ends_what_was_open_and_chosen(leave):
    play = Play().do("search[mug]", "click[SHOPMUG999]", "click[large]", leave)
    assert not {"view", "chose"} & {fact.relation for fact in play.facts}
    assert play.belief == KnowledgeGraph(play.facts)


def test_what_was_bought_is_no_longer_viewed():
    play = Play().do("search[mug]", "click[SHOPMUG999]", "click[large]", "click[Buy Now]")
    assert play.facts[:3] == (("you", "at", "end"), ("you", "bought", "SHOPMUG999"), ("you", "chose", "large"))
    assert play.belief == KnowledgeGraph(play.facts)


def test_an_item_is_known_by_its_title_when_nobody_says_where_one_clicked():
    play = Play().do("search[mug]", "click[SHOPMUG999]")
    text = printed(play.page, "i need a mug")
    titles = KnowledgeGraph(Triplet(*title) for title in TITLES)
    assert Triplet("you", "view", "SHOPMUG999") in read(titles, None, text).said
    assert read(KnowledgeGraph(), None, text).said == (("you", "at", "item"),)


def test_nothing_that_happens_says_nothing():
    assert read(KnowledgeGraph(Play().do("search[mug]").facts), "dance", "Nothing happens.") == Reading(())


_PIECES = """
Instruction:|Back to Search|< Prev|Next >|Page 1 (Total results: 3)|Page 99|$3.0|Buy Now|Price: $3.0|color|size|red
|B000000001|WebShop|Search|Thank you for shopping with us!|Reviews
"""
PIECES = [piece.strip() for piece in _PIECES.split("|")]


@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=12).map(" [SEP] ".join) | st.text(),
    st.none() | st.sampled_from(["click[red]", "click[< Prev]", "search[x]", "click[B000000001]"]) | st.text(),
)
def test_no_text_raises(observation, action):
    belief = KnowledgeGraph(Play().do("search[mug]", "click[SHOPMUG999]", "click[large]").facts)
    for held in (KnowledgeGraph(), belief):
        read(held, action, observation)


# -- along whole episodes ------------------------------------------------------------------------------------------


def follow(env, next_action, steps=30):
    """Comparisons of what code believes with the truth, step by step."""
    truth, belief, action, over = Truth(SHOPPING), KnowledgeGraph(), None, False
    observation, info = env.reset()
    for step in range(steps):
        said, ended = read(belief, action, observation)
        gone = [old for old in (*SHOPPING.excluded(said, belief), *ended) if old not in said]
        belief = belief.updated(add=said, remove=gone)
        assert all(SHOPPING.statement(fact) for fact in info["facts"])
        assert SHOPPING.excluded(info["facts"], info["facts"]) == ()
        assert len(set(info["facts"])) == len(info["facts"])
        seen = {"observation": observation, "task": "", "reward": 0.0, "admissible": None, "facts": info["facts"]}
        truth.read(Observed(step=step, **seen))
        truth.read(Updated(step=step, added=tuple(said), removed=tuple(gone)))
        action = None if over else next_action(info)
        if action is None:
            break
        observation, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    return list(truth.steps.values())


def along(actions):
    """One action after the other."""
    left = iter(actions)
    return lambda info: next(left, None)


def wander(rng, words):
    """Any click, now and then a search of words of the task, seldom something senseless."""

    def next_action(info):
        clicks = info.get("admissible_commands")
        if clicks is None or rng.random() < 0.1:
            return f"search[{' '.join(rng.sample(words, 3))}]"
        return rng.choice([*clicks, "look"] if rng.random() < 0.2 else [*clicks[:-1], clicks[1]])

    return next_action


def fidelity(comparisons):
    """How much of what code believes is true, and how much it knows of what it was told."""
    counts = Counter(verdict for each in comparisons for verdict in each.verdicts.values())
    assert counts["untold"] == 0
    told = sum(each.told for each in comparisons)
    right = told - sum(len(each.missing) for each in comparisons)
    return counts["true"] / counts.total(), right / told


def test_code_reads_our_shop_without_an_error(world):
    comparisons = []
    for task in range(0, 60, 8):
        env = world("shop", task, show_attrs=task % 16 == 0)
        comparisons += follow(env, along(env.goal.walkthrough))
        comparisons += follow(env, wander(Random(task), env.goal.instruction.split()))
    assert fidelity(comparisons) == (1.0, 1.0)


def test_code_reads_webshop_nearly_without_an_error(world, webshop_data):
    comparisons = []
    for task in range(0, 6910, 1200):
        env = world("webshop", task, goals="synthetic", show_attrs=task % 2400 == 0)
        comparisons += follow(env, along(walkthrough(env.catalogue, env.goal, env.goal.product.title)))
        comparisons += follow(env, wander(Random(task), env.goal.instruction.split()))
    precision, recall = fidelity(comparisons)
    assert precision >= 0.999
    assert recall >= 0.999
