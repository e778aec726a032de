import sys
import threading

from nesyfs_lab.worlds.engine import Engine
from nesyfs_lab.worlds.household import Household


def test_loading_leaves_the_process_as_it_was(capfd):
    arguments, output = list(sys.argv), sys.stdout
    engine = Engine()
    engine.load(Household(0).game)
    engine.reset()
    assert sys.argv == arguments
    assert sys.stdout is output
    assert capfd.readouterr() == ("", "")


def test_engines_play_side_by_side():
    told = {}

    def play(number):
        engine, game = Engine(), Household(number).game
        engine.load(game)
        engine.reset()
        told[number] = [engine.step(action)["won"] for action in game["walkthrough"]]

    threads = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(told) == 3
    assert all(won[-1] and not any(won[:-1]) for won in told.values())


def test_an_engine_that_plans_tells_a_way_to_win():
    engine = Engine(plans=True)
    engine.load(Household("level1-2").game)
    state, actions = engine.reset(), 0
    while not state["won"]:
        state = engine.step(state["policy_commands"][0])
        actions += 1
        assert actions < 20
    assert actions > 0
