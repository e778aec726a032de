import pytest
from gymnasium.utils.env_checker import check_env

from nesyfs_lab.worlds import make_env, tasks

IDS = [f"level{level}-{number}" for level in range(1, 6) for number in range(6)]
RECEPTACLES = {1: (3, 3), 2: (5, 6), 3: (6, 8), 4: (12, 15), 5: (20, 27)}  # fewest and most in a level


def test_there_are_thirty_different_games_in_five_levels():
    rows = tasks("household")
    assert rows.id.tolist() == IDS
    assert rows.level.value_counts().to_dict() == dict.fromkeys(range(1, 6), 6)
    assert rows.goal.is_unique
    assert rows.type.nunique() == 6
    assert rows.expert_length.between(3, 15).all()


@pytest.mark.parametrize("task", IDS)
def test_the_stored_walkthrough_wins_the_stored_game(task, world):
    env = world("household", task)
    observation, info = env.reset()
    row = tasks("household").set_index("id").loc[task]
    assert info["task"] == row.goal
    assert observation.startswith("You are in the middle of a room.")
    assert not info["won"]
    fewest, most = RECEPTACLES[row.level]
    assert fewest <= sum(command.startswith("go to ") for command in info["admissible_commands"]) <= most
    things = {fact.subject for fact in info["facts"] if fact.relation in ("in", "on")}
    assert not any(thing in observation for thing in things), "what lies where is to be found out"
    walkthrough = env.unwrapped.game["walkthrough"]
    assert len(walkthrough) == row.expert_length
    for left, action in zip(range(len(walkthrough) - 1, -1, -1), walkthrough, strict=True):
        assert action in info["admissible_commands"]
        observation, reward, terminated, truncated, info = env.step(action)
        assert observation != "Nothing happens."
        assert (reward, terminated, info["won"], info["score"]) == (
            (0, False, False, 0) if left else (1, True, True, 1)
        )
        assert not truncated


def test_the_same_task_is_the_same_game_whatever_the_seed(world):
    env, other = world("household", 7), world("household", "level2-1")
    assert env.reset(seed=1) == other.reset(seed=2)
    actions = ["inventory", "go to diningtable 1", "look", "examine diningtable 1"]
    first = [env.step(action) for action in actions]
    assert first == [other.step(action) for action in actions]
    assert env.reset(seed=3) == other.reset()
    assert first == [env.step(action) for action in actions]


def test_the_world_passes_gymnasiums_checks(world):
    check_env(world("household", "level1-1"), skip_render_check=True)


def test_what_is_shown_is_clean(world):
    observation, info = world("household", 0).reset()
    assert "TextWorld" not in observation
    assert "task" not in observation
    assert "help" not in info["admissible_commands"]
    assert info["admissible_commands"] == sorted(info["admissible_commands"])
    assert set(info) == {"task", "admissible_commands", "won", "score", "facts"}


def test_an_exported_game_is_one_that_alfworld_plays(world, tmp_path):
    env = world("household", "level1-5")
    path = tmp_path / "game.tw-pddl"
    env.unwrapped.export(path)
    twin = world("alfworld", str(path))
    assert twin.reset() == env.reset()
    for action in env.unwrapped.game["walkthrough"]:
        assert twin.step(action) == env.step(action)
    assert twin.unwrapped.task.goal == env.unwrapped.task.goal


def test_unknown_options_are_refused():
    with pytest.raises(TypeError, match="split"):
        make_env("household", split="train")
    with pytest.raises(ValueError, match="max_steps"):
        make_env("household", max_steps=0)
