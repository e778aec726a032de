"""The nouns of titles, found by a stand-in for spaCy."""

import json
import sys
from types import SimpleNamespace

import pytest

from nesyfs_lab.worlds.shop import nouns
from nesyfs_lab.worlds.shop.products import read_catalogue
from tests.worlds.shop.making import lay_out, row


def parse(title):
    kinds = {"Red": "ADJ", "Mug": "NOUN", "Ombelroo": "PROPN"}
    return [SimpleNamespace(text=word, pos_=kinds.get(word, "X")) for word in title.split()]


def test_nouns_and_names_count_in_their_order():
    assert nouns.title_nouns(["Ombelroo Red Mug of Mug", ""], parse) == [["ombelroo", "mug", "mug"], []]


def test_the_file_is_written_beside_the_products(tmp_path, monkeypatch, capsys):
    lay_out(tmp_path, [row("B1", name="Ombelroo Mug"), row("B2", name="Red")], nouns={})
    monkeypatch.setitem(sys.modules, "spacy", SimpleNamespace(load=lambda name: parse))
    monkeypatch.setattr(sys, "argv", ["nouns", str(tmp_path)])
    nouns.main()
    assert "title_nouns_spacy.json" in capsys.readouterr().out
    assert json.loads((tmp_path / "title_nouns_spacy.json").read_text()) == {"B1": ["ombelroo", "mug"], "B2": []}
    assert [product.nouns for product in read_catalogue(tmp_path).products] == [("ombelroo", "mug"), ()]


def test_without_products_or_without_spacy_it_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["nouns", str(tmp_path)])
    with pytest.raises(FileNotFoundError, match=r"holds no items_shuffle_1000.json; name the folder"):
        nouns.main()
    lay_out(tmp_path, [row("B1")])
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(SystemExit, match="python -m spacy download en_core_web_sm"):
        nouns.main()
