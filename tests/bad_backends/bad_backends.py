"""Backends that fail, each in its own way, on puzzles with something given in the last row; on others they are honest.

Named by entry points: with this folder on the path, `unitdoku check --backends reference,bad:sleeps` finds them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from found import Found, FoundSession

from unitdoku import Layout, Puzzle, find_backend
from unitdoku.backend import Backend, Capabilities, Deadline

Answer = Callable[["BadSession", Puzzle, Found], Found]


class BadSession(FoundSession):
    """Asks the reference, and changes the answer."""

    def __init__(self, layout: Layout, backend: Backend, answer: Answer) -> None:
        super().__init__(layout, backend)
        self.asked = 0
        self._answer = answer
        self._honest = find_backend("reference").open(layout)

    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        self.asked += 1
        honest = self._honest.solve(puzzle, limit)
        found = Found(honest.solutions, honest.exhausted)
        return self._answer(self, puzzle, found) if triggers(puzzle) else found


class BadBackend:
    """A backend that answers so, in sessions of a kind."""

    capabilities = Capabilities()

    def __init__(self, name: str, answer: Answer, session: type[BadSession] = BadSession) -> None:
        self.name = name
        self._answer = answer
        self._session = session

    def open(self, layout: Layout) -> BadSession:
        return self._session(layout, self, self._answer)


class PreparingSession(BadSession):
    """Has a lot to do before it looks at a puzzle, which is no part of the puzzle's time; it is honest."""

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:
        if triggers(puzzle):
            with self._preparing():
                time.sleep(float(os.environ.get("PREPARING_SECONDS", "1.5")))


class NothingSession(BadSession):
    """Returns None, where all that a session of ours returns is a result."""

    def solve(self, puzzle: Puzzle, *arguments: object) -> Any:
        return None if triggers(puzzle) else super().solve(puzzle, *arguments)  # type: ignore[arg-type]


class InstantSession(BadSession):
    """Answers at once with what is given: right where everything is, and one solution is asked for.

    It measures what it costs to ask at all.
    """

    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        return Found([puzzle.values])


class DyingSession(BadSession):
    """Ends its process when it is closed after more than one question; its answers are right."""

    def _release(self) -> None:
        if self.asked > 1:
            os._exit(4)


class NeverOpened(BadSession):
    """Sleeps when a session is opened."""

    def __init__(self, *arguments: object) -> None:
        time.sleep(3600)


def triggers(puzzle: Puzzle) -> bool:
    """Whether a cell of the last row is given, which a puzzle of any layout can have."""
    last, _ = puzzle.layout.positions[-1]
    rows = zip(puzzle.layout.positions, puzzle.candidates, strict=True)
    return any(mask & (mask - 1) == 0 for (row, _), mask in rows if row == last)


def aborts(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    """Asks one object of PySAT's kissat404 twice, which ends the process where there is something to solve."""
    from pysat.solvers import Solver  # type: ignore[import-untyped]

    # Four pigeons, three holes.
    each = [[3 * pigeon + hole for hole in (1, 2, 3)] for pigeon in range(4)]
    apart = [[-one[hole], -other[hole]] for one in each for other in each if one < other for hole in range(3)]
    with Solver("kissat404", bootstrap_with=each + apart) as solver:
        solver.solve()
        solver.solve()
    return found


def sleeps(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    time.sleep(3600)
    return found


def allocates(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    kept = []
    while True:
        kept.append(b"x" * (1 << 24))


def breaks_rules(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    grid = (1,) * puzzle.layout.cell_count
    return Found([grid], False)


def garbage(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    return Found([(0,) * (puzzle.layout.cell_count + 1)], True)


def says_none(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    return Found([], True)


def says_unique(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    return Found(found.solutions[:1], True)


def late(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    """A right answer, two thirds of a second later."""
    time.sleep(0.67)
    return found


def exits(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    sys.exit(3)


def odd_statistics(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    """Statistics that cannot be sent anywhere."""
    return Found(found.solutions, found.exhausted, {"a function": lambda: 0})  # type: ignore[dict-item]


def remembers(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    """From the third puzzle of a session on, says that there is no solution."""
    return found if session.asked < 3 else Found([], True)


def nothing(session: BadSession, puzzle: Puzzle, found: Found) -> Found:
    return found


ABORTS = BadBackend("bad:aborts", aborts)
SLEEPS = BadBackend("bad:sleeps", sleeps)
ALLOCATES = BadBackend("bad:allocates", allocates)
BREAKS_RULES = BadBackend("bad:breaks-rules", breaks_rules)
GARBAGE = BadBackend("bad:garbage", garbage)
SAYS_NONE = BadBackend("bad:says-none", says_none)
SAYS_UNIQUE = BadBackend("bad:says-unique", says_unique)
EXITS = BadBackend("bad:exits", exits)
ODD_STATISTICS = BadBackend("bad:odd-statistics", odd_statistics)
REMEMBERS = BadBackend("bad:remembers", remembers)
PREPARES = BadBackend("bad:prepares", nothing, PreparingSession)
RETURNS_NOTHING = BadBackend("bad:returns-nothing", nothing, NothingSession)
LATE = BadBackend("bad:late", late)
DIES_CLOSING = BadBackend("bad:dies-closing", nothing, DyingSession)
INSTANT = BadBackend("bad:instant", nothing, InstantSession)
NEVER_OPENS = BadBackend("bad:never-opens", sleeps, NeverOpened)
