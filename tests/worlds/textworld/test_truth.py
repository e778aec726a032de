"""The truth of a TextWorld game, from the engine's propositions."""

from nesyfs_lab.worlds.textworld.language import TEXTWORLD


def test_what_burned_is_told_as_burned_alone(world):
    env = world("textworld", "cooking-3")
    env.reset()
    for action in ("open fridge", "take red onion from fridge", "cook red onion with stove"):
        *_, info = env.step(action)
    assert ("red onion", "is", "fried") in info["facts"]
    *_, over, _, info = env.step("cook red onion with stove")
    assert over
    assert ("red onion", "is", "burned") in info["facts"]
    assert not any(TEXTWORLD.excluded([fact], info["facts"]) for fact in info["facts"])
