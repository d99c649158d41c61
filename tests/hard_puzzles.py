"""Puzzles that take a backend minutes, for tests of limits and of Ctrl-C."""

from __future__ import annotations

from unitdoku import Puzzle, from_units
from unitdoku.compare.corpora.generated import pattern_puzzle

PIGEONS = from_units(11, [[a, b] for a in range(12) for b in range(a)], shape=(1, 12))
"""A unit for every pair of twelve cells, eleven values, so that no unit shows that they are too few."""


def hard_and_easy(name: str) -> tuple[Puzzle, Puzzle]:
    """A puzzle that takes the backend of this name minutes, and one on the same layout that it sees through at once."""
    if name.startswith(("ilp:", "highs", "smt:")):
        # They see soon that there are more cells than values; half of the cells given is where 36x36 is hardest. The
        # easy one has another solution: Z3 tries first the values of the last solution that it found.
        return pattern_puzzle(6, 0.5, seed=1), pattern_puzzle(6, 1, seed=2)
    return Puzzle.empty(PIGEONS), Puzzle.from_givens({"A1": 1, "A2": 1}, PIGEONS)
