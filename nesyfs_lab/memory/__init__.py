"""What an agent carries between steps."""

from .contract import Change, Memory, Retrieval, Transition, View
from .knowledge import GraphMemory

__all__ = ["Change", "GraphMemory", "Memory", "Retrieval", "Transition", "View"]
