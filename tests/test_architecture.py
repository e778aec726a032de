"""The rooms of the house and the one direction in which they may know each other (CONTRIBUTING.md draws the map)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "nesyfs_lab"

THINKING = {"graph", "language", "events", "models", "prompts", "asking"}
MAY_USE: dict[str, set[str]] = {
    "graph": set(),
    "language": {"graph"},
    "shipped": set(),
    "models": set(),
    "prompts": set(),
    "events": {"graph", "models.contract"},
    "asking": {"graph", "events", "models.contract", "prompts"},
    "memory": THINKING,
    "planning": THINKING | {"memory"},
    "agents": THINKING | {"memory", "planning"},
    "worlds": {"graph", "language", "shipped"},
    "episode": {
        *("graph", "language", "shipped", "events", "models.contract", "models.recorded", "models.prices"),
        *("agents", "worlds"),
    },
    "views": {"graph", "language", "events", "models.contract", "episode"},
    "studies": {"graph", "language", "events", "models.contract", "episode"},
    "lessons": {
        *("graph", "events", "models.contract", "asking", "memory", "planning", "agents", "episode", "views"),
    },
}
"""Room -> what it may import of ours; ``a`` allows all of room ``a``, ``a.b`` only that module of it."""

DRAWING = {"IPython", "anywidget", "ipywidgets", "matplotlib", "pyvis", "traitlets"}
"""Libraries that draw. They belong to the views and what stands above them: an agent knows nothing of Jupyter."""


def room_of(path: Path) -> str:
    """The room that a file lives in: its top-level folder, or its own name for a module beside ``__init__.py``."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imports_of(source: str, package: list[str]) -> Iterator[str]:
    """Full dotted names that a module imports, those inside functions and type-checking blocks too.

    Args:
        source: the module's text.
        package: the names of the package that holds the module, from the top: what relative imports count from.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            for alias in node.names:
                yield ".".join([*base, *([node.module] if node.module else []), alias.name])


def inner_imports(path: Path) -> Iterator[str]:
    """What a file imports of our own package, as ``room.module.name``; the package itself is the empty string."""
    package = [PACKAGE.name, *path.relative_to(PACKAGE).parts[:-1]]
    for name in imports_of(path.read_text(encoding="utf-8"), package):
        top, _, rest = name.partition(".")
        if top == PACKAGE.name:
            yield rest


def allowed(name: str, room: str) -> bool:
    """Whether a file of ``room`` may import ``name``."""
    return any(f"{name}.".startswith(f"{known}.") for known in {room} | MAY_USE[room])


def files() -> list[Path]:
    """Every module but the front doors, the package's names and its command line, which may show anything."""
    doors = {PACKAGE / "__init__.py", PACKAGE / "__main__.py"}
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path not in doors]


def test_every_module_lives_in_a_known_room():
    rooms = {room_of(path) for path in files()}
    assert {"graph", "models", "memory", "planning", "agents", "worlds"} <= rooms
    assert rooms <= set(MAY_USE), "a new room gets a row in MAY_USE and on the map in CONTRIBUTING.md"


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_downwards(path):
    room = room_of(path)
    wrong = [name or "the package's front door" for name in inner_imports(path) if not allowed(name, room)]
    assert not wrong, f"{room} may use {sorted(MAY_USE[room])}, but imports {wrong}"


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_views_draw(path):
    if room_of(path) not in {"views", "studies", "lessons"}:
        package = [PACKAGE.name, *path.relative_to(PACKAGE).parts[:-1]]
        tops = {name.partition(".")[0] for name in imports_of(path.read_text(encoding="utf-8"), package)}
        assert not tops & DRAWING


def test_the_table_has_no_circles():
    """Repeatedly take away the rooms that use nothing left: a circle would stay."""
    left = {room: {name.partition(".")[0] for name in used} for room, used in MAY_USE.items()}
    while free := {room for room, used in left.items() if not used & set(left)}:
        left = {room: used for room, used in left.items() if room not in free}
    assert not left


@pytest.mark.parametrize(
    "source,expected",
    [
        ("import nesyfs_lab.graph", "nesyfs_lab.graph"),
        ("from nesyfs_lab import views", "nesyfs_lab.views"),
        ("from . import tsmc", "nesyfs_lab.planning.tsmc"),
        ("from .. import views", "nesyfs_lab.views"),
        ("from ..views import graph", "nesyfs_lab.views.graph"),
        ("from ..models.contract import Model", "nesyfs_lab.models.contract.Model"),
        ("def later():\n    from ..views import graph", "nesyfs_lab.views.graph"),
        ("if TYPE_CHECKING:\n    import networkx", "networkx"),
    ],
)
def test_imports_are_found_wherever_they_hide(source, expected):
    assert list(imports_of(source, ["nesyfs_lab", "planning"])) == [expected]


@pytest.mark.parametrize(
    "name,room,verdict",
    [
        ("models.contract.Request", "events", True),
        ("models.local", "events", False),
        ("models.contractual", "events", False),
        ("graph.Triplet", "worlds", True),
        ("events", "worlds", False),
        ("planning.tsmc", "planning", True),
        ("views.graph", "agents", False),
        ("", "agents", False),
    ],
)
def test_the_rule_tells_up_from_down(name, room, verdict):
    assert allowed(name, room) is verdict
