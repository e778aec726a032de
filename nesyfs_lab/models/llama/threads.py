"""How many threads llama.cpp should use. Waiting threads spin: one too many is far worse than one too few."""

from __future__ import annotations

import os
from pathlib import Path


def default_threads() -> int:
    """Physical cores that this process may use, less those that others keep busy now; at least 1."""
    cores = min(_physical_cores(), _quota())
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, cores - max(0, round(busy)))


def _physical_cores() -> int:
    """Cores without hyper-threads that this process may run on."""
    if not hasattr(os, "sched_getaffinity"):  # not Linux; Apple's cores have one thread each
        count = os.cpu_count() or 1
        return max(1, count // 2 if os.name == "nt" else count)
    logical = os.sched_getaffinity(0)
    cores = set()
    for number in logical:
        topology = Path(f"/sys/devices/system/cpu/cpu{number}/topology")
        try:
            cores.add(((topology / "physical_package_id").read_text(), (topology / "core_id").read_text()))
        except OSError:
            return max(1, len(logical))
    return max(1, len(cores))


def _quota() -> int:
    """Whole cores of a container's quota; very many where there is none."""
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError):
        return 1 << 10
