"""What an agent carries between steps."""

from .code import CodeMemory
from .contract import Change, Memory, Retrieval, Transition, View
from .knowledge import GraphMemory

__all__ = ["Change", "CodeMemory", "GraphMemory", "Memory", "Retrieval", "Transition", "View"]
