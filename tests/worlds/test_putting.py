"""Both languages of putting things down, on games of our own and of ALFWorld."""

import pytest

from nesyfs_lab.worlds.alfworld import ALFWorld
from nesyfs_lab.worlds.household import Household
from nesyfs_lab.worlds.pddl_world import PddlWorld
from nesyfs_lab.worlds.putting import as_the_game_says, putting


def older(game):
    """The game as ALFWorld wrote it before 0.4.0."""
    return {**game, "grammar": game["grammar"].replace("move {o} to {r}", "put {o} in/on {r}")}


def test_a_game_s_grammar_says_how_things_are_put_down():
    game = Household(0).game
    assert putting(game) == "move"
    assert putting(older(game)) == "put"
    assert putting({}) is None


@pytest.mark.parametrize(
    "said,known,meant",
    [
        ("put mug 1 in/on shelf 1", "move mug 1 to shelf 1", "move mug 1 to shelf 1"),
        ("put mug 1 on shelf 1", "move mug 1 to shelf 1", "move mug 1 to shelf 1"),
        ("move mug 1 to shelf 1", "put mug 1 in/on shelf 1", "put mug 1 in/on shelf 1"),
        ("move mug 1 to shelf 1", "move mug 1 to shelf 1", "move mug 1 to shelf 1"),
        ("put mug 1 in/on shelf 2", "move mug 1 to shelf 1", "put mug 1 in/on shelf 2"),
        ("open shelf 1", "move mug 1 to shelf 1", "open shelf 1"),
    ],
)
def test_the_other_way_of_saying_it_is_understood(said, known, meant):
    assert as_the_game_says(said, {known, "look"}) == meant


@pytest.mark.parametrize("change", [dict, older], ids=["move", "put"])
@pytest.mark.parametrize("way", ["move {} to {}", "put {} in/on {}"])
def test_a_game_is_won_in_either_language(change, way):
    stored = Household("level1-0")
    env = PddlWorld(stored.task, change(stored.game))
    env.reset()
    won = False
    for action in stored.game["walkthrough"]:
        if action.startswith("move "):
            action = way.format(*action.removeprefix("move ").split(" to "))
        _, _, won, _, _ = env.step(action)
    assert won
    env.close()


def test_real_games_say_move(alfworld_data):
    assert ALFWorld(48).putting == "move"
