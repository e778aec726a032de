"""A household before it is PDDL: which receptacles a room has, what lies where, and what is asked.

Levels differ in how much there is to search and in what has to be done: see ``PLANS``.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .things import CLOSED, FITS, PROPERTIES, ROOMS, THINGS

TYPES = {
    "pick": "pick_and_place_simple",
    "two": "pick_two_obj_and_place",
    "light": "look_at_obj_in_light",
    "heat": "pick_heat_then_place_in_recep",
    "cool": "pick_cool_then_place_in_recep",
    "clean": "pick_clean_then_place_in_recep",
}
"""Kind of task -> its type in ALFWorld's terms."""

STATIONS = {"heat": "Microwave", "cool": "Fridge", "clean": "SinkBasin"}
"""Kind of task -> the receptacle that the thing is treated with."""


@dataclass(frozen=True)
class Plan:
    """What a game is about; the rest of its scene is drawn. ``receptacles`` and ``others`` say how much there is."""

    room: str
    kind: str
    thing: str
    target: str  # the receptacle to put it in, or the lamp to look at it under
    receptacles: int
    others: int  # things that nobody asks for
    spares: int = 0  # further things of the wanted type

    @property
    def wanted(self) -> int:
        """How many things of the wanted type there are."""
        return 1 + (self.kind == "two") + self.spares

    @property
    def small(self) -> bool:
        """Whether the room is kept to what the task is about."""
        return self.receptacles <= 8


PLANS: tuple[tuple[Plan, ...], ...] = (
    (  # Level 1: three receptacles, one thing to bring from one to the other.
        Plan("kitchen", "pick", "Mug", "Cabinet", 3, 1),
        Plan("kitchen", "pick", "Apple", "Fridge", 3, 1),
        Plan("bedroom", "pick", "Book", "Desk", 3, 1),
        Plan("bathroom", "pick", "SoapBar", "Drawer", 3, 1),
        Plan("living room", "pick", "RemoteControl", "Sofa", 3, 1),
        Plan("living room", "pick", "KeyChain", "Safe", 3, 1),
    ),
    (  # Level 2: more places to search, some of them closed, and things that nobody asked for.
        Plan("kitchen", "pick", "SaltShaker", "Drawer", 5, 4),
        Plan("kitchen", "pick", "Bread", "DiningTable", 6, 4),
        Plan("bedroom", "pick", "CellPhone", "Dresser", 6, 4),
        Plan("bedroom", "pick", "Watch", "Shelf", 5, 4),
        Plan("bathroom", "pick", "ToiletPaper", "Cabinet", 6, 4),
        Plan("living room", "pick", "Newspaper", "CoffeeTable", 6, 4),
    ),
    (  # Level 3: the thing must be treated on the way, in a small room.
        Plan("kitchen", "heat", "Potato", "CounterTop", 6, 5),
        Plan("kitchen", "cool", "Tomato", "DiningTable", 7, 5),
        Plan("kitchen", "clean", "Spoon", "Drawer", 7, 5),
        Plan("bedroom", "light", "CD", "DeskLamp", 7, 5),
        Plan("kitchen", "heat", "Mug", "CoffeeMachine", 8, 6),
        Plan("bathroom", "clean", "Cloth", "Cabinet", 8, 6),
    ),
    (  # Level 4: a bigger room; two things of one type, which can be carried only one at a time.
        Plan("kitchen", "two", "PepperShaker", "Cabinet", 12, 14),
        Plan("bedroom", "two", "Pencil", "Drawer", 13, 14),
        Plan("bathroom", "two", "SoapBottle", "Toilet", 12, 12),
        Plan("living room", "light", "Statue", "DeskLamp", 13, 14),
        Plan("kitchen", "cool", "Lettuce", "CounterTop", 14, 15),
        Plan("kitchen", "clean", "Plate", "Shelf", 15, 15),
    ),
    (  # Level 5: as large and as full as ALFWorld's rooms.
        Plan("kitchen", "heat", "Egg", "DiningTable", 24, 28, 1),
        Plan("kitchen", "cool", "Pan", "StoveBurner", 23, 28, 1),
        Plan("kitchen", "clean", "ButterKnife", "Drawer", 25, 30, 1),
        Plan("kitchen", "two", "Bowl", "Cabinet", 26, 30, 1),
        Plan("bedroom", "light", "Laptop", "DeskLamp", 22, 26, 1),
        Plan("kitchen", "heat", "Apple", "Fridge", 27, 30, 1),
    ),
)
"""``PLANS[level - 1][number]``."""

