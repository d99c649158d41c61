"""The memory and the processor time that this process and its children take."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

from ...reference.deadline import Deadline
from .processes import CHILDREN, Child

_START_SECONDS, _STEP_SECONDS = 2.0, 0.002
"""The longest wait for the first sleep of a program, and the time between two looks at its processor time."""

_WAIT_SECONDS = 0.05
"""Time without processor time, after which a program only waits: a computing one gets some, on a busy machine too."""


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


def wait_until_it_sleeps(child: Child) -> None:
    """Waits until a program sleeps and uses no processor time, as when it waits for its first line.

    Interpreters take tens of milliseconds to get there, which are no part of a puzzle's time. A program that sleeps
    earlier is only measured less exactly; one that never sleeps is not waited for much longer.
    """
    deadline, before = Deadline(_START_SECONDS), -1
    while child.alive and not deadline.expired:
        now = processor_ns(child.pid)
        if now == before and _is_asleep(child.pid):
            break
        before = now
        time.sleep(_STEP_SECONDS)


def _is_asleep(pid: int) -> bool:
    import psutil

    with suppress(psutil.Error):  # it has ended
        return psutil.Process(pid).status() == psutil.STATUS_SLEEPING
    return False


def only_waits(pid: int) -> bool:
    """Returns whether a process and all that it started take no processor time for a moment.

    To see that the process sleeps would not do: a shell sleeps while its command computes, and so does the first thread
    of a Java program. Takes 0.05 s.
    """
    import psutil

    def used() -> int:
        with suppress(psutil.Error):  # some process has just ended
            root = psutil.Process(pid)
            return sum(processor_ns(each.pid) for each in (root, *root.children(recursive=True)))
        return -1

    before = used()
    time.sleep(_WAIT_SECONDS)
    return used() == before and _is_asleep(pid)
