"""Many episodes: played, recorded and compared."""

from .fidelity_table import fidelity
from .ledger import outcomes
from .play import play

__all__ = ["fidelity", "outcomes", "play"]
