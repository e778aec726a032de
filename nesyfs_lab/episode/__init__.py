"""Episodes: an agent in a world, as a record of events."""

from .costs import Costs, costs, prices_in
from .episode import Episode
from .header import fork_in_words, language_in
from .loading import load_episode
from .origins import Origin
from .plans import Plan, plan_in, plan_of
from .record import RecordError
from .recordings import recording, recordings
from .replanning import replan, replanning
from .replaying import recorded_model
from .rereading import reread
from .stage import WorldChanged
from .truth import Comparison, Truth, beside_truth

__all__ = [
    "Comparison",
    "Costs",
    "Episode",
    "Origin",
    "Plan",
    "RecordError",
    "Truth",
    "WorldChanged",
    "beside_truth",
    "costs",
    "fork_in_words",
    "language_in",
    "load_episode",
    "plan_in",
    "plan_of",
    "prices_in",
    "recorded_model",
    "recording",
    "recordings",
    "replan",
    "replanning",
    "reread",
]
