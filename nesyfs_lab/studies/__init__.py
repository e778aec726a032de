"""Many episodes: played, recorded and compared."""

from .ledger import outcomes
from .play import play

__all__ = ["outcomes", "play"]
