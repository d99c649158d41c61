"""Wall-clock and processor time of one call, and how fast the machine is."""

from __future__ import annotations

from time import perf_counter_ns, process_time_ns

try:
    import resource
except ImportError:  # Windows: children's time is not known there
    resource = None  # type: ignore[assignment]

_KNOWN = resource is not None

_STEPS = 4000
_REPEATED = 3


class Stopwatch:
    """Runs from when it is made; nanoseconds."""

    def __init__(self) -> None:
        self._children = _children_ns()
        self._cpu = process_time_ns()
        self._wall = perf_counter_ns()

    def stop(self) -> tuple[int, int]:
        """Wall-clock time, and processor time of this process and of children that ended meanwhile."""
        wall = perf_counter_ns() - self._wall
        cpu = process_time_ns() - self._cpu
        return wall, cpu + _children_ns() - self._children


def pace() -> int:
    """What a fixed piece of work takes just now, in nanoseconds: how fast the machine is at this moment.

    The best of a few times. Machines that others use too, or that get warm, differ from one minute to the next by more
    than most changes of a solver are worth.
    """
    return min(_fixed_work() for _ in range(_REPEATED))


def _fixed_work() -> int:
    started = perf_counter_ns()
    total = 0
    for number in range(_STEPS):
        total += number & 7
    return perf_counter_ns() - started


def _children_ns() -> int:
    if not _KNOWN:
        return 0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round((used.ru_utime + used.ru_stime) * 1e9)
