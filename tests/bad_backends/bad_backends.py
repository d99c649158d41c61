"""Backends that fail, each in its own way, on puzzles with something given in the last row; on others they are honest.

Named by entry points: with this folder on the path, `unitdoku check --backends reference,bad:sleeps` finds them.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

from found import Found, Named
from liars import Change, LiarSession, honest, liar

from unitdoku import Layout, Puzzle
from unitdoku.backend import Backend, Deadline, Session


def bad(name: str, change: Change = honest, session: type[LiarSession] = LiarSession) -> Named:
    """A backend that changes its answers to puzzles that trigger it, in sessions of a kind."""

    def changed(asking: LiarSession, puzzle: Puzzle, found: Found) -> Found:
        return change(asking, puzzle, found) if triggers(puzzle) else found

    return liar(changed, f"bad:{name}", session=session)


class PreparingSession(LiarSession):
    """Has a lot to do before it looks at a puzzle, which is no part of the puzzle's time; it is honest."""

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:
        if triggers(puzzle):
            with self._preparing():
                time.sleep(float(os.environ.get("PREPARING_SECONDS", "1.5")))


class NothingSession(LiarSession):
    """Returns None, where all that a session of ours returns is a result."""

    def solve(self, puzzle: Puzzle, *arguments: object) -> Any:
        return None if triggers(puzzle) else super().solve(puzzle, *arguments)  # type: ignore[arg-type]


class InstantSession(LiarSession):
    """Answers at once with what is given: right where everything is, and one solution is asked for.

    It measures what it costs to ask at all.
    """

    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        return Found([puzzle.values])


class DyingSession(LiarSession):
    """Ends its process when it is closed after more than one question; its answers are right."""

    def _release(self) -> None:
        if len(self.asked) > 1:
            os._exit(4)


class NeverOpened(LiarSession):
    """Sleeps when a session is opened."""

    def __init__(self, layout: Layout, backend: Backend, change: Change) -> None:
        time.sleep(3600)


class OpenedOnce(LiarSession):
    """Opens once, and never while the file exists that the variable names."""

    def __init__(self, layout: Layout, backend: Backend, change: Change) -> None:
        super().__init__(layout, backend, change)
        opened = Path(os.environ["OPENED_ONCE"])
        while opened.exists():
            time.sleep(0.05)
        opened.touch()


def triggers(puzzle: Puzzle) -> bool:
    """Whether a cell of the last row is given, which a puzzle of any layout can have."""
    last, _ = puzzle.layout.positions[-1]
    rows = zip(puzzle.layout.positions, puzzle.candidates, strict=True)
    return any(mask & (mask - 1) == 0 for (row, _), mask in rows if row == last)


def aborts(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """Asks one object of PySAT's kissat404 twice, which ends the process where there is something to solve."""
    from pysat.solvers import Solver  # type: ignore[import-untyped]

    # Four pigeons, three holes.
    each = [[3 * pigeon + hole for hole in (1, 2, 3)] for pigeon in range(4)]
    apart = [[-one[hole], -other[hole]] for one in each for other in each if one < other for hole in range(3)]
    with Solver("kissat404", bootstrap_with=each + apart) as solver:
        solver.solve()
        solver.solve()
    return found


def sleeps(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    time.sleep(3600)
    return found


def allocates(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    kept = []
    while True:
        kept.append(b"x" * (1 << 24))


def late(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """A right answer, two thirds of a second later."""
    time.sleep(0.67)
    return found


def wears(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """Is worn after the second puzzle of a session, and ends a process that is asked again then, in any session."""
    if _worn:
        os._exit(5)
    if session.asked:
        session._worn = True
        _worn.append(session)
    return found


_worn: list[Session] = []
"""The sessions of this process that are worn."""

ABORTS = bad("aborts", aborts)
SLEEPS = bad("sleeps", sleeps)
ALLOCATES = bad("allocates", allocates)
BREAKS_RULES = bad("breaks-rules", lambda _, puzzle, found: Found([(1,) * puzzle.layout.cell_count]))
GARBAGE = bad("garbage", lambda _, puzzle, found: Found([(0,) * (puzzle.layout.cell_count + 1)], True))
SAYS_NONE = bad("says-none", lambda *_: Found([], True))
SAYS_UNIQUE = bad("says-unique", lambda _, __, found: Found(found.solutions[:1], True))
EXITS = bad("exits", lambda *_: sys.exit(3))
ODD_STATISTICS = bad("odd-statistics", lambda *of: of[-1]._replace(statistics={"a function": lambda: 0}))
"""Has statistics that cannot be sent anywhere."""
REMEMBERS = bad("remembers", lambda session, _, found: found if len(session.asked) < 2 else Found([], True))
"""From the third puzzle of a session on, says that there is no solution."""
PREPARES = bad("prepares", session=PreparingSession)
RETURNS_NOTHING = bad("returns-nothing", session=NothingSession)
WEARS = bad("wears", wears)
LATE = bad("late", late)
DIES_CLOSING = bad("dies-closing", session=DyingSession)
INSTANT = bad("instant", session=InstantSession)
OPENS_ONCE = bad("opens-once", session=OpenedOnce)
NEVER_OPENS = bad("never-opens", session=NeverOpened)
