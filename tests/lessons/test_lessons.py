"""The room's names, each imported when it is first used."""

import subprocess
import sys


def test_a_name_is_the_same_when_it_is_used_again():
    """Seen: a function of its module's own name was that module from the second time on."""
    code = (
        "from nesyfs_lab import lessons\n"
        "for name in lessons.__all__:\n"
        "    assert getattr(lessons, name) is getattr(lessons, name), name\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
