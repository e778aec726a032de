"""What can be played is listed without Java, and chosen by row or id."""

import subprocess
import sys

import pytest

import nesyfs_lab as nl
from nesyfs_lab.worlds.science.tasks import find, simplified, split_of, stored


@pytest.mark.parametrize("split", ["train", "dev", "test"])
def test_each_split_lists_a_variation_of_each_task(split):
    table = nl.tasks("scienceworld", split=split)
    assert len(table) == table["type"].nunique() == 30
    assert set(table["split"]) == {split}
    assert (table["goal"].str.len() > 30).all()
    assert (table["expert_length"] >= 3).all()


def test_there_are_7207_variations_and_each_is_a_task():
    assert sum(told["variations"] for told in stored().values()) == 7207
    assert find("boil/29", "dev").split == "test"
    assert find("find-animal/7", "dev").goal == ""
    assert find(0, "test").id == "boil/21"


def test_splits_are_cut_where_scienceworld_cuts_them():
    cuts = [split_of(variation, 30) for variation in range(30)]
    assert [cuts.count(split) for split in ("train", "dev", "test")] == [14, 7, 9]
    assert split_of(5, 14) == "train"
    assert split_of(6, 14) == "dev"


@pytest.mark.parametrize(
    "options,error,text",
    [
        ({"task": "boil/30"}, ValueError, "boil has the variations 0 to 29, not 30"),
        ({"task": "cook/0"}, ValueError, "scienceworld has no task 'cook/0'"),
        ({"task": "boil"}, ValueError, "scienceworld has no task 'boil'"),
        ({"task": 30}, IndexError, "the tasks 0 to 29"),
        ({"task": 0, "split": "valid"}, ValueError, "no split 'valid', only train, dev, test"),
        ({"task": 0, "simplifications": "harder"}, ValueError, "no simplification 'harder'; there are teleportAction"),
        ({"task": 0, "simplifications": None}, TypeError, "names with commas"),
        ({"task": 0, "max_steps": 0}, ValueError, "max_steps is a number of actions"),
    ],
)
def test_what_does_not_exist_is_refused(options, error, text):
    with pytest.raises(error, match=text):
        nl.make_env("scienceworld", **options)


def test_simplifications_are_named_with_commas():
    assert simplified("openDoors, teleportAction,") == "openDoors,teleportAction"
    assert simplified("") == ""
    assert simplified(" easy ") == "easy"


def test_listing_tasks_starts_nothing():
    code = "import sys, nesyfs_lab as nl; nl.tasks('scienceworld'); print({'py4j', 'scienceworld'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "set()"
