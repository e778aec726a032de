"""A scene as a PDDL problem for ALFWorld's domain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .scenes import Scene, properties_of
from .things import CLOSED, FITS

# Types that the domain's own rules name; every problem must declare them.
_RULE_RECEPTACLES = ("Fridge", "Microwave", "SinkBasin")
_RULE_THINGS = ("ButterKnife", "Knife")
_TREATED = {
    "heat": ("heatable", "isHot"),
    "cool": ("coolable", "isCool"),
    "clean": ("cleanable", "isClean"),
}


def pddl_problem(name: str, scene: Scene) -> str:
    """The PDDL text. Each receptacle has a place of its own; you begin at a place without one, facing nothing."""
    receptacles = _named(scene.receptacles)
    things = _named(thing for thing, _ in scene.contents)
    thing_types = sorted({thing for thing, _ in scene.contents} | set(_RULE_THINGS))
    receptacle_types = sorted(set(scene.receptacles) | set(_RULE_RECEPTACLES))

    objects = ["agent1 - agent"]
    objects += [f"{kind}Type - otype" for kind in thing_types]
    objects += [f"{kind}Type - rtype" for kind in receptacle_types]
    objects += [f"{thing} - object" for thing in things]
    objects += [f"{receptacle} - receptacle" for receptacle in receptacles]
    objects += [f"{_place(i)} - location" for i in range(len(receptacles) + 1)]

    init = [f"(atLocation agent1 {_place(0)})"]
    for i, (receptacle, kind) in enumerate(zip(receptacles, scene.receptacles, strict=True), start=1):
        init += [f"(receptacleType {receptacle} {kind}Type)", f"(receptacleAtLocation {receptacle} {_place(i)})"]
        init += [f"(openable {receptacle})"] if kind in CLOSED else []
    for thing, (kind, home) in zip(things, scene.contents, strict=True):
        init += [f"(objectType {thing} {kind}Type)"]
        init += [f"({name} {thing})" for name in properties_of(kind)]
        init += [f"(inReceptacle {thing} {receptacles[home]})", f"(objectAtLocation {thing} {_place(home + 1)})"]
    init += [
        f"(canContain {receptacle}Type {thing}Type)"
        for receptacle in receptacle_types
        for thing in thing_types
        if thing in FITS[receptacle]
    ]
    return (
        f"(define (problem {name})\n(:domain alfred)\n"
        f"(:objects\n{_lines(objects)})\n(:init\n{_lines(init)})\n(:goal\n    {_goal(scene)}\n))\n"
    )


def _goal(scene: Scene) -> str:
    thing, target = scene.plan.thing, scene.plan.target
    if scene.plan.kind == "light":
        return (
            f"(and (exists (?t - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?t {target}Type) "
            "(toggleable ?t) (isToggled ?t) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?t ?r)))\n"
            f"    (exists (?o - object ?a - agent) (and (objectType ?o {thing}Type) (holds ?a ?o))))"
        )
    placed = f"(objectType {{o}} {thing}Type) (receptacleType ?r {target}Type) (inReceptacle {{o}} ?r)"
    if scene.plan.kind == "two":
        second = f"(exists (?o2 - object) (and (not (= ?o1 ?o2)) {placed.format(o='?o2')}))"
        return f"(exists (?r - receptacle) (exists (?o1 - object) (and {placed.format(o='?o1')} {second})))"
    if scene.plan.kind in _TREATED:
        can, done = _TREATED[scene.plan.kind]
        placed += f" ({can} {{o}}) ({done} {{o}})"
    return f"(exists (?r - receptacle) (exists (?o - object) (and {placed.format(o='?o')})))"


def _named(kinds: Iterable[str]) -> list[str]:
    """Names as ALFWorld's games have them; the engine shows them as "mug 1" and "sinkbasin 1"."""
    seen: Counter[str] = Counter()
    names = []
    for kind in kinds:
        seen[kind] += 1
        whole = kind.removesuffix("Basin")  # a basin is named as a part: Sink_bar_01_bar_SinkBasin
        names.append(f"{whole}_bar_{seen[kind]:02}" + (f"_bar_{kind}" if whole != kind else ""))
    return names


def _place(number: int) -> str:
    return f"loc_bar_{number:02}"


def _lines(items: list[str]) -> str:
    return "".join(f"    {item}\n" for item in items)
