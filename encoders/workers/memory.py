"""How much memory a process and its children hold, and a bound on what one may have."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from ...reference.errors import BackendCrashed, BackendError, BackendOutOfMemory
from .process_tree import tree

_WORDS = ("bad_alloc", "MemoryError", "out of memory", "Out of memory", "OutOfMemory", "Cannot allocate memory")
"""What programs print when they are refused memory."""

_SPARE = 1 << 30
"""Bytes: libraries map more than they ever touch, and each thread has its stack."""


def resident_bytes(pid: int) -> int:
    """Bytes in memory of a process and all that it started, shared ones counted for each; 0 where nobody tells.

    Reads `/proc`, so it tells on Linux only.
    """
    return sum(_resident(each) for each in tree(pid))


def peak_bytes() -> int:
    """The most that this process, or one that it started and that has ended, ever held; 0 where the system is silent.

    On Linux the peak of the process itself is read from `/proc`: what `getrusage` tells begins with that of its parent.
    """
    try:
        import resource
    except ImportError:  # Windows
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    ended = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    with suppress(OSError, ValueError, StopIteration), open("/proc/self/status", "rb") as file:
        return max(ended, 1024 * next(int(line.split()[1]) for line in file if line.startswith(b"VmHWM")))
    return max(ended, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


def forget_peak() -> None:
    """Has `peak_bytes` count from what this process holds now, where the system offers that (Linux)."""
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def memory_bytes() -> int:
    """Bytes of memory that this machine has; 0 where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0


def bound_data(most: int) -> None:
    """Has the system refuse this process, and its children, data of more than twice as many bytes and some to spare.

    That is for memory that is asked for faster than anybody looks, or is never touched. Where the system has no such
    bound there is none.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    bound = 2 * most + _SPARE
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        bound = min(bound, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (bound, hard))


def is_lack_of_memory(text: str) -> bool:
    """Whether what a program printed before its end says that it was refused memory."""
    return any(word in text for word in _WORDS)


def gone(told: str, printed: bytes) -> BackendError:
    """What to raise for a program that failed: it crashed, unless it said that there was no memory."""
    lacked = is_lack_of_memory(printed.decode(errors="replace"))
    return BackendOutOfMemory(told) if lacked else BackendCrashed(told)


def _resident(pid: int) -> int:
    with suppress(OSError, IndexError), open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
