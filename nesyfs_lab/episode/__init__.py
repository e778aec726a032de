"""Episodes: an agent in a world, as a record of events."""

from .episode import Episode, load_episode
from .record import RecordError
from .stage import WorldChanged

__all__ = ["Episode", "RecordError", "WorldChanged", "load_episode"]
