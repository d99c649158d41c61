"""The rules of a rating on many boards at once: a row for each cell, a column for each board.

All operations are those of NumPy on whole rows, so that no Python object stands for a board. A board that contradicts
the rules is set to zeros. The last row of boards is always zero: it fills up units of fewer cells than others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ...encoders.naming.optional_packages import numpy as np
from ...reference.contract.capabilities import Capabilities
from ...reference.contract.errors import Unsupported
from ...reference.model.layout import Layout

if TYPE_CHECKING:
    from numpy.typing import NDArray

Boards: TypeAlias = "NDArray[np.unsignedinteger]"
"""Candidates, bit `v - 1` for value `v`: a row for each cell and one of zeros, a column for each board."""

_Table: TypeAlias = "NDArray[np.intp]"
"""Numbers of rows: each column lists those that belong together, filled up with the number of a row of zeros."""

_TYPES = {8: "uint8", 16: "uint16", 32: "uint32", 64: "uint64"}
"""The most values of a layout to the type of a candidate set."""

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
        self._type = np.dtype(next(name for bits, name in _TYPES.items() if layout.size <= bits))
        self._bits = np.array([1 << bit for bit in range(layout.size)], self._type)
        self.sets = np.array(layout.value_masks, self._type)
        """The candidate set of each value of a puzzle, at index 0 that of an open cell."""
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


many_boards = lru_cache(maxsize=16)(ManyBoards)
"""Returns the rules of a layout, made once for each layout."""
