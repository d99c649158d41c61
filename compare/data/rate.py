"""How hard a puzzle is, by the rules that solve it: the same for all equivalent puzzles.

A *board* has a set of candidates for each cell. At the beginning these are the candidates of the puzzle. Rules work in
rounds. A round computes all that a rule rules out from the board at its beginning, and then applies all of it at once,
so that no order of cells, units or values plays a part.

1. Singles. First each cell loses the values of the other cells of its units that have one candidate. Of what is left, a
   cell with one candidate has this value (a naked single). A value that one cell alone of a complete unit can take is
   the value of this cell (a hidden single): its other candidates are removed.
2. Locked candidates. Where all cells of a complete unit that can take a value are in another unit, too, the other cells
   of that unit lose the value.
3. Failed literals. A cell with several candidates loses each one that leads to a contradiction, if it is assumed alone,
   by rules of levels 1 and 2 applied to their end.
4. Nested failed literals. The same, by rules of levels 1 to 3.

A *contradiction* is a cell without candidates, a complete unit with a value that none of its cells can take, two cells
with the same single candidate in one unit, or a cell that is the only place of two values.

A round of a level takes place only where the levels below change nothing. After it they work to their end again. A
round that changes no candidate does not count. A puzzle is solved when each cell has one candidate. Its level is the
lowest one with which it is solved, its rounds are those of that level: a puzzle of level 1 has the rounds of singles, a
puzzle of level 3 those of failed literals alone. A puzzle without open cells has level 1 and no rounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...encoders.naming.optional_packages import numpy as np
from ...encoders.solve import count
from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.errors import PuzzleError
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .many_boards import Boards, is_open, many_boards

if TYPE_CHECKING:
    from numpy.typing import NDArray

BEYOND = 5
"""The level of puzzles that no rule solves."""


class Rating(NamedTuple):
    """How hard a puzzle is."""

    level: int
    """The level of the hardest rule that it needs, 1 to 4; 5 where the rules do not solve it."""
    rounds: int
    """Rounds of the rules of that level; 0 at level 5."""

    @property
    def number(self) -> float:
        """Level and rounds as one number, greater for a harder puzzle: from 1 to less than 6."""
        return self.level + 1 - 1 / (1 + self.rounds)


def rate(puzzle: object, layout: Layout | str | None = None, symbols: str | None = None) -> Rating:
    """Returns how hard a puzzle is, by the rules above; equivalent puzzles (see `canonical`) have equal ratings.

    Other arguments and errors are those of `any_puzzle`. Raises `PuzzleError` where the puzzle has no solution or
    several, `Unsupported` for a layout with sums, pairs, repeatable values, cells that are not shown, or more than 64
    values. Takes milliseconds up to level 3, about a second a round at level 4 (9x9).
    """
    asked = any_puzzle(puzzle, layout, symbols)
    many_boards(asked.layout)  # refuses what has no rating
    found = count(asked, limit=2).solutions
    if found != 1:
        raise PuzzleError(f"rate() takes a puzzle with one solution, but this one has {'several' if found else 'none'}")
    return rate_unchecked(asked)


def rate_unchecked(puzzle: Puzzle, most: int = BEYOND) -> Rating:
    """Returns the rating of a puzzle up to a level as `rate_values` does, and like it does not count solutions."""
    rules = many_boards(puzzle.layout)
    boards = rules.boards(np.zeros((1, rules.cells), np.uint8))
    boards[:-1, 0] = puzzle.candidates
    levels, rounds = _rated(puzzle.layout, boards, most)
    return Rating(int(levels[0]), int(rounds[0]))


def rate_values(
    layout: Layout, values: NDArray[np.uint8], most: int = BEYOND
) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Returns levels and rounds of puzzles, as `rate` does for one: two arrays with an item for each puzzle.

    `values` has a row for each puzzle and in it a value for each cell, 0 for an open one. `most` is the highest level
    to try, 1 to 5: puzzles that need more have level `most + 1` and no rounds, and at most level 5. 9x9 puzzles of
    levels 1 and 2 take about 15 us each.

    It is not checked that a puzzle has exactly one solution. One with several is beyond all levels. One with none has
    the level that finds a contradiction, if any does.
    """
    rules = many_boards(layout)
    levels, rounds = np.empty(len(values), np.uint8), np.empty(len(values), np.uint16)
    for start in range(0, len(values), rules.columns):
        part = slice(start, start + rules.columns)
        levels[part], rounds[part] = _rated(layout, rules.boards(values[part]), most)
    return levels, rounds


def _rated(layout: Layout, boards: Boards, most: int) -> tuple[NDArray[np.uint8], NDArray[np.uint16]]:
    """Returns levels and rounds of boards."""
    most = min(most, BEYOND - 1)
    levels, rounds = np.full(boards.shape[1], most + 1, np.uint8), np.zeros(boards.shape[1], np.uint16)
    places = np.arange(boards.shape[1])
    for level in range(1, most + 1):
        needed = many_boards(layout).settle(boards, level)
        left = is_open(boards)
        levels[places[~left]], rounds[places[~left]] = level, needed[~left]
        places, boards = places[left], boards[:, left]
    return levels, rounds
