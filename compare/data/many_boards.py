"""The rules of deduction on the boards of many puzzles at once.

Boards are an array with a row for each cell, a bit for each candidate, and a column for each board, so that NumPy goes
over many boards in one operation. All inferences of a round are computed from the board at its beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...reference.layout import Layout

Boards: TypeAlias = NDArray[Any]
"""Rows of cells, and a last row of zeros for places that lists of cells do not use; columns of boards."""

_AT_ONCE = 1024
"""Boards in an array: their rows stay in the cache of the processor."""

_TRIALS_AT_ONCE = 4096
"""Boards of trials that are kept at a time."""


class Closure(NamedTuple):
    """What is left of boards when the rules up to a level change nothing more."""

    boards: Boards
    decided: NDArray[np.bool_]
    """Boards that are solved or refuted."""
    refuted: NDArray[np.bool_]
    """Boards with a contradiction: a cell without candidates or with two hidden singles, a value without a place in a
    complete unit, a value that two cells of a unit have as their only candidate."""
    rounds: NDArray[np.int64]
    """The rounds of the highest level that changed something."""


class ManyBoards:
    """Applies the rules of `encoders/reasons/rules.py` to boards of one layout of units, of up to 64 values."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        cells, units = layout.cell_count, [unit.cells for unit in layout.units]
        # Any, as the types of NumPy know no variable width.
        self._type: Any = np.uint16 if layout.size <= 16 else np.uint32 if layout.size <= 32 else np.uint64
        self._all = self._type(layout.all_values)
        complete = [number for number, unit in enumerate(units) if len(unit) == layout.size]
        self._cells_of_units = _padded(units, cells)
        self._units_of_cells = _padded(_holding(cells, units), len(units))
        self._cells_of_complete = _padded([units[number] for number in complete], cells)
        self._complete_of_cells = _padded(_holding(cells, [units[number] for number in complete]), len(complete))
        # For locked candidates: a value of a complete unit that none of the sources has is removed from the rest.
        pairs = [
            (sorted({*units[first]} - {*other}), sorted({*other} - {*units[first]}))
            for first in complete
            for other in units
            if len({*units[first]} & {*other}) > 1 and {*other} - {*units[first]}
        ]
        self._sources_of_pairs = _padded([sources for sources, _ in pairs], cells)
        self._pairs_of_cells = _padded(_holding(cells, [rest for _, rest in pairs]), len(pairs))

    def boards(self, values: NDArray[np.uint8]) -> Boards:
        """Returns the boards of puzzles: an array with a row for each of them, and the values of its cells, or 0."""
        masks = np.array([self._all, *(1 << value for value in range(self.layout.size)), 0], self._type)
        return np.concatenate([masks[values.T], np.zeros((1, len(values)), self._type)])

    def closed(self, boards: Boards, level: int) -> Closure:
        """Returns what the rules up to a level leave of the boards: lower levels to their end before each round."""
        parts = [
            (self._closed_by_rules if level <= 2 else self._closed_by_trials)(
                boards[:, first : first + _AT_ONCE], level
            )
            for first in range(0, max(1, boards.shape[1]), _AT_ONCE)
        ]
        return Closure(*(np.concatenate(each, axis=-1) for each in zip(*parts, strict=True)))

    def _closed_by_rules(self, boards: Boards, level: int) -> Closure:
        left = boards.copy()
        count = boards.shape[1]
        refuted, rounds = np.zeros(count, bool), np.zeros(count, np.int64)
        active = np.arange(count)
        now = left
        while len(active):
            new, wrong = self._singles(now)
            changed = (new != now).any(axis=0)
            if level == 1:
                rounds[active] += changed & ~wrong
            else:
                stuck = np.flatnonzero(~changed & ~wrong)
                if len(stuck):
                    fewer = self._locked(now[:, stuck])
                    changed[stuck] = (fewer != now[:, stuck]).any(axis=0)
                    new[:, stuck] = fewer
                    rounds[active[stuck]] += changed[stuck]
            left[:, active] = new
            refuted[active] = wrong
            go_on = changed & ~wrong
            active, now = active[go_on], new[:, go_on]
        solved = ((left[:-1] & (left[:-1] - self._type(1))) == 0).all(axis=0)
        return Closure(left, solved | refuted, refuted, rounds)

    def _closed_by_trials(self, boards: Boards, level: int) -> Closure:
        left, decided, refuted, _ = self.closed(boards, level - 1)
        rounds = np.zeros(boards.shape[1], np.int64)
        active = np.flatnonzero(~decided)
        while len(active):
            fewer = self._without_failed(left[:, active], level - 1)
            changed = (fewer != left[:, active]).any(axis=0)
            active = active[changed]
            rounds[active] += 1
            lower = self.closed(fewer[:, changed], level - 1)
            left[:, active], decided[active], refuted[active] = lower.boards, lower.decided, lower.refuted
            active = active[~lower.decided]
        return Closure(left, decided, refuted, rounds)

    def _without_failed(self, boards: Boards, level: int) -> Boards:
        """Returns the boards without each candidate that leads to a contradiction by the rules up to this level."""
        fewer = boards.copy()
        several = (boards & (boards - self._type(1))) != 0
        several[-1] = False
        bits = self._type(1) << np.arange(self.layout.size, dtype=self._type)
        cells, owners, values = np.nonzero(several[:, :, None] & ((boards[:, :, None] & bits) != 0))
        for first in range(0, len(cells), _TRIALS_AT_ONCE):
            part = slice(first, first + _TRIALS_AT_ONCE)
            cell, owner, bit = cells[part], owners[part], bits[values[part]]
            trials = boards[:, owner]
            trials[cell, np.arange(len(cell))] = bit
            failed = self.closed(trials, level).refuted
            np.bitwise_and.at(fewer, (cell[failed], owner[failed]), ~bit[failed])
        return fewer

    def _singles(self, boards: Boards) -> tuple[Boards, NDArray[np.bool_]]:
        """Returns the boards after a round of naked and hidden singles, and which have a contradiction."""
        alone = np.where((boards & (boards - self._type(1))) == 0, boards, self._type(0))
        alone[-1] = 0
        taken, twice = _seen(alone, self._cells_of_units)
        wrong = (twice != 0).any(axis=0) | (boards[:-1] == 0).any(axis=0)
        new = boards.copy()
        new[:-1] &= alone[:-1] | ~_any(taken, self._units_of_cells)
        once, twice = _seen(boards, self._cells_of_complete)
        wrong |= (once[:-1] != self._all).any(axis=0)
        own = boards[:-1] & _any(once & ~twice, self._complete_of_cells)
        wrong |= ((own & (own - self._type(1))) != 0).any(axis=0)
        new[:-1] &= np.where(own != 0, own, self._all)
        return new, wrong

    def _locked(self, boards: Boards) -> Boards:
        """Returns the boards after a round of locked candidates."""
        fewer = boards.copy()
        if len(self._sources_of_pairs):
            kept, _ = _seen(boards, self._sources_of_pairs)
            gone = ~kept & self._all
            gone[-1] = 0
            fewer[:-1] &= ~_any(gone, self._pairs_of_cells)
        return fewer


