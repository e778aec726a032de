"""Models made from records, to play an episode again without the model that made it."""

from __future__ import annotations

from os import PathLike
from typing import Any

from ..events import Generated
from ..models.recorded import RecordedModel
from .episode import Episode
from .header import Header
from .loading import load_episode


def recorded_model(record: Episode | str | PathLike[str]) -> RecordedModel:
    """A model that gives the answers of a record again and asks nothing new.

    In the same world, with the same seed, agent settings and prompts, it makes the same events (but for the seconds).
    An edit or another action leads away from the record; the first request that the record does not know is then an
    error that says where it differs.

    Args:
        record: an episode, as far as it has come, or the path of a saved one.

    Raises:
        RecordError, OSError: as for ``load_episode``.
    """
    episode = record if isinstance(record, Episode) else load_episode(record)
    answered = [event for event in episode.events if isinstance(event, Generated)]
    return RecordedModel(answered, _makers(episode.header))


def _makers(header: Header) -> dict[str, Any]:
    """What a header says of the model; of all of them, where others went on with the episode."""
    first = header.get("model", {})
    models = [first, *(part["model"] for part in header.get("resumed", []) if "model" in part)]
    names = dict.fromkeys(str(model["name"]) for model in models if "name" in model)
    return first if len(names) < 2 else {"name": " and ".join(names), "models": models}
