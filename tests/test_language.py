import json

import pytest

from nesyfs_lab.graph import Triplet
from nesyfs_lab.language import Language, Relation, Statement

HOME = Language(
    "home",
    (
        Relation("at", "where you are", ("you", "at", "desk 1"), kind="whereabouts", single=True),
        Relation("in", "where a thing is", ("mug 1", "in", "sink 1"), kind="place", also=("inside",)),
        Relation("on", "where a thing is", ("mug 1", "on", "desk 1"), kind="place"),
        Relation("hold", "what you have", ("you", "hold", "mug 1"), kind="place", single=True, inverse=True),
        Relation("is", "its state", ("box 1", "is", "open"), kind="state", values=(("open", "closed"), ("cool",))),
        Relation("holds", "what fits", ("box 1", "holds", "mug 1")),
        Relation("says", "what is written on it", ("box 1", "says", "Handle with care."), text=True),
        Relation("costs", "its price", ("box 1", "costs", "$12.5"), single=True),
    ),
    words=(("cold", "cool"), ("shut", "closed")),
)


def test_a_triplet_says_what_its_kind_of_relation_says():
    said = Statement("mug 1", "place", "sink 1")
    assert HOME.statement(Triplet("mug 1", "in", "sink 1")) == said
    assert HOME.statement(Triplet("The  Mug 1", "Inside", "a sink 1")) == said
    assert HOME.statement(Triplet("mug 1", "on", "sink 1")) == said
    assert HOME.statement(Triplet("you", "hold", "mug 1")) == Statement("mug 1", "place", "you")


def test_a_value_has_other_words():
    assert HOME.statement(Triplet("mug 1", "is", "cold")) == HOME.statement(Triplet("mug 1", "is", "cool"))


TITLE = (
    "SWAGOFKGys Travel Toothbrushes， Double Side Tongue Cleaner Brush for Tongue Cleaning Oral Care Tool Silicone "
    "Tongue Scraper Toothbrush Fresh Breath (Color : Yellow)"
)


@pytest.mark.parametrize(
    "told",
    [
        "SWAGOFKGys Travel Toothbrushes， Double Side Tongue Cleaner刷",  # as qwen2.5-coder-1.5b ended it at the limit
        "swagofkgys travel  toothbrushes， double side",
    ],
)
def test_texts_are_compared_by_their_beginnings(told):
    assert HOME.statement(Triplet("box 1", "says", told)) == HOME.statement(Triplet("box 1", "says", TITLE))


@pytest.mark.parametrize("told", ["SWAGOFKGys Travel Toothbrushes", "Travel Toothbrushes， Double Side Tongue Cleaner"])
def test_another_beginning_is_another_text(told):
    assert HOME.statement(Triplet("box 1", "says", told)) != HOME.statement(Triplet("box 1", "says", TITLE))


def test_names_are_compared_whole():
    planes = [f"inclined plane with a thoroughly unknown material {letter}" for letter in "ab"]
    assert len({HOME.statement(Triplet("mug 1", "on", plane)) for plane in planes}) == 2


@pytest.mark.parametrize("told,fact", [("14.9", "$14.9"), ("$24.5 to 33.0", "$24.5 to $33.0")])
def test_prices_are_compared_without_their_dollar_signs(told, fact):
    assert HOME.statement(Triplet("box 1", "costs", told)) == HOME.statement(Triplet("box 1", "costs", fact))


@pytest.mark.parametrize("unknown", [Triplet("you", "went to", "desk 1"), Triplet("box 1", "is", "searched")])
def test_what_the_language_has_no_word_for_says_nothing(unknown):
    assert HOME.statement(unknown) is None
    assert HOME.excluded([unknown], [unknown]) == ()


@pytest.mark.parametrize(
    "new,old,excluded",
    [
        (("mug 1", "in", "sink 1"), ("mug 1", "on", "desk 1"), False),
        (("you", "hold", "mug 1"), ("mug 1", "on", "desk 1"), True),
        (("mug 1", "on", "desk 1"), ("you", "hold", "mug 1"), True),
        (("mug 2", "on", "desk 1"), ("you", "hold", "mug 1"), False),
        (("you", "at", "desk 1"), ("you", "at", "sink 1"), True),
        (("you", "at", "desk 1"), ("you", "at", "Desk 1"), False),
        (("box 1", "is", "open"), ("box 1", "is", "shut"), True),
        (("box 1", "is", "open"), ("box 1", "is", "cold"), False),
        (("box 2", "is", "open"), ("box 1", "is", "closed"), False),
        (("box 1", "holds", "mug 1"), ("box 1", "holds", "mug 2"), False),
    ],
)
def test_what_cannot_be_true_together(new, old, excluded):
    assert HOME.excluded([Triplet(*new)], [Triplet(*old)]) == ((Triplet(*old),) if excluded else ())


def test_a_record_describes_a_language():
    plain = json.loads(json.dumps(HOME.described()))
    assert Language.from_description(plain) == HOME
    assert hash(Language.from_description(plain)) == hash(HOME)
