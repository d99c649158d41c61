"""The machine of a race: its facts and its clocks, to judge the times that are measured on it."""

from __future__ import annotations

import os
import platform
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import perf_counter_ns, process_time_ns

from ...encoders.workers.processes import running_ns


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


@cache
def machine() -> dict[str, str]:
    """Returns processor, governor, cores, memory, system and Python of this machine, in words.

    Nothing in it names the owner. The governor sets the clock rate by the load: it is unknown outside of Linux.
    """
    return {
        "processor": _processor(),
        "governor": _governor(),
        "cores": str(os.cpu_count() or "unknown"),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def load() -> float | str:
    """Returns how many processes of this machine were running or waiting to run, as a mean over the last minute."""
    with suppress(AttributeError, OSError):  # AttributeError: Windows
        return round(os.getloadavg()[0], 2)
    return "unknown"


def _governor() -> str:
    with suppress(OSError):
        return Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").read_text(encoding="utf-8").strip()
    return "unknown"


def _memory() -> str:
    with suppress(ImportError):  # Pyodide
        import psutil

        return f"{psutil.virtual_memory().total / 2**30:.0f} GiB"
    return "unknown"


def _processor() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name.strip() in ("model name", "Model", "Hardware"):
                return value.strip()
    with suppress(OSError, subprocess.SubprocessError):
        sysctl = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]  # macOS
        return subprocess.run(sysctl, capture_output=True, text=True, timeout=10, check=True).stdout.strip()  # noqa: S603 - our own
    return platform.processor() or platform.machine()


def _children_ns() -> int:
    running = running_ns()  # first: it notices which have ended
    with suppress(ImportError):  # Windows: the processor time of children is not known there
        import resource

        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        running += round((used.ru_utime + used.ru_stime) * 1e9)
    return running
