"""How hard a puzzle is: the level of the rules that solve it, and how many rounds of them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...encoders.reasons.rules import MOST_LEVEL
from ...encoders.solve import solve
from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.capabilities import Capabilities
from ...reference.errors import PuzzleError
from ...reference.layout import Layout
from .many_boards import ManyBoards


class Rating(NamedTuple):
    """How hard a puzzle is; the same for its images under symmetry and renaming."""

    level: int
    """The level of the rules that solve it; see `rate`."""
    rounds: int
    """The rounds of that level: 0 where no cell is open, and for level 5, which no rules solve."""

    @property
    def number(self) -> float:
        """One number for both, from `level` up to, but without, `level + 1`."""
        return self.level + 1 - 1 / (1 + self.rounds)


def rate(puzzle: object, layout: Layout | str | None = None, symbols: str | None = None) -> Rating:
    """Returns how hard a puzzle with one solution is.

    Level 1 has naked and hidden singles; 2 also locked candidates; 3 also failed literals: candidates with which the
    rules of level 2 find a contradiction; 4 also those with which the rules of level 3 find one; 5 is beyond. A round
    makes all inferences of its level that hold on the board before it, so their order plays no part. Each round comes
    when the lower levels change nothing any more. A contradiction is a cell without candidates or with two hidden
    singles, a value without a place in a complete unit, or a value that is the only candidate of two cells of a unit.
    Levels 1 and 2 take milliseconds, 3 tenths of a second, 4 seconds. Takes what `solve` takes; raises `PuzzleError`
    for a puzzle with several solutions or none, `Unsupported` for sums, pairs, repeated values and hidden cells.
    """
    read = any_puzzle(puzzle, layout, symbols)
    boards = _boards_of(read.layout)
    result = solve(read, limit=2)
    if not result.unique:
        found = "several solutions" if result.solutions else "no solution"
        raise PuzzleError(f"a rating takes a puzzle with one solution: this one has {found}")
    masks = np.array([*read.candidates, 0], boards.boards(np.zeros((1, read.layout.cell_count), np.uint8)).dtype)
    levels, rounds = _rated(boards, masks[:, None], MOST_LEVEL)
    return Rating(int(levels[0]), int(rounds[0]))


def rate_values(
    layout: Layout, values: NDArray[np.uint8], most: int = MOST_LEVEL
) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Returns the levels and rounds of puzzles, one a row, whose cells have their value or 0.

    A puzzle that the rules up to level `most` do not solve gets the next level. One without a solution gets the level
    that refutes it.
    """
    boards = _boards_of(layout)
    return _rated(boards, boards.boards(values), most)


def _rated(rules: ManyBoards, boards: NDArray[np.generic], most: int) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    count = boards.shape[1]
    levels, rounds = np.full(count, most + 1, np.uint8), np.zeros(count, np.uint16)
    left = np.arange(count)
    for level in range(1, most + 1):
        closure = rules.closed(boards, level)
        done = left[closure.decided]
        levels[done], rounds[done] = level, closure.rounds[closure.decided]
        left, boards = left[~closure.decided], closure.boards[:, ~closure.decided]
    return levels, rounds


@lru_cache(maxsize=16)
def _boards_of(layout: Layout) -> ManyBoards:
    Capabilities().check(layout, "rate()")
    return ManyBoards(layout)
