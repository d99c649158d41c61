"""The messages between this process and its workers, and the phases of a worker.

Each message to a worker is work, which ends with a `Done`; before it the worker sends what it likes. A worker of a
backend gets `Solve`. It answers each puzzle, in turn, with any number of `Found`, and then with `Failed` or with the
`Ended` of its search, which has the solutions that were not sent before. It sends `Opened` when it opened a session.
Other workers have messages of their own. Messages are pickled.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple

from ...reference.grid import Grid
from ...reference.layout import Layout

Send = Callable[[object], None]
"""Sends a message to the parent."""

Make = Callable[[Send], Callable[[Any], object]]
"""Returns, in the worker, what is called with each message of the parent."""


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


class Solve(NamedTuple):
    """To a worker: puzzles by their candidates, each with the same limits; without puzzles it only opens a session."""

    layout: Layout | None
    """The layout that they are on; None for that of the message before."""
    puzzles: list[tuple[int, ...]]
    limit: int
    seconds: float | None


class Opened(NamedTuple):
    """A session was opened."""

    setup_seconds: dict[str, float]
    """As statistics of the first result: `load_seconds` includes those of imports."""
    stops: bool
    """Whether its solver stops at a time limit by itself."""


class Entered(NamedTuple):
    """The worker is in another phase now."""

    phase: Phase


class Found(NamedTuple):
    """Solutions of the puzzle that the worker is at."""

    grids: list[Grid]


class Failed(NamedTuple):
    """An error in the place of an answer."""

    error: Exception


class Done(NamedTuple):
    """The end of the work; what read it passes on the value alone: the last answer, or a `Failed`."""

    value: Any


class LostWorker(NamedTuple):
    """Made by the supervisor: in this phase the worker was late, held too much memory, or ended; it is killed."""

    error: Exception
    phase: Phase
