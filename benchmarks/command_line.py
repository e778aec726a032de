"""What the benchmarks' command lines have in common: which model, on what machine, and where the results go."""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nesyfs_lab.models.catalogue import CATALOGUE
from nesyfs_lab.models.contract import ModelError
from nesyfs_lab.models.fetch import ProgressLine, fetch
from nesyfs_lab.models.llama import LlamaModel

from .servings import NAMES, Options

RESULTS = Path(__file__).parent / "results"


def parser(description: str | None, prog: str) -> argparse.ArgumentParser:
    """A parser with the options that all benchmarks have."""
    made = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{prog}",
        description=description,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    made.add_argument("--model", default="smollm2-135m", help="a name of the catalogue or the path of a .gguf file")
    made.add_argument("--threads", type=int, default=2, help="of llama.cpp; never more than there are free cores")
    made.add_argument("--n-ctx", type=int, help="tokens of a context; default: what the workload needs")
    made.add_argument("--repeats", type=int, default=3)
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--output", type=Path, default=RESULTS, help="folder of the results")
    return made


def add_servings(made: argparse.ArgumentParser, default: str) -> None:
    """Add the options that say who serves, and how."""
    made.add_argument("--servings", default=default, help=f"of {','.join(NAMES)}")
    made.add_argument("--answers", choices=("recorded", "own"), default="recorded", help="what servings write")
    made.add_argument("--llama-server", help="the program; default: $LLAMA_SERVER, or llama-server on PATH")
    made.add_argument("--slots", type=int, default=6, help="of llama-server")


def chosen_servings(text: str) -> list[str]:
    """The names in ``text``.

    Raises:
        ValueError: for a name that there is not.
    """
    names = text.split(",")
    if unknown := [name for name in names if name not in NAMES]:
        raise ValueError(f"there is no serving {', '.join(unknown)}; there are {', '.join(NAMES)}")
    return names


def server_program(named: str | None) -> Path | None:
    """Where llama-server is; None where it is nowhere.

    Raises:
        ValueError: it was named and is not there.
    """
    asked_for = named or os.environ.get("LLAMA_SERVER")
    found = shutil.which(asked_for or "llama-server")
    if asked_for and not found:
        raise ValueError(f"{asked_for} is no program; give the path of llama-server.")
    return Path(found) if found else None


def needed_context(triplets: int) -> int:
    """A context, in tokens, that prompts with so many triplets and their answers fit."""
    return max(6144, math.ceil((18 * triplets + 5000) / 1024) * 1024)


def file_of(name: str) -> Path:
    """The file of a model, which is fetched once.

    Raises:
        ModelError: there is none, or it cannot be fetched.
    """
    if name in CATALOGUE:
        return fetch(CATALOGUE[name], progress=ProgressLine())
    path = Path(name).expanduser()
    if not path.is_file():
        raise ModelError(f"There is no file {path}; give the path of a .gguf file, or of {', '.join(CATALOGUE)}.")
    return path


def load(name: str, threads: int, n_ctx: int, states: Path | None = None) -> LlamaModel:
    """The engine with a model; it finds no computed text on disk but in ``states``."""
    title = name if name in CATALOGUE else Path(name).stem
    return LlamaModel(file_of(name), name=title, threads=threads, n_ctx=n_ctx, states=states)


def options_of(args: argparse.Namespace, n_ctx: int, states: Path) -> Options:
    """How servings are set up."""
    return Options(
        file_of(args.model),
        args.threads,
        n_ctx,
        answers=args.answers,
        server=server_program(args.llama_server),
        slots=args.slots,
        states=states,
    )


def conditions(model: Mapping[str, Any]) -> dict[str, Any]:
    """The model, and the machine with what else it was doing."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "model": dict(model),
        "machine": {"processor": _processor(), "cores": os.cpu_count(), "system": platform.platform(terse=True)},
        "load when begun": load,
        "python": platform.python_version(),
    }


def told(found: Mapping[str, Any]) -> str:
    """``conditions`` in one line."""
    model, machine = found["model"], found["machine"]
    return (
        f"`{model['name']}` with {model['threads']} threads and contexts of {model['n_ctx']} tokens, llama-cpp-python "
        f"{model['llama_cpp']}, on {machine['cores']} cores of {machine['processor']}; load when begun: "
        f"{found['load when begun']}."
    )


def write(folder: Path, name: str, plain: Mapping[str, Any], markdown: str) -> None:
    """The results as JSON for programs and as a table for people, printed too."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(plain, indent=1), encoding="utf-8")
    (folder / f"{name}.md").write_text(markdown, encoding="utf-8")
    print(markdown)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "an unknown processor"
