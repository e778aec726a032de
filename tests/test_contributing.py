"""The recipes in CONTRIBUTING.md are programs that run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

GUIDE = Path(__file__).parents[1] / "CONTRIBUTING.md"
RECIPE = re.compile(r"^```python\n# (\w+\.py)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_recipes_run_together(tmp_path):
    recipes = dict(RECIPE.findall(GUIDE.read_text(encoding="utf-8")))
    assert set(recipes) == {"lamp.py", "lamp_language.py", "last.py", "hasty.py", "glance.py", "together.py"}
    for name, text in recipes.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", "together.py"], cwd=tmp_path, capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "both agents switched the lamp"


def test_the_map_names_every_room():
    text = GUIDE.read_text(encoding="utf-8")
    package = GUIDE.parent / "nesyfs_lab"
    rooms = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    rooms -= {"__init__", "__main__"}  # the front doors, told of below the map
    assert len(rooms) > 5
    for room in rooms:
        assert re.search(rf"^\| `{room}/?` \|", text, re.MULTILINE), f"the map in CONTRIBUTING.md lacks {room}"
