"""Slow thinking."""

from .contract import Origin, Planner
from .tsmc import TSMC

__all__ = ["TSMC", "Origin", "Planner"]
