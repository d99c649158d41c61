"""The messages between this process and all its workers, and the phases of a worker.

Each message to a worker is work, which ends with a `Done`; before it the worker sends what it likes. Each kind of
worker has messages of its own too. Messages are pickled.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

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
