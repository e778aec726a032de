"""What pages print and where clicks lead, as in WebShop's text mode."""

import pytest

from nesyfs_lab.worlds.shop.pages import Page, after, clickable, printed
from tests.worlds.shop.making import MUG, product

MUGS = tuple(product(id=f"SHOPMUG{n:03d}", title=f"Mug {n}") for n in range(23))
HEAD = "Instruction: [SEP] i need a mug [SEP] Back to Search"


def search(keywords):
    return MUGS if "mug" in keywords else ()


def walk(*actions, start=None, **options):
    page = start or Page()
    for action in actions:
        page = after(page, action, search, **options)
        assert page is not None, action
    return page


def show(*actions, **options):
    return printed(walk(*actions, **options), "i need a mug", 0.5, **options)


def test_the_first_page_has_a_search_field_and_nothing_to_click():
    assert printed(Page(), "i need a mug") == "WebShop [SEP] Instruction: [SEP] i need a mug [SEP] Search"
    assert clickable(Page()) == {}


def test_results_come_ten_a_page():
    listed = " [SEP] ".join(f"SHOPMUG{n:03d} [SEP] Mug {n} [SEP] $12.5" for n in range(10))
    assert show("search[mug]") == f"{HEAD} [SEP] Page 1 (Total results: 23) [SEP] Next > [SEP] {listed}"
    last = show("search[mug]", "click[next >]", "click[Next >]")
    assert last.startswith(f"{HEAD} [SEP] Page 3 (Total results: 23) [SEP] < Prev [SEP] Next > [SEP] SHOPMUG020")
    assert last.count("Mug ") == 3
    beyond = show("search[mug]", *["click[Next >]"] * 3)
    assert beyond == f"{HEAD} [SEP] Page 4 (Total results: 23) [SEP] < Prev [SEP] Next >"
    assert show("search[mug]", "click[Next >]", "click[< Prev]") == show("search[mug]")


def test_a_search_may_find_nothing():
    assert show("search[vase]") == f"{HEAD} [SEP] Page 1 (Total results: 0) [SEP] Next >"


def test_an_item_prints_options_title_price_and_buttons():
    text = (
        f"{HEAD} [SEP] < Prev [SEP] color [SEP] navy blue [SEP] bright red [SEP] size [SEP] small [SEP] large "
        "[SEP] Mug 2 [SEP] Price: $12.5 [SEP] Rating: N.A. [SEP] Description [SEP] Features [SEP] Reviews"
    )
    assert show("search[mug]", "click[shopmug002]") == f"{text} [SEP] Buy Now"
    assert show("search[mug]", "click[SHOPMUG002]", "click[large]") == f"{text} [SEP] Buy Now"
    wide = show("search[mug]", "click[SHOPMUG002]", show_attrs=True)
    assert wide == f"{text} [SEP] Attributes [SEP] Buy Now"


@pytest.mark.parametrize(
    "button,told",
    [
        ("Description", " [SEP] Holds tea. Oven proof."),
        ("features", " [SEP] Dishwasher Safe, really. [SEP] Made by hand"),
        ("Reviews", ""),
        ("attributes", " [SEP] lead free [SEP] wide handle [SEP] kitchen [SEP] mugs [SEP] Home › Kitchen › Mugs"),
    ],
)
def test_sub_pages(button, told):
    there = ("search[mug]", "click[SHOPMUG002]", f"click[{button}]")
    assert show(*there, show_attrs=True) == f"{HEAD} [SEP] < Prev{told}"
    assert show(*there, "click[< Prev]", show_attrs=True) == show(*there[:2], show_attrs=True)


def test_empty_features_are_printed_as_webshop_prints_them():
    page = Page("Features", product=product(bullets=("", " one ", "")))
    assert printed(page, "i need a mug") == f"{HEAD} [SEP] < Prev [SEP]  [SEP] one [SEP] "


def test_what_has_no_text_is_left_out():
    assert " [SEP]  [SEP] " not in printed(Page("item", product=product(title="")), "i need a mug")
    assert printed(Page("Description", product=product(description=" ")), "i need a mug") == f"{HEAD} [SEP] < Prev"


def test_the_end_tells_the_score():
    end = "Thank you for shopping with us! [SEP] Your score (min 0.0, max 1.0) [SEP] 0.5"
    assert show("search[mug]", "click[SHOPMUG002]", "click[BUY NOW]") == end
    assert clickable(walk("search[mug]", "click[SHOPMUG002]", "click[Buy Now]")) == {}


def test_choices_last_while_the_item_is_open():
    chosen = walk("search[mug]", "click[Next >]", "click[SHOPMUG012]", "click[Bright Red]", "click[large]")
    assert chosen.chosen == {"color": "bright red", "size": "large"}
    assert walk("click[small]", "click[Features]", "click[< Prev]", start=chosen).chosen["size"] == "small"
    back = walk("click[< Prev]", start=chosen)
    assert (back.kind, back.number, back.chosen) == ("results", 2, {})
    assert walk("click[Back to Search]", start=chosen) == Page()
    again = walk("search[mug]", start=chosen)
    assert (again.number, again.chosen, again.product) == (1, {}, None)


@pytest.mark.parametrize(
    "action",
    ["", "look", "search[]", "search[ ]", "click[]", "click[Search]", "click[Next >]", "click SHOPMUG002", "search[mug",
     "buy[now]", "click[SHOPMUG002]", "click[SHOPMUG015]", "click[Attributes]", "[]", "click[[Features]]"],
)  # fmt: skip
def test_other_actions_mean_nothing(action):
    assert after(walk("search[mug]", "click[SHOPMUG003]"), action, search) is None


@pytest.mark.parametrize("action", ["search[mug]", " SEARCH [ mug ]\n", "Search[red\nmug]", "search[[mug]]"])
def test_a_search_may_be_written_loosely(action):
    assert after(Page(), action, search) == Page("results", hits=MUGS)


def test_no_option_hides_a_button():
    page = Page("item", product=product(options={"color": ("features", "buy now")}))
    assert walk("click[features]", start=page).kind == "Features"
    assert walk("click[buy now]", start=page).kind == "end"


def test_a_value_with_brackets_can_be_chosen():
    page = Page("item", product=product(options={"size": ("2 [pack]",)}))
    assert walk("click[2 [PACK]]", start=page).chosen == {"size": "2 [pack]"}
    assert MUG.options["size"] == ("small", "large")
