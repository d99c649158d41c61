"""Wall-clock and processor time of one call."""

from __future__ import annotations

from time import perf_counter_ns, process_time_ns

try:
    import resource
except ImportError:  # Windows: children's time is not known there
    resource = None  # type: ignore[assignment]

_KNOWN = resource is not None


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


def _children_ns() -> int:
    if not _KNOWN:
        return 0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round((used.ru_utime + used.ru_stime) * 1e9)