def _holding(cells: int, lists: Sequence[Sequence[int]]) -> list[list[int]]:
    """Returns for each cell the numbers of the lists that have it."""
    found: list[list[int]] = [[] for _ in range(cells)]
    for number, each in enumerate(lists):
        for cell in each:
            found[cell].append(number)
    return found


def _padded(lists: Sequence[Sequence[int]], none: int) -> NDArray[np.int64]:
    """Returns the lists as columns, shorter ones filled up with `none`."""
    longest = max(map(len, lists), default=0)
    padded = np.full((longest, len(lists)), none)
    for number, each in enumerate(lists):
        padded[: len(each), number] = each
    return padded


def _seen(rows: Boards, lists: NDArray[np.int64]) -> tuple[Boards, Boards]:
    """Returns the bits that any of the listed rows has, and those that several have; then a row of zeros."""
    once = np.zeros((lists.shape[1] + 1, rows.shape[1]), rows.dtype)
    twice = np.zeros_like(once)
    for place in lists:
        here = rows[place]
        twice[:-1] |= once[:-1] & here
        once[:-1] |= here
    return once, twice


def _any(rows: Boards, lists: NDArray[np.int64]) -> Boards:
    """Returns the bits that any of the listed rows has."""
    found = np.zeros((lists.shape[1], rows.shape[1]), rows.dtype)
    for place in lists:
        found |= rows[place]
    return found
