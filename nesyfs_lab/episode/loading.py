"""Episodes from files."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from ..agents import Agent
from .episode import Episode
from .header import resumed
from .record import Recorder, RecordError, read
from .stage import Stage, World


def load_episode(path: str | PathLike[str], *, env: World | None = None, agent: Agent | None = None) -> Episode:
    """The episode that ``save`` wrote, as far as the file is whole.

    Alone it shows everything and calls nothing. With ``env`` and ``agent`` it is live again: the world replays the
    recorded actions when the next step begins, and steps go on being appended to the same file.

    Raises:
        RecordError: when the file is no episode's record, or is to be gone on with and was cut inside its header.
        OSError: when it cannot be read.
        TypeError: when ``env`` is no environment or ``agent`` no agent.
        ValueError: when only one of ``env`` and ``agent`` is given.
    """
    if (env is None) != (agent is None):
        raise ValueError("to go on with an episode give both env and agent, to look at it give neither")
    header, blocks, cut = read(Path(path))
    episode: Episode = object.__new__(Episode)
    if env is None or agent is None:
        header.setdefault("seed", 0)
        episode._start(header, blocks, None, None)
    else:
        if not header:
            raise RecordError(f"{path} was cut inside its header, so its seed is lost: begin a new Episode instead")
        episode._start(header, blocks, agent, Stage(env, header["seed"]))
        episode.header = resumed(header, env, agent, episode.steps)
        episode._recorder = Recorder(Path(path))  # nothing counted as written: a torn last line is written over
    episode.cut = cut
    return episode
