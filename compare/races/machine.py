"""The machine of a race: its facts, its clocks, and its pace, to judge the times that are measured on it."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import perf_counter_ns, process_time_ns

import psutil

from ...encoders.workers.usage import running_ns

_STEPS, _REPEATED = 4000, 3
"""Of the fixed piece of work."""


class Stopwatch:
    """Measures nanoseconds from when it is made."""

    def __init__(self) -> None:
        self._children = _children_ns()
        self._cpu = process_time_ns()
        self._wall = perf_counter_ns()

    def stop(self) -> tuple[int, int]:
        """Returns wall-clock time, and processor time of this process and children; of running ones only on Linux."""
        wall = perf_counter_ns() - self._wall
        cpu = process_time_ns() - self._cpu
        return wall, cpu + _children_ns() - self._children


def pace() -> int:
    """Returns the nanoseconds that a fixed piece of work takes now: the best of a few times.

    Machines that other programs use too, or that get warm, differ from one minute to the next by more than most changes
    of a solver are worth.
    """
    times = []
    for _ in range(_REPEATED):
        started = perf_counter_ns()
        total = 0
        for number in range(_STEPS):
            total += number & 7
        times.append(perf_counter_ns() - started)
    return min(times)


@cache
def machine() -> dict[str, str]:
    """Returns processor, cores, memory, system and Python of this machine, in words; nothing that names its owner."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count() or "unknown"),
        "memory": f"{psutil.virtual_memory().total / 2**30:.0f} GiB",
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


@cache
def commit() -> str | None:
    """Returns the commit of the checkout that this package runs from, with a `+` for changed files; None elsewhere."""
    git = ["git", "-C", str(Path(__file__).resolve().parent)]
    head = _output(*git, "rev-parse", "HEAD")
    inside = _output(*git, "ls-files", "--error-unmatch", Path(__file__).name)
    if head is None or inside is None:
        return None
    return head + ("+" if _output(*git, "status", "--porcelain", "--untracked-files=no") else "")


def _output(*command: str) -> str | None:
    """Returns what a command prints; None where it fails."""
    with suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout.strip()  # noqa: S603 - our own
    return None


def _processor() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name.strip() in ("model name", "Model", "Hardware"):
                return value.strip()
    named = _output("/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string") if sys.platform == "darwin" else None
    return named or platform.processor() or platform.machine()


def _children_ns() -> int:
    running = running_ns()  # first: it notices which have ended
    with suppress(ImportError):  # Windows: the processor time of children is not known there
        import resource

        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        running += round((used.ru_utime + used.ru_stime) * 1e9)
    return running
