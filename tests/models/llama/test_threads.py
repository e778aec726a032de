"""The number of threads: what is free, at least one, never more than there are."""

import os

import pytest

from nesyfs_lab.models.llama import threads


def test_between_one_and_all():
    assert 1 <= threads.default_threads() <= (os.cpu_count() or 1)


@pytest.mark.parametrize(
    "cores,quota,busy,wanted", [(8, 1024, 0.2, 8), (8, 1024, 3.4, 5), (8, 2, 0.0, 2), (2, 1024, 2.0, 1), (1, 1, 9.0, 1)]
)
def test_busy_cores_are_left_alone(monkeypatch, cores, quota, busy, wanted):
    monkeypatch.setattr(threads, "_physical_cores", lambda: cores)
    monkeypatch.setattr(threads, "_quota", lambda: quota)
    monkeypatch.setattr(threads, "_busy_cores", lambda: busy)
    assert threads.default_threads() == wanted


def test_a_busy_core_is_seen(monkeypatch):
    looks = iter([{"cpu0": (100, 1000), "cpu1": (50, 1000)}, {"cpu0": (120, 1020), "cpu1": (50, 1020)}])
    monkeypatch.setattr(threads, "_ticks", lambda: next(looks))
    assert threads._busy_cores() == pytest.approx(1.0)


def test_without_ticks_the_load_average_serves(monkeypatch):
    monkeypatch.setattr(threads, "_ticks", lambda: None)
    monkeypatch.setattr(os, "getloadavg", lambda: (1.5, 0, 0), raising=False)
    assert threads._busy_cores() == 1.5
