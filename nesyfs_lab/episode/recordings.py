"""The recorded episodes that come with the package, for lessons without a model."""

from __future__ import annotations

from ..shipped import shipped
from .episode import Episode
from .loading import load_episode

ENDING = ".jsonl"


def recordings() -> list[str]:
    """Names of the recordings, for ``recording(name)``."""
    return sorted(path.name.removesuffix(ENDING) for path in shipped("episodes").glob(f"*{ENDING}"))


def recording(name: str) -> Episode:
    """A recorded episode. Its header says which model made it, with which settings and prompts.

    Raises:
        ValueError: for a name that is not among ``recordings()``.
    """
    if name not in recordings():
        raise ValueError(f"there is no recording {name!r}; there are {', '.join(recordings())}")
    return load_episode(shipped("episodes") / f"{name}{ENDING}")
