"""Every game of every family: made, won by its walkthrough, and read by code."""

from collections import Counter

import numpy as np
import platformdirs
import pytest

from nesyfs_lab.asking import Asker
from nesyfs_lab.episode.truth import Truth
from nesyfs_lab.events import Observed, Updated
from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.language import Reading
from nesyfs_lab.memory import CodeMemory, Transition
from nesyfs_lab.worlds.textworld import games
from nesyfs_lab.worlds.textworld.freeze import told
from nesyfs_lab.worlds.textworld.games import RECIPES, Recipe, made, start
from nesyfs_lab.worlds.textworld.language import TEXTWORLD, read
from nesyfs_lab.worlds.textworld.world import TextWorldGame, clean
from tests.fakes import FakeModel, think

COUNTS: Counter[str] = Counter()


def walkthrough(recipe):
    game = start(recipe, "policy_commands")
    try:
        return list(game.reset()["policy_commands"])
    finally:
        game.close()


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.id)
def test_a_walkthrough_wins_every_point_and_code_reads_nothing_false(recipe, world):
    env = world("textworld", recipe.id)
    asker = Asker(FakeModel(), np.random.default_rng(0))  # never asked
    memory, truth, belief = CodeMemory().speaking(TEXTWORLD), Truth(TEXTWORLD), KnowledgeGraph()
    observation, info = env.reset()
    rewards, over = 0.0, False
    for step, action in enumerate([None, *walkthrough(recipe)]):
        if action is not None:
            observation, reward, over, _, info = env.step(action)
            rewards += reward
        _, (change,) = think(memory.update(asker, [Transition(belief, action, observation)]))
        belief = change.apply(belief)
        facts = tuple(info["facts"])
        assert not any(TEXTWORLD.excluded([fact], facts) for fact in facts)
        truth.read(Observed(step=step, observation=observation, task="", reward=0.0, admissible=None, facts=facts))
        truth.read(Updated(step=step, added=change.added, removed=change.removed))
    assert over
    assert info["won"]
    assert info["score"] == 1.0
    assert rewards == pytest.approx(1.0)
    for compared in truth.steps.values():
        COUNTS.update(compared.verdicts.values())
        COUNTS.update({"told": compared.told, "missing": len(compared.missing)})


def test_along_all_games_what_code_reads_is_true_and_most_of_what_is_told():
    if COUNTS["told"] < 1_000:
        pytest.skip("only some of the games were played in this run")
    assert COUNTS["true"] / (COUNTS["true"] + COUNTS["stale"] + COUNTS["false"]) > 0.99
    assert 1 - COUNTS["missing"] / COUNTS["told"] > 0.8


def test_there_are_five_families_and_the_stored_goals_are_the_games_own():
    assert {recipe.family for recipe in RECIPES} == {
        "coin-collector", "treasure-hunter", "simple", "cooking", "quest",
    }  # fmt: skip
    stored = {task.id: {"goal": task.goal, "expert_length": task.expert_length} for task in TextWorldGame.tasks()}
    assert len(stored) == len(RECIPES) == 26
    for recipe in RECIPES[::6]:
        assert stored[recipe.id] == told(recipe)


def test_a_game_is_made_once(monkeypatch, tmp_path):
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path)
    path = made(RECIPES[0])
    assert path.is_file()
    monkeypatch.setattr(games, "_make", None)
    assert made(RECIPES[0]) == path
    assert sorted(each.suffix for each in path.parent.iterdir()) == [".json", ".z8"]


def test_a_game_is_the_same_whatever_the_order_of_sets(monkeypatch, tmp_path):
    (recipe,) = (each for each in RECIPES if each.id == "cooking-2")
    games_made = []
    for seed in ("1", "2"):
        monkeypatch.setattr(platformdirs, "user_cache_path", lambda name, seed=seed: tmp_path / seed)
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        games_made.append(made(recipe).read_bytes())
    assert games_made[0] == games_made[1]


def test_a_game_that_cannot_be_made_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path)
    with pytest.raises(RuntimeError, match=r"could not make the game quest-9 .*KeyError"):
        made(Recipe("quest", 9, {"rooms": 2}))
    assert not list(tmp_path.rglob("*.z8"))


def test_what_the_interpreter_adds_is_taken_away():
    text = "\n\n-= Attic =-\nA room.  \n\n\nAn exit.\n\n>          " + " " * 60 + "-= Attic =-0/4"
    assert clean(text) == "-= Attic =-\nA room.\nAn exit."
    assert clean("Done.\n\n*** The End ***\nWould you like to RESTART, QUIT or UNDO?\n> ") == "Done.\n*** The End ***"


@pytest.mark.parametrize(
    "action,text,said",
    [
        ("go north", "-= Vault =-\nDark.", [("you", "at", "vault"), ("vault", "north of", "attic")]),
        ("look", "-= Attic =-", [("you", "at", "attic")]),
        (
            None,
            "On the table you can see a raw carrot and a knife.",
            [("carrot", "is", "raw"), ("carrot", "on", "table"), ("knife", "on", "table")],
        ),
        (None, "There is a closed oak door leading east.", [("oak door", "is", "closed"), ("oak door", "in", "attic")]),
        (
            "open fridge",
            "You open the fridge, revealing a red onion.",
            [("fridge", "is", "open"), ("red onion", "in", "fridge")],
        ),
        ("cook egg with stove", "You fried the egg.", [("egg", "is", "fried")]),
        ("drop egg", "You drop the egg on the ground.", [("egg", "in", "attic")]),
        (None, "You can see a closed oven here.", [("oven", "is", "closed"), ("oven", "in", "attic")]),
        ("jump", "Nothing happens.", []),
    ],
)
def test_a_sentence_is_read(action, text, said):
    belief = KnowledgeGraph([("you", "at", "attic")])
    assert set(read(belief, action, text).said) == {Triplet(*each) for each in said}


def test_a_prepared_meal_leaves_no_ingredient_in_hand():
    held = Triplet("you", "hold", "egg")
    assert read(KnowledgeGraph([held]), "prepare meal", "Adding the meal to your inventory.") == Reading((), (held,))


def test_words_of_the_interpreter_are_no_actions(world):
    env = world("textworld", "quest-2")
    _, info = env.reset()
    for command in ("quit", "save", "restart", "undo"):
        observation, *_, now = env.step(command)
        assert observation == "Nothing happens."
        assert now == info


def test_max_steps_truncates(world):
    env = world("textworld", "quest-2", max_steps=2)
    env.reset()
    assert env.step("look")[2:4] == (False, False)
    assert env.step("look")[2:4] == (False, True)
    with pytest.raises(ValueError, match="max_steps is a number of actions"):
        world("textworld", "quest-2", max_steps=0)
