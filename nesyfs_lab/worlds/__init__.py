"""Worlds: Gymnasium environments over text that can also tell their true state.

>>> env = make_env("household", task=0)
>>> observation, info = env.reset()
>>> observation, reward, terminated, truncated, info = env.step(info["admissible_commands"][0])
"""

from .check import check_world
from .registry import make_env, register_world, tasks

__all__ = ["check_world", "make_env", "register_world", "tasks"]