_GOALS = {
    "pick": ("put a {thing} in {target}.", "put some {thing} on {target}."),
    "two": ("put two {thing} in {target}.", "find two {thing} and put them in {target}."),
    "light": ("look at {thing} under the {target}.", "examine the {thing} with the {target}."),
    "heat": ("put a hot {thing} in {target}.", "heat some {thing} and put it in {target}."),
    "cool": ("put a cool {thing} in {target}.", "cool some {thing} and put it in {target}."),
    "clean": ("put a clean {thing} in {target}.", "clean some {thing} and put it in {target}."),
}
_MOST_OF_A_TYPE = 3  # things of one type that lie about
_LAMP_STANDS = ("Desk", "SideTable", "Dresser")


@dataclass(frozen=True)
class Scene:
    """A room: its receptacles by type, each thing's type with the number of its receptacle, and the goal in words."""

    plan: Plan
    receptacles: tuple[str, ...]
    contents: tuple[tuple[str, int], ...]
    goal: str


def draw_scene(plan: Plan, rng: Random) -> Scene:
    """Draw a room for ``plan``. Nothing that is wanted lies where it is wanted, or where it would be treated."""
    receptacles = _draw_receptacles(plan, rng)
    reserved = {plan.target, STATIONS.get(plan.kind)}
    contents: list[tuple[str, int]] = []
    homes = [i for i, kind in enumerate(receptacles) if kind not in reserved and plan.thing in FITS[kind]]
    if plan.kind == "light":
        stand = rng.choice([i for i, kind in enumerate(receptacles) if kind in _LAMP_STANDS])
        contents.append((plan.target, stand))
        homes = [home for home in homes if home != stand]
    contents += [(plan.thing, home) for home in rng.sample(homes, plan.wanted)]
    contents += _draw_others(plan, receptacles, rng)
    goals = _GOALS[plan.kind]
    # A thing is put "in" what closes and "on" what does not; of other goals there are two wordings, as in ALFWorld.
    goal = goals[plan.target not in CLOSED] if plan.kind == "pick" else rng.choice(goals)
    words = goal.format(thing=plan.thing.lower(), target=plan.target.lower())
    return Scene(plan, tuple(receptacles), tuple(sorted(contents)), words)


def _draw_receptacles(plan: Plan, rng: Random) -> list[str]:
    """The target and the station, then others; in a small room first such as the thing may be found in."""
    left = [kind for kind, count in ROOMS[plan.room].items() for _ in range(count)]
    stands = [kind for kind in _LAMP_STANDS if kind in ROOMS[plan.room]]
    needed = [rng.choice(stands) if plan.kind == "light" else plan.target]
    if plan.kind in STATIONS:
        needed.append(STATIONS[plan.kind])
    for kind in needed:
        left.remove(kind)
    rng.shuffle(left)

    def may_hold(kind: str) -> bool:
        return kind not in needed and plan.thing in FITS[kind]

    first = [kind for kind in left if may_hold(kind)][: plan.wanted]
    for kind in first:
        left.remove(kind)
    if plan.small:
        rounds = [left[:i].count(kind) // 2 for i, kind in enumerate(left)]  # two of each type, then two more, ...
        left = [kind for _, kind in sorted(zip(rounds, left, strict=True), key=lambda pair: pair[0])]
        left.sort(key=lambda kind: not may_hold(kind))
    return sorted(needed + first + left[: plan.receptacles - len(needed) - len(first)])


def _draw_others(plan: Plan, receptacles: list[str], rng: Random) -> list[tuple[str, int]]:
    pool = [thing for thing in THINGS[plan.room] if thing != plan.thing for _ in range(_MOST_OF_A_TYPE)]
    if plan.small:  # each thing is the only one of its type
        pool = sorted(set(pool))
    rng.shuffle(pool)
    others: list[tuple[str, int]] = []
    for thing in pool:
        homes = [i for i, kind in enumerate(receptacles) if thing in FITS[kind]]
        if homes and len(others) < plan.others:
            others.append((thing, rng.choice(homes)))
    return others


def properties_of(thing: str) -> list[str]:
    """The properties that the rules know of a type of thing."""
    movable = [] if thing in PROPERTIES["toggleable"] else ["pickupable"]
    return movable + [name for name, things in PROPERTIES.items() if thing in things]
