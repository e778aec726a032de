"""Play a list of tasks, one record each.

A record is written step by step. Called again with the same folder, episodes that are over are left alone and the
others go on where they stopped, so a long list can be interrupted at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..episode import Episode, load_episode
from ..episode.header import setting
from ..models.contract import PromptTooLong


def play(
    worlds: Mapping[str, Any],
    agent: Any,
    folder: str | Path,
    *,
    max_steps: int = 30,
    seed: int = 0,
    told: Callable[[str], None] = lambda line: None,
) -> list[Episode]:
    """Play each world to its end or ``max_steps``, recorded in ``folder``; returns the episodes.

    Args:
        worlds: environments by the name of their record; each is closed when its episode is played.
        agent: plays in all of them.
        folder: one file a world, named for it and the seed; steps found there are not played again.
        max_steps: actions an episode, those found included.
        seed: of every episode.
        told: gets one line a step, one for a record that was begun with another agent, model or world, and one for an
            episode that stopped because its belief no longer fits the model's context.
    """
    episodes = []
    for name, world in worlds.items():
        path = Path(folder) / f"{name.replace('/', '_')}-seed{seed}.jsonl"
        if path.exists():
            episode = load_episode(path, env=world, agent=agent)
            if other := _others(episode.header, world, agent):
                told(f"{name}: begun with another {' and '.join(other)}; choose another folder to begin anew")
        else:
            episode = Episode(world, agent, seed=seed)
            episode.save(path)
        try:
            while not episode.done and episode.steps < max_steps:
                episode.step()
                told(f"{name}: {episode!r}")
        except PromptTooLong as error:  # this episode cannot go on, the others can
            told(f"{name}: stopped after step {episode.steps}. {error}")
        finally:
            world.close()
        episodes.append(episode)
    return episodes


def _others(header: Mapping[str, Any], world: Any, agent: Any) -> list[str]:
    """Which parts of a record's setting differ from the present one; how a machine runs a model is none of them."""
    made, now = ({**s, "model": _which(s.get("model", {}))} for s in (header, setting(world, agent)))
    return [part for part in ("agent", "model", "world") if made.get(part) != now[part]]


def _which(model: Mapping[str, Any]) -> tuple[Any, Any]:
    return model.get("name"), model.get("sha256")
