import gymnasium
import pytest

from nesyfs_lab.worlds import make_env, tasks
from nesyfs_lab.worlds.alfworld import ALFWorld


def test_the_table_lists_the_games(alfworld_data):
    rows = tasks("alfworld")
    assert len(rows) == 140
    assert rows.id.is_unique
    assert rows.id.is_monotonic_increasing
    assert set(rows.split) == {"valid_seen"}
    assert rows.type.nunique() == 6
    assert (rows.expert_length > 0).all()
    assert rows.level.isna().all()


@pytest.mark.parametrize("row", [0, 40, 139])
def test_a_real_game_is_won_by_its_walkthrough(row, alfworld_data, world):
    env = world("alfworld", row)
    assert env.reset()[1]["task"] == tasks("alfworld").goal[row] == env.unwrapped.task.goal
    for action in env.unwrapped.game["walkthrough"]:
        _, reward, terminated, _, info = env.step(action)
    assert (reward, terminated, info["won"], info["score"]) == (1, True, True, 1)


def test_row_id_folder_and_file_name_the_same_game(alfworld_data, world, monkeypatch, tmp_path):
    by_row = world("alfworld", 5).unwrapped.task
    assert world("alfworld", by_row.id).unwrapped.task == by_row
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path))
    assert world("alfworld", str(by_row.path)).unwrapped.task == by_row
    assert world("alfworld", by_row.path.parent).unwrapped.task == by_row


def test_a_spec_makes_the_same_game_again(alfworld_data, world):
    env = world("alfworld", 9)
    twin = gymnasium.make(env.spec)
    assert twin.reset() == env.reset()
    action = env.unwrapped.game["walkthrough"][0]
    assert twin.step(action) == env.step(action)
    twin.close()


def test_missing_games_come_with_the_way_to_get_them(tmp_path, monkeypatch):
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path))
    for call in (make_env, tasks):
        with pytest.raises(FileNotFoundError, match=r"alfworld-download.*\$ALFWORLD_DATA.*household"):
            call("alfworld")


def test_an_unknown_split_or_id_is_refused(tmp_path, monkeypatch):
    lay_out(tmp_path, "valid_seen", "pick-A-None-B-1", "trial_1")
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path))
    with pytest.raises(ValueError, match=r"no split 'test' in .*, only valid_seen"):
        make_env("alfworld", split="test")
    with pytest.raises(ValueError, match="alfworld has no task 'pick-A-None-B-2/trial_1'"):
        make_env("alfworld", "pick-A-None-B-2/trial_1")


def test_games_that_alfworld_leaves_out_are_left_out(tmp_path, monkeypatch):
    lay_out(tmp_path, "train", "pick-A-None-B-1", "trial_2")
    lay_out(tmp_path, "train", "pick-A-None-B-1", "trial_1", goal='find the \\"red\\" cup.')
    lay_out(tmp_path, "train", "pick-A-None-B-1", "trial_3", solvable="false")
    lay_out(tmp_path, "train", "pick_and_place_with_movable_recep-A-B-C-1", "trial_1")
    lay_out(tmp_path, "train", "pick-AppleSliced-None-B-1", "trial_1")
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path))
    found = ALFWorld.tasks("train")
    assert [task.id for task in found] == ["pick-A-None-B-1/trial_1", "pick-A-None-B-1/trial_2"]
    assert [task.goal for task in found] == ['find the "red" cup.', "put a cup in shelf."]
    assert {task.expert_length for task in found} == {2}


def lay_out(root, split, kind, trial, goal="put a cup in shelf.", solvable="true"):
    """A file laid where alfworld-download would have put it; nobody plays it."""
    folder = root / "json_2.1.1" / split / kind / trial
    folder.mkdir(parents=True)
    grammar = f'{{"rhs": "Your task is to: {goal}"}}'.replace("\\", "\\\\").replace('"', '\\"')
    text = f'{{"grammar": "{grammar}", "pddl_problem": "", "solvable": {solvable}, "walkthrough": ["look", "look"]}}'
    (folder / "game.tw-pddl").write_text(text)
