"""Compile ``ScienceTeller.java``, which needs a Java development kit (``javac``).

python -m nesyfs_lab.worlds.science.jvm.make_class
"""

import subprocess
from pathlib import Path

from ..java import scienceworld_jar

RELEASE = 11


def compile_into(folder: Path) -> Path:
    """The class's file, made in ``folder``."""
    source = Path(__file__).with_name("ScienceTeller.java")
    command = ["javac", "--release", str(RELEASE), "-g:none", "-classpath", str(scienceworld_jar()), "-d", str(folder)]
    subprocess.run([*command, str(source)], check=True)
    return folder / "ScienceTeller.class"


if __name__ == "__main__":
    compile_into(Path(__file__).parent)
