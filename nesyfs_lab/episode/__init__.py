"""Episodes: an agent in a world, as a record of events."""

from .episode import Episode, load_episode
from .record import RecordError

__all__ = ["Episode", "RecordError", "load_episode"]
