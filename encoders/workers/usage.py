"""The memory and the processor time that this process and its children take."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

from .processes import CHILDREN, tree_of


def peak_bytes() -> int:
    """Returns the most memory that this process, or one that it started, ever held; of running ones only on Linux.

    On Linux the peak of this process comes from `/proc`: that of `getrusage` begins with the parent's.
    """
    if sys.platform == "win32":
        import psutil

        return int(psutil.Process().memory_info().peak_wset)
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    ended = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit
    own = _high_water("self") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return max(ended, own, *(_high_water(str(child.pid)) for child in list(CHILDREN) if child.alive))


def running_ns() -> int:
    """Returns the nanoseconds of processor time of children that still run; on Linux, elsewhere 0."""
    return sum(processor_ns(child.pid) for child in list(CHILDREN) if child.alive)


def processor_ns(pid: int) -> int:
    """Returns the nanoseconds of processor time of all threads of a process; on Linux, elsewhere 0."""
    if sys.platform == "linux":
        with suppress(OSError):
            return time.clock_gettime_ns(~pid << 3 | 2)  # as clock_getcpuclockid(3) makes it
    return 0


def _high_water(process: str) -> int:
    """Returns the most bytes that a process ever held, by `/proc`; 0 where that is not known."""
    with suppress(OSError, ValueError, StopIteration), open(f"/proc/{process}/status", "rb") as file:
        return 1024 * next(int(line.split()[1]) for line in file if line.startswith(b"VmHWM"))
    return 0


def reset_peak() -> None:
    """Makes `peak_bytes` begin from what this process holds now, where the system offers that (Linux)."""
    with suppress(OSError), open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def only_waits(pid: int, seconds: float) -> bool:
    """Returns whether a process sleeps, and all that it started take no processor time for so many seconds.

    To see that it sleeps would not do: a shell sleeps while its command computes, and so does the first thread of a
    Java program.
    """
    import psutil

    tree = tree_of(pid)
    before = sum(processor_ns(each.pid) for each in tree)
    time.sleep(seconds)
    with suppress(psutil.Error, IndexError):  # it has just ended
        return sum(processor_ns(each.pid) for each in tree) == before and tree[0].status() == psutil.STATUS_SLEEPING
    return False
