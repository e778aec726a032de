"""Episodes: an agent in a world, as a record of events."""

from .episode import Episode
from .loading import load_episode
from .origins import Origin
from .record import RecordError
from .recordings import recording, recordings
from .replaying import recorded_model
from .stage import WorldChanged
from .truth import Comparison, beside_truth

__all__ = [
    "Comparison",
    "Episode",
    "Origin",
    "RecordError",
    "WorldChanged",
    "beside_truth",
    "load_episode",
    "recorded_model",
    "recording",
    "recordings",
]
