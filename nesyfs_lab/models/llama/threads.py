"""How many threads llama.cpp should use. Waiting threads spin: one too many is far worse than one too few."""

from __future__ import annotations

import os
import time
from pathlib import Path

_LOOK_SECONDS = 0.2


def default_threads() -> int:
    """Physical cores that this process may use, less those that are busy at this moment; at least 1."""
    return max(1, min(_physical_cores(), _quota()) - round(_busy_cores()))


def _physical_cores() -> int:
    """Cores, not hyper-threads, that this process may run on."""
    if not hasattr(os, "sched_getaffinity"):  # not Linux; Apple's cores have one thread each, most PCs' have two
        count = os.cpu_count() or 1
        return max(1, count // 2 if os.name == "nt" else count)
    logical = os.sched_getaffinity(0)
    cores = set()
    for number in logical:
        topology = Path(f"/sys/devices/system/cpu/cpu{number}/topology")
        try:
            cores.add(((topology / "physical_package_id").read_text(), (topology / "core_id").read_text()))
        except OSError:
            return len(logical)
    return len(cores)


def _quota() -> int:
    """Whole cores of a container's quota; very many where there is none."""
    try:
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        return max(1, int(quota) // int(period))
    except (OSError, ValueError):
        return 1 << 10


def _busy_cores() -> float:
    """How many of our logical cores others keep busy: looked at now, for a load average lags by a minute."""
    before = _ticks()
    if before is None:
        return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    time.sleep(_LOOK_SECONDS)
    after = _ticks() or before
    shares = ((after[cpu][0] - busy, after[cpu][1] - total) for cpu, (busy, total) in before.items() if cpu in after)
    return sum(busy / total for busy, total in shares if total > 0)


def _ticks() -> dict[str, tuple[int, int]] | None:
    """Busy and all ticks so far of each logical core that is ours; None where the system does not tell."""
    try:
        lines = Path("/proc/stat").read_text().splitlines()
        ours = {f"cpu{number}" for number in os.sched_getaffinity(0)}
    except (OSError, AttributeError):
        return None
    ticks = {}
    for name, *fields in (line.split() for line in lines if line.startswith("cpu")):
        if name in ours:
            user, nice, system, idle, waiting, *rest = map(int, fields[:8])
            busy = user + nice + system + sum(rest)
            ticks[name] = (busy, busy + idle + waiting)
    return ticks
