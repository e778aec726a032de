from collections import namedtuple

from nesyfs_lab.worlds.facts import true_state

Argument = namedtuple("Argument", "name")
Fact = namedtuple("Fact", "name arguments")


def facts(*lines):
    """``"inreceptacle apple 1, fridge 1"`` as the engine's proposition."""
    split = [line.partition(" ") for line in lines]
    return [Fact(name, [Argument(word.strip() + " ") for word in rest.split(",")]) for name, _, rest in split]


def test_facts_use_the_words_of_observations():
    told = true_state(
        facts(
            "atlocation agent1, loc 2",
            "receptacleatlocation fridge 1, loc 2",
            "receptacleatlocation shelf 1, loc 3",
            "openable fridge 1",
            "openable drawer 10",
            "openable drawer 2",
            "opened fridge 1",
            "inreceptacle apple 1, fridge 1",
            "inreceptacle desklamp 1, shelf 1",
            "toggleable desklamp 1",
            "inreceptacleobject pen 1, box 1",
            "holds agent1, mug 1",
            "ishot mug 1",
            "iscool apple 1",
            "isclean apple 1",
            "issliced apple 1",
            "not_isclean mug 1",
            "cancontain fridgetype, appletype",
        )
    )
    assert told == (
        ("you", "at", "fridge 1"),
        ("you", "hold", "mug 1"),
        ("drawer 2", "is", "closed"),
        ("drawer 10", "is", "closed"),
        ("fridge 1", "is", "open"),
        ("apple 1", "in", "fridge 1"),
        ("apple 1", "is", "clean"),
        ("apple 1", "is", "cool"),
        ("apple 1", "is", "sliced"),
        ("desklamp 1", "is", "off"),
        ("desklamp 1", "on", "shelf 1"),
        ("mug 1", "is", "hot"),
        ("pen 1", "in", "box 1"),
    )


def test_a_lamp_that_was_used_is_on():
    assert true_state(facts("toggleable desklamp 1", "istoggled desklamp 1")) == (("desklamp 1", "is", "on"),)


def test_the_order_of_the_engine_does_not_matter():
    lines = ["openable drawer 1", "opened drawer 1", "inreceptacle pen 1, drawer 1", "inreceptacle pen 2, desk 1"]
    assert true_state(facts(*lines)) == true_state(facts(*reversed(lines)))


def test_facts_follow_what_is_done(world):
    env = world("household", "level3-1")
    _, info = env.reset()
    done = {}
    for action in env.unwrapped.game["walkthrough"]:
        before = set(info["facts"])
        *_, info = env.step(action)
        done[action] = (set(info["facts"]) - before, before - set(info["facts"]))
    took, cooled, moved = (next(a for a in done if a.startswith(verb)) for verb in ("take", "cool", "move"))
    thing, source = took.removeprefix("take ").split(" from ")
    target = moved.split(" to ")[1]
    assert done[f"go to {source}"] == ({("you", "at", source)}, set())
    assert done[took] == ({("you", "hold", thing), (source, "is", "empty")}, {(thing, "on", source)})
    assert done[cooled] == ({(thing, "is", "cool")}, set())
    assert done[moved] == ({(thing, "on", target)}, {("you", "hold", thing), (target, "is", "empty")})


def test_opening_and_heating_show(world):
    env = world("household", "level3-0")
    _, info = env.reset()
    assert ("microwave 1", "is", "closed") in info["facts"]
    env.step("go to microwave 1")
    observation, *_, info = env.step("open microwave 1")
    assert "The microwave 1 is open." in observation
    assert ("microwave 1", "is", "open") in info["facts"]
    for action in env.unwrapped.game["walkthrough"]:
        *_, info = env.step(action)
    assert info["won"]
    assert ("potato 1", "is", "hot") in info["facts"]
