"""What is shipped: dependencies, files, notebooks, and what importing the package costs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

import nesyfs_lab as nl

ROOT = Path(__file__).parents[1]

HEAVY = ["IPython", "ipywidgets", "jsonschema", "llama_cpp", "matplotlib", "openai", "pandas", "pyvis", "textworld"]
LINES = 300
TOOLS_OF_CONDA = {"python", "pip", "cmake", "cxx-compiler", "make"}
"""What environment.yml lists besides the package's dependencies: Python, and what compiles ALFWorld's planner."""

# Each pattern is written so that it does not match its own text here.
LEAKS = {
    "a machine's path": re.compile(r"(?<![\w.])/(?:work|farm|root|tmp|home|Users)/"),
    "a package registry's host": re.compile(
        r"py[p]i\.org|pythonhoste[d]|registry\.npmj[s]|deb\.debia[n]|anaconda\.or[g]"
    ),
}


@cache
def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@cache
def tracked() -> tuple[Path, ...]:
    """The files that git knows of."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return tuple(path for name in listing.split("\0") if name and (path := ROOT / name).is_file())


def text_of(path: Path) -> str | None:
    """A file's text; None when it is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def wanted(requirements: list[str]) -> dict[str, str]:
    """Name -> version bounds, in one spelling whatever the order."""
    parsed = [Requirement(line) for line in requirements]
    return {r.name.lower().replace("_", "-"): str(r.specifier) for r in parsed}


def test_conda_and_pip_ask_for_the_same():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    conda = [entry for entry in environment["dependencies"] if isinstance(entry, str)]
    (pip,) = [entry["pip"] for entry in environment["dependencies"] if isinstance(entry, dict)]
    assert pip[-1] == "-e .", "the environment must install the package itself"
    both = wanted(conda) | wanted(pip[:-1])
    assert both["python"] == pyproject()["project"]["requires-python"]
    dependencies = {name: bounds for name, bounds in both.items() if name not in TOOLS_OF_CONDA}
    assert dependencies == wanted(pyproject()["project"]["dependencies"])


def test_the_lists_of_dependencies_are_sorted():
    project = pyproject()["project"]
    for listing in (project["dependencies"], *project["optional-dependencies"].values()):
        names = [Requirement(line).name for line in listing]
        assert names == sorted(names)


def test_no_tracked_file_names_a_machine_or_a_registry():
    assert len(tracked()) > 10
    leaks = [
        f"{path.relative_to(ROOT)}:{number} names {what}"
        for path in tracked()
        for number, line in enumerate((text_of(path) or "").splitlines(), start=1)
        for what, pattern in LEAKS.items()
        if pattern.search(line)
    ]
    assert not leaks


@pytest.mark.parametrize("path", ["/wor" + "k/main", 'open("/tm' + 'p/x")', "https://py" + "pi.org/simple"])
def test_leaks_are_recognised(path):
    assert any(pattern.search(path) for pattern in LEAKS.values())


@pytest.mark.parametrize("path", ["nesyfs_lab/home/x", "./work/x", "https://example.org/work", "artwork/"])
def test_ordinary_paths_are_no_leaks(path):
    assert not any(pattern.search(path) for pattern in LEAKS.values())


def test_notebooks_carry_no_outputs():
    notebooks = [path for path in tracked() if path.suffix == ".ipynb"]
    assert notebooks
    for path in notebooks:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs"), f"{path.name}: run `make format` before you commit"
            assert cell.get("execution_count") is None


def test_files_stay_small():
    """A longer file says why in itself, in a line that starts with `# Over 300 lines:`."""
    modules = sorted((ROOT / "nesyfs_lab").rglob("*.py"))
    assert modules
    for path in modules:
        text = path.read_text(encoding="utf-8")
        lines = len(text.splitlines())
        assert lines <= LINES or f"\n# Over {LINES} lines: " in text, f"{path.relative_to(ROOT)} has {lines} lines"


def test_importing_the_package_imports_nothing_heavy():
    code = f"import nesyfs_lab, sys; print(sorted(set({HEAVY}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_can_be_had():
    assert {"Episode", "Workbench", "make_env", "load_model"} <= set(nl.__all__)
    for name in nl.__all__:
        assert getattr(nl, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Wrokbench'"):
        _ = nl.Wrokbench


def test_the_news_pop_up_is_off_in_this_environment():
    """The switch lies where this environment's JupyterLab looks for it, after an editable install too."""
    shared = pyproject()["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    ((source, target),) = shared.items()
    settings = json.loads((ROOT / source).read_text(encoding="utf-8"))
    assert settings["@jupyterlab/apputils-extension:notification"] == {"fetchNews": "false", "checkForUpdates": False}
    assert json.loads((Path(sys.prefix) / target).read_text(encoding="utf-8")) == settings
