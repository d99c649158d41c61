"""The messages between this process and its workers, and the phases of a worker.

A worker of a backend answers `Open` with `Opened` or `Failed`, and each puzzle of a `Solve`, in turn, with any number
of `Found` and then `Answered` or `Failed`; others answer with `Returned` or `Failed`. `Entered` may come at any
time. Messages are pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

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


@dataclass(frozen=True)
class Open:
    """To a worker: puzzles are on this layout from now on."""

    layout: Layout
    check: bool
    """Whether the worker checks solutions."""


@dataclass(frozen=True)
class Solve:
    """To a worker: puzzles by their candidates, each with the same limits."""

    puzzles: list[tuple[int, ...]]
    limit: int
    seconds: float | None


@dataclass(frozen=True)
class Opened:
    """The session is open, after so many seconds of imports, encoding and loading."""

    seconds: float
    encode_seconds: float
    """Those of encoding alone."""


@dataclass(frozen=True)
class Entered:
    """The worker is in another phase now."""

    phase: Phase


@dataclass(frozen=True)
class Found:
    """Solutions: the first ones are sent as soon as they are found, later ones some at a time."""

    grids: list[Grid]


@dataclass(frozen=True)
class Answered:
    """A puzzle is answered, by this backend; other solutions came before."""

    exhausted: bool
    statistics: dict[str, float]
    backend: str
    grids: Sequence[Grid] = ()
    """The solutions that were found last."""


@dataclass(frozen=True)
class Returned:
    """The value of a call."""

    value: Any


@dataclass(frozen=True)
class Failed:
    """An error in the place of `Opened`, `Answered` or `Returned`."""

    error: Exception


@dataclass(frozen=True)
class LostWorker:
    """Made by the supervisor: in this phase the worker was late, held too much memory, or ended; it is killed."""

    error: Exception
    phase: Phase
