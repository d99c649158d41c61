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


def breaks_rules(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    grid = (1,) * puzzle.layout.cell_count
    return Found([grid], False)


def garbage(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    return Found([(0,) * (puzzle.layout.cell_count + 1)], True)


def says_none(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    return Found([], True)


def says_unique(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    return Found(found.solutions[:1], True)


def late(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """A right answer, two thirds of a second later."""
    time.sleep(0.67)
    return found


def exits(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    sys.exit(3)


def odd_statistics(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """Statistics that cannot be sent anywhere."""
    return Found(found.solutions, found.exhausted, {"a function": lambda: 0})  # type: ignore[dict-item]


def remembers(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    """From the third puzzle of a session on, says that there is no solution."""
    return found if len(session.asked) < 2 else Found([], True)


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
BREAKS_RULES = bad("breaks-rules", breaks_rules)
GARBAGE = bad("garbage", garbage)
SAYS_NONE = bad("says-none", says_none)
SAYS_UNIQUE = bad("says-unique", says_unique)
EXITS = bad("exits", exits)
ODD_STATISTICS = bad("odd-statistics", odd_statistics)
REMEMBERS = bad("remembers", remembers)
PREPARES = bad("prepares", session=PreparingSession)
RETURNS_NOTHING = bad("returns-nothing", session=NothingSession)
WEARS = bad("wears", wears)
LATE = bad("late", late)
DIES_CLOSING = bad("dies-closing", session=DyingSession)
INSTANT = bad("instant", session=InstantSession)
OPENS_ONCE = bad("opens-once", session=OpenedOnce)
NEVER_OPENS = bad("never-opens", session=NeverOpened)
