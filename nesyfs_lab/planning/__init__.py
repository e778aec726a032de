"""Slow thinking."""

from .contract import Mind, Origin, Planner
from .tsmc import TSMC

__all__ = ["TSMC", "Mind", "Origin", "Planner"]
