"""WebShop's files become products, and broken files are named."""

import json

import pytest

from nesyfs_lab.worlds.shop.products import missing_files, products_file, read_catalogue, searched_text
from tests.worlds.shop.making import lay_out, row


def read(tmp_path, *rows, **others):
    return read_catalogue(lay_out(tmp_path, list(rows), **others)).products


def test_an_entry_becomes_a_product(tmp_path):
    (made,) = read(tmp_path, row(), drafts={"B000000001": {"attributes": ["red", "fine"]}})
    assert made.options == {"color": ("red | blue", "green")}
    assert (made.query, made.attributes, made.nouns) == ("mugs", ("red", "fine"), ("mug",))
    assert searched_text(made) == "red mug for tea. dishwasher safe color: red | blue, green"


@pytest.mark.parametrize(
    "pricing,prices,tag",
    [
        ("$9.99", (9.99,), "$9.99"),
        ("$1,299.00", (1299.0,), "$1299.0"),
        ("$5.00$7.50$9.00", (5.0, 7.5), "$5.0 to $7.5"),
        ("", (100.0,), "$100.0"),
        (None, (100.0,), "$100.0"),
        ("sold out", (100.0,), "$100.0"),
    ],
)
def test_prices(pricing, prices, tag, tmp_path):
    (made,) = read(tmp_path, row(pricing=pricing))
    assert (made.prices, made.price_tag) == (prices, tag)


def test_a_seed_draws_a_price_from_a_range_for_good(tmp_path):
    (made,) = read(tmp_path, row(pricing="$5.00$7.50"))
    drawn = {made.price(seed) for seed in range(20)}
    assert len(drawn) > 10
    assert all(5 <= price <= 7.5 and round(price, 2) == price for price in drawn)
    assert made.price(3) == made.price(3) == 7.02


def test_entries_that_webshop_leaves_out_are_left_out(tmp_path):
    made = read(tmp_path, row("nan"), row("B0000000001"), row("B1", name="first"), row("B1", name="second"))
    assert [(each.id, each.title) for each in made] == [("B1", "first")]


def test_what_has_no_attributes_has_webshops_dummy(tmp_path):
    (made,) = read(tmp_path, row(small_description="one text", customization_options=""))
    assert (made.attributes, made.bullets, made.options) == (("DUMMY_ATTR",), ("one text",), {})


@pytest.mark.parametrize(
    "changes", [{"name": None}, {"query": 3}, {"small_description": [1]}, {"pricing": "$a.b."},
                {"customization_options": {"Color": [{}]}}, {"small_description": None}]
)  # fmt: skip
def test_a_broken_entry_is_named(changes, tmp_path):
    with pytest.raises(ValueError, match=r"items_shuffle_1000.json: entry 1 is no product .* fetch the file again"):
        read(tmp_path, row("B1"), row("B2", **changes))


@pytest.mark.parametrize("rows", [[{}], [7], ["x"]])
def test_what_is_no_entry_is_named(rows, tmp_path):
    with pytest.raises(ValueError, match="entry 0 is no product"):
        read_catalogue(lay_out(tmp_path, rows))


def test_an_empty_file_of_products_is_named(tmp_path):
    with pytest.raises(ValueError, match="holds no product"):
        read_catalogue(lay_out(tmp_path, []))


@pytest.mark.parametrize("content", ["", "[{", '"text"', "\x00"])
@pytest.mark.parametrize("name", ["items_shuffle_1000.json", "items_ins_v2_1000.json", "title_nouns_spacy.json"])
def test_a_broken_file_is_named(name, content, tmp_path):
    lay_out(tmp_path, [row()])
    (tmp_path / name).write_text(content)
    with pytest.raises(ValueError, match=rf"{name} .*; fetch the file again"):
        read_catalogue(tmp_path)


def test_a_file_that_is_cut_is_named(webshop_folder, tmp_path):
    lay_out(tmp_path, [row()])
    whole = (webshop_folder / "items_shuffle_1000.json").read_bytes()
    (tmp_path / "items_shuffle_1000.json").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match="is not JSON"):
        read_catalogue(tmp_path)


def test_nouns_that_do_not_fit_come_with_the_way_to_write_them(tmp_path):
    with pytest.raises(ValueError, match=r"lacks the title of product B1; .*python -m nesyfs_lab.worlds.shop.nouns"):
        read(tmp_path, row("B1"), nouns={})


def test_the_names_of_both_sets_are_known_and_never_mixed(tmp_path):
    assert missing_files(tmp_path) == [
        "items_shuffle_1000.json", "items_ins_v2_1000.json", "items_human_ins.json", "title_nouns_spacy.json"
    ]  # fmt: skip
    lay_out(tmp_path, [row()])
    (tmp_path / "items_shuffle.json").write_text(json.dumps([row("B2"), row("B3")]))
    assert products_file(tmp_path).name == "items_shuffle_1000.json"
    (tmp_path / "items_shuffle_1000.json").unlink()
    assert missing_files(tmp_path) == ["items_shuffle_1000.json"]
    (tmp_path / "items_ins_v2.json").write_text("{}")
    assert missing_files(tmp_path) == []
    assert products_file(tmp_path).name == "items_shuffle.json"


def test_a_folder_is_read_once_and_indexed_once(webshop_folder):
    catalogue = read_catalogue(webshop_folder)
    assert read_catalogue(webshop_folder) is catalogue
    assert catalogue.index is catalogue.index
    assert len(catalogue.products) == len(catalogue.by_id) == 1000


def test_a_products_own_title_finds_it(webshop_folder):
    catalogue = read_catalogue(webshop_folder)
    for product in catalogue.products[::10]:
        assert not product.title or product in catalogue.search(product.title)[:3]
