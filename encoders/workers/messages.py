"""The messages between this process and its workers, and the phases of a worker.

A worker of a backend answers `Open` with `Opened` or `Failed`, and each puzzle of a `Solve`, in turn, with any number
of `Found` and then `Answered` or `Failed`. `Entered` may come at any time. Other workers have messages of their own.
Messages are pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    """Imports, encoding and loading."""
    PREPARING = "preparing"
    """Work before a search that is not part of the puzzle's time."""
    WARM_UP = "warm-up"
    SOLVING = "solving"
    SOLVING_AGAIN = "solving again"
    """Solving puzzles whose results are known, to bring the session of a race into the state that it had."""
    JUDGING = "judging"
    """Checking many solutions."""
    CLOSING = "closing"
    """Closing a session of a race, all of whose results were sent."""


class Open(NamedTuple):
    """To a worker: puzzles are on this layout from now on."""

    layout: Layout
    check: bool
    """Whether the worker checks solutions."""


class Solve(NamedTuple):
    """To a worker: puzzles by their candidates, each with the same limits."""

    puzzles: list[tuple[int, ...]]
    limit: int
    seconds: float | None


class Opened(NamedTuple):
    """The session is open."""

    setup_seconds: dict[str, float]
    """As statistics of the first result: `load_seconds` includes those of imports."""
    stops: bool
    """Whether its solver stops at a time limit by itself."""


class Entered(NamedTuple):
    """The worker is in another phase now."""

    phase: Phase


class Found(NamedTuple):
    """Solutions: the first ones are sent as soon as they are found, later ones some at a time."""

    grids: list[Grid]


class Answered(NamedTuple):
    """A puzzle is answered, by this backend; other solutions came before."""

    exhausted: bool
    statistics: dict[str, float]
    backend: str
    grids: Sequence[Grid] = ()
    """The solutions that were found last."""


class Failed(NamedTuple):
    """An error in the place of the message that ends the work."""

    error: Exception


class LostWorker(NamedTuple):
    """Made by the supervisor: in this phase the worker was late, held too much memory, or ended; it is killed."""

    error: Exception
    phase: Phase
