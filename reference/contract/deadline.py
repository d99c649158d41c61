"""The limits of a search: wall-clock time, which it checks (`expired`) or hands to its solver, and counted work."""

from __future__ import annotations

import math
from time import perf_counter

LONGEST = 1e9
"""Seconds: a longer time limit is none, as clocks and solvers could overflow."""


class Deadline:
    """The moment `seconds` of wall-clock time from now; None, or more than `LONGEST`: never.

    `work` limits the steps of a search that counts them: the work that is left, of which a unit takes about a
    millisecond. A search that has done it ends, with 0 or less left. Unlike time it does not depend on the machine.
    Raises ValueError for a negative time, NaN and a bool.
    """

    def __init__(self, seconds: float | None, work: float = math.inf) -> None:
        try:
            fits = seconds is None or (seconds >= 0 and not isinstance(seconds, bool))  # False for NaN
        except TypeError:
            fits = False
        if not fits:
            raise ValueError(f"a time limit is a number of seconds from 0 up, not {seconds!r}")
        if seconds is not None and seconds > LONGEST:
            seconds = None
        self.seconds = seconds
        """The limit as given; None for no limit."""
        self._end = math.inf if seconds is None else perf_counter() + seconds
        self.work = work

    def sooner(self, seconds: float) -> Deadline:
        """Returns this deadline, or that of so many seconds from now if it comes first."""
        earlier = Deadline(seconds)
        return earlier if earlier._end < self._end else self

    def part(self, work: float) -> Deadline:
        """Returns a deadline at the same moment, or after so much work."""
        part = Deadline(None, work)
        part.seconds, part._end = self.seconds, self._end
        return part

    @property
    def expired(self) -> bool:
        """Whether the time is over."""
        return perf_counter() >= self._end

    def check(self) -> None:
        """Raises TimeoutError after the deadline."""
        if self.expired:
            raise TimeoutError("the time was over")

    @property
    def left(self) -> float | None:
        """Seconds left, as other functions take a time limit: None without one."""
        return None if self.seconds is None else self.remaining

    @property
    def remaining(self) -> float:
        """Seconds left: 0 after the deadline, infinity without a limit."""
        return max(0.0, self._end - perf_counter())


NEVER = Deadline(None)
"""No limit of time or work."""
