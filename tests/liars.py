"""Backends for races whose claims are false, each in the way of its name; `honest` makes none."""

from __future__ import annotations

from found import Found, FoundSession

from unitdoku import Layout, Puzzle, solve
from unitdoku.backend import Capabilities, Deadline, Session


class LiarSession(FoundSession):
    checks_solutions = False

    def found(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        if self.backend == "hopeless":
            return Found([], True)
        found = solve(puzzle, "native" if self.backend == "honest" else "reference", limit, deadline.left)
        if self.backend.startswith("blind"):
            return Found(list(found.solutions[:1]), True)
        if self.backend == "hasty" and len(found.solutions) != 1 and limit > 1:
            return Found([], True)
        if self.backend == "forgetful" and len(found.solutions) > 2:
            return Found(list(found.solutions[:2]), True)
        if self.backend == "fragile" and len(found.solutions) != 1:
            raise RuntimeError("there must be one solution")
        if self.backend == "trusting" and not found.solutions:
            emptied = solve(Puzzle.empty(puzzle.layout), "reference").solutions
            return Found(list(emptied), False)
        return Found(list(found.solutions), found.exhausted)


class Liar:
    capabilities = Capabilities()

    def __init__(self, name: str) -> None:
        self.name = name

    def open(self, layout: Layout) -> Session:
        return LiarSession(layout, self)
