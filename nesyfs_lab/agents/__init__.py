"""Agents: who decides, and how a belief is kept."""

from .contract import Agent, Decision, Situation
from .nesyfs import NeSyFS

__all__ = ["Agent", "Decision", "NeSyFS", "Situation"]
