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

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ...encoders.naming.optional_packages import numpy as np
from ...encoders.solve import count
from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import PuzzleError, Unsupported
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle

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


# The rules on many boards at once: a row for each cell, a column for each board.
#
# All operations are those of NumPy on whole rows, so that no Python object stands for a board. A board that
# contradicts the rules is set to zeros. The last row of boards is always zero: it fills up units of fewer cells than
# others.


Boards: TypeAlias = "NDArray[np.unsignedinteger]"
"""Candidates, bit `v - 1` for value `v`: a row for each cell and one of zeros, a column for each board."""

_Table: TypeAlias = "NDArray[np.intp]"
"""Numbers of rows: each column lists those that belong together, filled up with the number of a row of zeros."""

_ITEMS = 80_000
"""Cells of all boards at a time: they stay in the cache of the processor."""


class ManyBoards:
    """The rules of a layout for many boards at once."""

    def __init__(self, layout: Layout) -> None:
        Capabilities().check(layout, "rate()")
        if layout.size > 64:
            raise Unsupported(f"rate() takes puzzles of at most 64 values, not of {layout.size}")
        self.cells = layout.cell_count
        self.columns = max(1, _ITEMS // self.cells)
        """Boards at a time, for speed and bounded memory."""
        self._type = np.min_scalar_type(layout.all_values)
        self.sets = np.array(layout.value_masks, self._type)
        """The candidate set of each value of a puzzle, at index 0 that of an open cell."""
        self._bits = self.sets[1:]
        units = [unit.cells for unit in layout.units]
        whole = [unit.cells for unit in layout.complete_units]
        self._units, self._units_of = _table(units, self.cells), self._inverse(units)
        self._whole, self._whole_of = _table(whole, self.cells), self._inverse(whole)
        crossing = [(set(one), set(other)) for one in whole for other in units if {*one} & {*other}]
        crossing = [(one, other) for one, other in crossing if len(one & other) > 1 and other - one]
        self._outside = _table([sorted(one - other) for one, other in crossing], self.cells)
        self._locked_of = self._inverse([sorted(other - one) for one, other in crossing])
        self._rounds: tuple[Callable[[Boards], Boards], ...] = (self._singles, self._locked)

    def _inverse(self, groups: Sequence[Sequence[int]]) -> _Table:
        """Returns for each cell the numbers of the groups that have it."""
        found: list[list[int]] = [[] for _ in range(self.cells)]
        for number, group in enumerate(groups):
            for cell in group:
                found[cell].append(number)
        return _table(found, len(groups))

    def boards(self, values: NDArray[np.uint8]) -> Boards:
        """Returns the boards of puzzles, each a row of values, 0 for an open cell."""
        boards = np.zeros((self.cells + 1, len(values)), self._type)
        boards[:-1] = self.sets[values.T]
        return boards

    def settle(self, boards: Boards, level: int) -> NDArray[np.uint16]:
        """Applies the rules up to a level to the boards, in place, until none changes any of them.

        Returns for each board how many rounds of the highest level changed it. Memory is bounded. Levels 3 and 4 take
        some hundred times as long as the level below.
        """
        rounds = np.zeros(boards.shape[1], np.uint16)
        places, left = np.arange(boards.shape[1]), boards
        while places.size:
            if level > 1:
                self.settle(left, level - 1)
                boards[:, places] = left
                keep = is_open(left)
                places, left = places[keep], left[:, keep]
            after = self._rounds[level - 1](left) if level <= len(self._rounds) else self._failed(left, level - 1)
            changed = np.bitwise_or.reduce(after ^ left, axis=0) != 0
            rounds[places] += changed
            if level == 1 and 2 * np.count_nonzero(changed) > changed.size:
                left = after
                continue
            boards[:, places] = after
            places, left = places[changed], after[:, changed]
        return rounds

    def _singles(self, boards: Boards) -> Boards:
        """Returns the boards after a round of naked and hidden singles."""
        single = boards * (boards & (boards - 1) == 0)  # many times as fast as `numpy.where`
        placed, twice = _counted(single, self._units)
        alive = ~twice.any(axis=0)
        left = boards & (~_any_of(placed, self._units_of) | single)
        some, several = _counted(left, self._whole)
        alive &= (some[:-1] == self.sets[0]).all(axis=0)
        hidden = left & _any_of(some & ~several, self._whole_of)
        alive &= ~(hidden & (hidden - 1)).any(axis=0)
        left = left * (hidden == 0) | hidden
        alive &= left[:-1].all(axis=0)
        settled: Boards = left * alive
        return settled

    def _locked(self, boards: Boards) -> Boards:
        """Returns the boards after a round of locked candidates."""
        locked = ~_any_of(boards, self._outside)
        locked[-1] = 0
        return boards & ~_any_of(locked, self._locked_of)

    def _failed(self, boards: Boards, level: int) -> Boards:
        """Returns the boards without the candidates that the rules up to a level refute: those of failed literals."""
        after = boards.copy()
        several = boards * (boards & (boards - 1) != 0)
        columns, cells, values = np.nonzero(several.T[:, :, None] & self._bits)
        for start in range(0, len(cells), self.columns):
            part = slice(start, start + self.columns)
            trials = boards[:, columns[part]]
            trials[cells[part], np.arange(trials.shape[1])] = self._bits[values[part]]
            self.settle(trials, level)
            dead = trials[0] == 0
            np.bitwise_and.at(after, (cells[part][dead], columns[part][dead]), ~self._bits[values[part][dead]])
        return after


many_boards = lru_cache(maxsize=16)(ManyBoards)
"""Returns the rules of a layout, made once for each layout."""


def is_open(boards: Boards) -> NDArray[np.bool_]:
    """Returns for each board whether a cell has several candidates."""
    several: NDArray[np.bool_] = np.bitwise_or.reduce(boards & (boards - 1), axis=0) != 0
    return several


def _table(groups: Sequence[Sequence[int]], filler: int) -> _Table:
    """Returns a column for each group of rows, filled up with the number of a row of zeros."""
    table = np.full((max(map(len, groups), default=0), len(groups)), filler, np.intp)
    for number, group in enumerate(groups):
        table[: len(group), number] = group
    return table


def _any_of(rows: Boards, table: _Table) -> Boards:
    """Returns for each column of the table the union of its rows, and a row of zeros."""
    found = np.zeros((table.shape[1] + 1, rows.shape[1]), rows.dtype)
    for numbers in table:
        found[:-1] |= rows[numbers]
    return found


def _counted(rows: Boards, table: _Table) -> tuple[Boards, Boards]:
    """Returns for each column of the table the values in some of its rows, and in several; each with a row of zeros."""
    some = np.zeros((table.shape[1] + 1, rows.shape[1]), rows.dtype)
    several = np.zeros_like(some)
    for numbers in table:
        row = rows[numbers]
        several[:-1] |= some[:-1] & row
        some[:-1] |= row
    return some, several
