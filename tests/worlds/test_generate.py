import pytest

from nesyfs_lab.worlds import generate
from nesyfs_lab.worlds.engine import Engine
from nesyfs_lab.worlds.generate import as_text, build
from nesyfs_lab.worlds.household import stored_games
from nesyfs_lab.worlds.scenes import PLANS


@pytest.fixture(scope="module")
def planner():
    return Engine(plans=True)


@pytest.mark.parametrize("level, number", [(1, 0), (3, 3), (4, 1), (5, 2)])
def test_generating_again_gives_the_stored_file_byte_for_byte(level, number, planner):
    stored = (stored_games() / f"level{level}-{number}.json").read_bytes()
    assert as_text(build(level, number, planner)).encode() == stored


def test_another_seed_draws_another_game(planner):
    game = as_text(build(1, 0, planner, seed=generate.SEED + 1))
    assert game.encode() != (stored_games() / "level1-0.json").read_bytes()


def test_a_game_without_a_plan_is_not_stored():
    class Hopeless(Engine):
        def reset(self):
            state = super().reset()
            state["policy_commands"] = []
            return state

    with pytest.raises(RuntimeError, match="household_1_0 is won at its start or cannot be won"):
        build(1, 0, Hopeless(plans=True))


def test_the_script_writes_the_files(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(generate, "PLANS", (PLANS[0][:2],))
    monkeypatch.setattr("sys.argv", ["generate", str(tmp_path / "new")])
    generate.main()
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["level1-0.json", "level1-1.json"]
    for path in (tmp_path / "new").iterdir():
        assert path.read_bytes() == (stored_games() / path.name).read_bytes()
    assert "level1-1: put a apple in fridge. (5 actions)" in capsys.readouterr().out
