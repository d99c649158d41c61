"""Backends that answer as the reference does, but change the answer: each is one function."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from found import NONE, Found, FoundSession, Named

from unitdoku import Layout, Puzzle, solve
from unitdoku.backend import Backend, Capabilities, Deadline, Session
from unitdoku.encoders.naming.families import is_installed


class LiarSession(FoundSession):
    """Has the puzzles that it was asked before, and the limit of the present question."""

    checks_solutions = False

    def __init__(self, layout: Layout, backend: Backend, change: Change, truth: str = "reference") -> None:
        super().__init__(layout, backend)
        self.change = change
        self.truth = truth
        self.limit = 0
        self.asked: list[Puzzle] = []

    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        self.limit = limit
        result = solve(puzzle, self.truth, limit, deadline.left)
        found = self.change(self, puzzle, Found(result.solutions, result.exhausted))
        self.asked.append(puzzle)
        return found


Change = Callable[[LiarSession, Puzzle, Found], Found]
"""Returns the answer of the liar, by the right one."""


def honest(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    return found


def liar(
    change: Change = honest,
    name: str = "liar",
    capabilities: Capabilities = NONE,
    session: type[LiarSession] = LiarSession,
) -> Named:
    """A backend of such sessions."""
    return Named(name, capabilities, partial(session, change=change))


def hasty(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    return Found([], True) if len(found.solutions) != 1 and session.limit > 1 else found


def forgetful(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    return Found(found.solutions[:2], True) if len(found.solutions) > 2 else found


def fragile(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    if len(found.solutions) != 1:
        raise RuntimeError("there must be one solution")
    return found


def trusting(session: LiarSession, puzzle: Puzzle, found: Found) -> Found:
    return found if found.solutions else Found(solve(Puzzle.empty(puzzle.layout), "reference").solutions)


FAST = "native" if is_installed("native") else "reference"
LIES: dict[str, Change] = {
    "blind": lambda _, __, found: Found(found.solutions[:1], True),
    "hopeless": lambda *_: Found([], True),
    "hasty": hasty,
    "forgetful": forgetful,
    "fragile": fragile,
    "trusting": trusting,
}
"""First word of the name of a `Liar` to its lie."""


class Liar:
    """A backend for races, whose claims are false in the way of its name; other names make none."""

    capabilities = NONE

    def __init__(self, name: str) -> None:
        self.name = name

    def open(self, layout: Layout) -> Session:
        return LiarSession(layout, self, LIES.get(self.name.partition(" ")[0], honest), FAST)
