"""Links between README, docs and notebooks lead somewhere, also in the JupyterLab that `make lab` opens."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
TEXTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("benchmarks/*.md"), *ROOT.glob("notebooks/*.ipynb")]


def told(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        return text
    return "\n".join("".join(c["source"]) for c in json.loads(text)["cells"] if c["cell_type"] == "markdown")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_links_lead_to_files(path):
    for target in LINK.findall(told(path)):
        if "://" not in target:
            assert (path.parent / target).resolve().exists(), f"{path.name} links to {target}"


def test_every_page_of_the_docs_is_linked_from_the_readme():
    linked = set(LINK.findall(told(ROOT / "README.md")))
    assert {f"docs/{page.name}" for page in ROOT.glob("docs/*.md")} <= linked
