"""The limits and tolerances of worker processes, and the messages between this process and its workers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

# The messages between this process and all its workers, and the phases of a worker.
#
# Each message to a worker is work, which ends with a `Done`; before it the worker sends what it likes. Each kind of
# worker has messages of its own too. Messages are pickled.

Send = Callable[[object], None]
"""Sends a message to the parent."""

Make = Callable[[Send], Callable[[Any], object]]
"""Returns, in the worker, what is called with each message of the parent; that returns a `Done`, or its value."""


class Phase(Enum):
    """What a worker is doing; `Limits.seconds_in` has the time limit of each."""

    IDLE = "idle"
    OPENING = "opening"
    """Imports, encoding, loading, and other work before a search that is not part of the puzzle's time."""
    WARM_UP = "warm-up"
    SOLVING = "solving"
    SOLVING_AGAIN = "solving again"
    """Solving puzzles whose results are known, to bring the session of a race into the state that it had."""
    JUDGING = "judging"
    """Checking many solutions."""
    CLOSING = "closing"
    """Closing a session of a race, all of whose results were sent."""


class Entered(NamedTuple):
    """The worker is in another phase now."""

    phase: Phase


class Failed(NamedTuple):
    """An error in the place of an answer."""

    error: Exception


class Done(NamedTuple):
    """The end of the work; what read it passes on the value alone: the last answer, or a `Failed`."""

    value: Any
    last: bool = False
    """Whether the process takes no more work: the next work starts another."""


class LostWorker(NamedTuple):
    """Made by the supervisor: in this phase the worker was late, held too much memory, or ended; it is killed."""

    error: Exception
    phase: Phase


SESSION_GRACE_SECONDS = 0.1
"""How far past its time limit the worker of a session or of `solve_many` may run. Short: a caller waits for it."""

CHECK_GRACE_SECONDS = 1.0
"""The same in the cross-check and in races. Longer: a late worker is a finding there, and other work on the machine
must not cause one."""

LATE_SECONDS = 0.1
"""How far past its time limit an answer in a race still counts: solvers read the clock only now and then."""

WARM_UP_SECONDS = 1.0
"""Time limit of the question that warms a solver up before a batch of a race. Its answer does not count."""

SETUP_SECONDS = 300.0
"""Default limit for opening a session: formulas of millions of clauses take most of a minute."""

MEMORY = 4 << 30
"""Default limit in bytes for a worker and all that it started."""

LEAST_MEMORY_MIB = 16
"""The least limit that the commands take."""

CHECK_SECONDS = 0.05
"""Least seconds between two checks of the memory of a worker."""

CHECK_SHARE = 0.02
"""Largest share of the time for the checks of a worker, which read every process of the system: with many they become
rarer."""

STALL_SECONDS = 5
"""Seconds that a worker may pause in the middle of a message, as when it was stopped by a signal: its parent waits."""

END_SECONDS = 1.0
"""Seconds that a process may take to end after it closed its pipe, and a thread to notice that its process ended."""


class Limits(NamedTuple):
    """The limits of one worker; None for no limit."""

    seconds: float | None = None
    """Wall-clock time for each puzzle."""
    setup_seconds: float | None = None
    """Wall-clock time for opening a session, and for each piece of other work that is not part of a puzzle's time."""
    grace_seconds: float = SESSION_GRACE_SECONDS
    """How far past the time of a puzzle the worker may run before it is killed."""
    memory: int | None = None
    """Bytes that the worker and all that it started may hold."""

    def seconds_in(self, phase: Phase) -> float | None:
        """Returns the seconds after which a worker in this phase is late."""
        if phase in (Phase.OPENING, Phase.SOLVING_AGAIN, Phase.JUDGING, Phase.CLOSING):
            return self.setup_seconds
        seconds = self.seconds
        if phase is Phase.WARM_UP:
            seconds = WARM_UP_SECONDS if seconds is None else min(seconds, WARM_UP_SECONDS)
        return None if seconds is None or phase is Phase.IDLE else seconds + self.grace_seconds


_MISSING = [
    "If this program is killed (not by Ctrl-C), a solver in a worker process runs on until its search ends.",
    f"Memory is checked every {CHECK_SECONDS:g} s and not refused: a solver can exceed its limit in between.",
]


def missing_here() -> list[str]:
    """Returns a sentence for each limit that this platform cannot keep.

    None on Linux, which can kill a process when its parent ends, and refuse memory to it.
    """
    return [] if sys.platform == "linux" else _MISSING
