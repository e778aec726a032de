"""Sentences of ScienceWorld, one by one."""

import pytest

from nesyfs_lab.graph import KnowledgeGraph, Triplet
from nesyfs_lab.worlds.science.descriptions import Described, described
from nesyfs_lab.worlds.science.language import SCIENCE
from nesyfs_lab.worlds.science.names import called
from nesyfs_lab.worlds.science.reader import read

ROOM = """This room is called the kitchen. In it, you see:
	the agent
	a substance called air
	a counter. On the counter is: a bowl (containing a red apple, a banana), a drawer.
	a fridge. The fridge door is closed.
	a sink, which is turned off. In the sink is: nothing.
	a thermometer, currently reading a temperature of 10 degrees celsius
You also see:
	A door to the hallway (that is open)
	A door to the outside (that is closed)"""


@pytest.mark.parametrize(
    "text,name",
    [
        ("a substance called sodium chloride", "sodium chloride"),
        ("a jug (containing a substance called water)", "jug"),
        ("a adult bee", "adult bee"),
        ("a apple tree in the seedling stage", "apple tree"),
        ("an inclined plane with a wax surface, with: a wood block at the bottom", "inclined plane with a wax surface"),
        ("a electric buzzer, which is off", "electric buzzer"),
        ("A recipe titled instructions to make salt water", "recipe"),
        ("a red apple", "apple"),
        ("a red light bulb, which is on", "red light bulb"),
        ("flower pot 3", "flower pot 3"),
        ("an orange", "orange"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_description_names_a_thing(text, name):
    assert called(text) == name


def test_a_list_nests():
    assert described("a table. On the table is: a battery, a switch, which is off, a cup (containing nothing).") == [
        Described("table", (), (Described("battery"), Described("switch", ("off",)), Described("cup", (), ())))
    ]
    (pot,) = described("a flower pot 1 (containing a pea plant in the adult stage. On the pea plant you see: a flower, a adult bee. , soil)")  # fmt: skip  # noqa: E501
    plant = Described("pea plant", (), (Described("flower"), Described("adult bee")))
    assert pot == Described("flower pot 1", (), (plant, Described("soil")))


def test_a_room_is_read():
    gone = Triplet("metal pot", "in", "kitchen")
    was = Triplet("kitchen", "has open door to", "outside")
    said, ended = read(KnowledgeGraph([gone, was]), "look around", ROOM)
    assert set(said) == {
        Triplet(*each)
        for each in (
            ("you", "at", "kitchen"), ("air", "in", "kitchen"), ("counter", "in", "kitchen"),
            ("bowl", "on", "counter"), ("apple", "in", "bowl"), ("banana", "in", "bowl"), ("drawer", "on", "counter"),
            ("fridge", "in", "kitchen"), ("fridge", "is", "closed"), ("sink", "in", "kitchen"), ("sink", "is", "off"),
            ("thermometer", "in", "kitchen"), ("kitchen", "has open door to", "hallway"),
            ("hallway", "has open door to", "kitchen"), ("kitchen", "has closed door to", "outside"),
            ("outside", "has closed door to", "kitchen"),
        )
    }  # fmt: skip
    assert set(ended) == {gone, was}


@pytest.mark.parametrize(
    "action,text,said,ended",
    [
        ("go to hallway", "You move to the hallway.", [("you", "at", "hallway")], []),
        ("pick up cup", "You move the glass cup to the inventory.", [("you", "hold", "glass cup")],
         [("glass cup", "on", "table")]),
        ("move cup to sink", "You move the glass cup to the sink.", [("glass cup", "in", "sink")],
         [("glass cup", "on", "table")]),
        ("open door to outside", "The door is now open.",
         [("kitchen", "has open door to", "outside"), ("outside", "has open door to", "kitchen")], []),
        ("open fridge", "The fridge is now open.", [("fridge", "is", "open")], []),
        ("activate stove", "The stove is now activated.", [("stove", "is", "on")], []),
        ("inventory", "In your inventory, you see:\n\tan orange\n\ta tin cup (containing nothing)",
         [("you", "hold", "orange"), ("you", "hold", "tin cup")], [("you", "hold", "jug")]),
        ("pour jug into sink", "You pour the contents of the jug into the sink.", [("milk", "in", "sink")],
         [("milk", "in", "jug")]),
        ("mix jug", "Milk and salt mix to produce salt milk.", [("salt milk", "in", "jug")], [("milk", "in", "jug")]),
        ("look in sink", "There is nothing in the sink.", [], [("spoon", "in", "sink")]),
        ("connect battery anode to wire", "anode on battery is now connected to terminal 1 on black wire",
         [("anode on battery", "connected to", "terminal 1 on black wire"),
          ("terminal 1 on black wire", "connected to", "anode on battery")], []),
        ("focus on cup", "You focus on the glass cup.", [], []),
        ("jump", "Nothing happens.", [], []),
    ],
)  # fmt: skip
def test_a_sentence_is_read(action, text, said, ended):
    belief = KnowledgeGraph([
        ("you", "at", "kitchen"), ("glass cup", "on", "table"), ("you", "hold", "jug"), ("milk", "in", "jug"),
        ("spoon", "in", "sink"),
    ])  # fmt: skip
    reading = read(belief, action, text)
    assert set(reading.said) == {Triplet(*each) for each in said}
    assert set(reading.ended) == {Triplet(*each) for each in ended}


def test_each_example_of_the_language_has_a_statement():
    assert all(SCIENCE.statement(Triplet(*relation.example)) for relation in SCIENCE.relations)
