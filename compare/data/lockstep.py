"""Grids and puzzles of one layout, drawn many at a time: each step asks the compiled search about all of them at once.

What is drawn depends on verdicts alone, or on the first solution of one lane: both are the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ...encoders.naming.optional_packages import numpy as np
from ...encoders.naming.sessions import lend_session
from ...reference.contract.errors import PuzzleError
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..generators.grids import random_grid
from ..generators.proven import proof

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.int64]"
Bits: TypeAlias = "NDArray[np.uint64]"
Marks: TypeAlias = "NDArray[np.bool_]"

# Random numbers for many puzzles at a time that are the same on every machine, with every version of NumPy.


class RandomNumbers:
    """Draws from the stream of PCG64 (O'Neill, 2014), which NumPy never changes, unlike the methods of `Generator`."""

    def __init__(self, seed: Sequence[int]) -> None:
        self._stream = np.random.PCG64(np.random.SeedSequence(list(seed)))

    def orders(self, rows: int, items: int) -> Numbers:
        """Returns a random order of the numbers from 0 up to, but without, `items`, one a row."""
        return np.argsort(self._bits(rows, items), axis=1, kind="stable")

    def any_of(self, marked: Marks) -> Numbers:
        """Returns for each row one of the columns that are marked, at random; 0 where none is."""
        drawn = np.where(marked, self._bits(*marked.shape) | np.uint64(1), np.uint64(0))
        return np.asarray(drawn.argmax(axis=1), np.int64)

    def between(self, least: int, most: int, rows: int) -> Numbers:
        """Returns numbers from `least` to `most`, one a row."""
        return (least + (self._bits(rows, 1)[:, 0] >> np.uint64(11)) % np.uint64(most - least + 1)).astype(np.int64)

    def python(self) -> random.Random:
        """Returns a generator of Python, seeded by the next number."""
        return random.Random(int(self._stream.random_raw()))

    def _bits(self, rows: int, columns: int) -> Bits:
        return np.asarray(self._stream.random_raw(rows * columns), np.uint64).reshape(rows, columns)


Values: TypeAlias = "NDArray[np.uint8]"
"""One row a puzzle or grid, one column a cell: its value, or 0 if it is open."""

_MOST_TRIES = 2000
"""Times that the first cells of a grid are drawn anew before the layout counts as one without a grid."""

_TO_THE_END = 9
"""Values up to which cells are drawn until one grid is left. Whether a half filled 16x16 has two solutions can take
hours to say: with more values the search completes a grid of which a fifth is drawn."""

_COMPLETION_WORK = 5.0
"""Milliseconds of work, counted in steps, for that. Most grids take a tenth of one; others are drawn anew."""

_PATTERNS_FROM = 17
"""Values from which a grid is a shuffled pattern: no search is sure to complete random cells."""

_FALSE_TRIES = 50
"""False givens that are tried in each puzzle that shall have no solution."""


class Lockstep:
    """Draws grids and puzzles of a layout of units."""

    def __init__(self, layout: Layout, seed: Sequence[int]) -> None:
        self._layout = layout
        self._cells = layout.cell_count
        self._random = RandomNumbers(seed)
        widest = max(1, max((len(peers) for peers in layout.peers), default=0))
        # Shorter lists of peers are filled up with a column behind the last cell.
        self._peers = np.full((self._cells, widest), self._cells)
        for cell, peers in enumerate(layout.peers):
            self._peers[cell, : len(peers)] = sorted(peers)
        self._bits = np.uint64(1) << np.arange(layout.size, dtype=np.uint64)

    def grids(self, count: int) -> Values:
        """Returns random grids, one a row. Raises `PuzzleError` where none is found.

        Cells get random values that no peer has, in random order: a sixth of them at once, then one after the other as
        long as the search finds two solutions. A grid comes with about, but not exactly, the same probability as any
        other: the number of solutions behind a value plays no part.
        """
        if self._layout.size >= _PATTERNS_FROM:
            return np.array([random_grid(self._layout, self._random.python()) for _ in range(count)], np.uint8)
        values = np.zeros((count, self._cells), np.uint8)
        taken = np.zeros((count, self._cells + 1), np.uint64)  # by peers, as bits
        order = self._random.orders(count, self._cells)
        if self._layout.size > _TO_THE_END:
            self._draw_first(values, taken, order[:, : self._cells // 5], self._complete)
            return values
        first = self._cells // 6
        found = self._draw_first(values, taken, order[:, :first], self._counts)
        left = np.flatnonzero(found == 2)
        places = np.full(count, first)
        while len(left):
            cells = order[left, places[left]]
            drawn = self._any_value(taken[left, cells])
            asked = values[left]
            asked[np.arange(len(left)), cells] = drawn + 1
            found = self._counts(asked)
            wrong = found == 0
            taken[left[wrong], cells[wrong]] |= self._bits[drawn[wrong]]
            right = left[~wrong]
            self._put(values, taken, right, cells[~wrong], drawn[~wrong])
            places[right] += 1
            left = left[found != 1]
        return self._solutions(values)

    def without_givens(self, grids: Values, least: Numbers) -> Values:
        """Returns puzzles with one solution: cells of each grid are opened in random order while it is the only one.

        No puzzle gets fewer than `least` givens; where its number is 0 every given that is left is needed ("top-down").
        """
        puzzles = grids.copy()
        count = len(grids)
        order = self._random.orders(count, self._cells)
        # Of so many givens hardly any is needed. What is unique without all of them is so without some.
        first = self._cells // 4
        bulk = np.flatnonzero(self._cells - first >= least)
        asked = puzzles[bulk]
        asked[np.arange(len(bulk))[:, None], order[bulk, :first]] = 0
        unique = self._counts(asked) == 1
        puzzles[bulk[unique]] = asked[unique]
        places = np.zeros(count, np.int64)
        places[bulk[unique]] = first
        givens = np.count_nonzero(puzzles, axis=1)
        while len(left := np.flatnonzero((places < self._cells) & (givens > least))):
            cells = order[left, places[left]]
            asked = puzzles[left]
            asked[np.arange(len(left)), cells] = 0
            unique = self._counts(asked) == 1
            puzzles[left[unique], cells[unique]] = 0
            givens[left[unique]] -= 1
            places[left] += 1
        return puzzles

    def with_several_solutions(self, puzzles: Values) -> tuple[Values, Marks]:
        """Returns the puzzles without some more givens, at random: the first at which each has several solutions.

        The second array says which have: a layout may have one grid alone.
        """
        several = puzzles.copy()
        order = self._random.orders(len(puzzles), self._cells)
        left = np.arange(len(puzzles))
        for place in range(self._cells):
            cells = order[left, place]
            here = several[left, cells] > 0
            rows = left[here]
            several[rows, cells[here]] = 0
            ended = rows[self._counts(several[rows]) > 1]
            left = np.setdiff1d(left, ended, assume_unique=True)
        has_several = np.ones(len(puzzles), bool)
        has_several[left] = False
        return several, has_several

    def with_a_false_given(self, puzzles: Values) -> tuple[Values, Marks]:
        """Returns the puzzles with another value, which no given peer has, in one given: without a solution.

        The second array says for which puzzles such a given was found.
        """
        none = puzzles.copy()
        found = np.zeros(len(puzzles), bool)
        padded = np.pad(puzzles, ((0, 0), (0, 1)))
        bits = np.concatenate([np.zeros(1, np.uint64), self._bits])
        for _ in range(_FALSE_TRIES):
            left = np.flatnonzero(~found)
            if not len(left):
                break
            cells = self._random.any_of(puzzles[left] > 0)
            excluded = np.bitwise_or.reduce(bits[padded[left[:, None], self._peers[cells]]], axis=1)
            excluded |= bits[puzzles[left, cells]]
            possible = (~excluded[:, None] & self._bits).any(axis=1) & (puzzles[left].any(axis=1))
            left, cells, excluded = left[possible], cells[possible], excluded[possible]
            asked = puzzles[left]
            asked[np.arange(len(left)), cells] = self._any_value(excluded) + 1
            right = self._counts(asked) == 0
            none[left[right]] = asked[right]
            found[left[right]] = True
        return none, found

    def _draw_first(self, values: Values, taken: Bits, order: Numbers, count: Callable[[Values], Numbers]) -> Numbers:
        """Fills the cells of each row, in this order, at random until `count` finds solutions; returns how many.

        A row without one is drawn anew as a whole, so that any other is as likely as before.
        """
        found = np.zeros(len(values), np.int64)
        for _ in range(_MOST_TRIES):
            left = np.flatnonzero(found == 0)
            if not len(left):
                return found
            values[left] = taken[left] = 0
            fits = np.ones(len(left), bool)
            for here in order[left].T:
                fits &= taken[left, here] != self._bits.sum()
                self._put(values, taken, left, here, self._any_value(taken[left, here]))
            drawn = values[left[fits]]
            found[left[fits]] = count(drawn)
            values[left[fits]] = drawn
        raise PuzzleError(f"no grid of the layout {self._layout.name} was found")

    def _put(self, values: Values, taken: Bits, rows: Numbers, cells: Numbers, drawn: Numbers) -> None:
        values[rows, cells] = drawn + 1
        taken[rows[:, None], self._peers[cells]] |= self._bits[drawn][:, None]

    def _any_value(self, taken: Bits) -> Numbers:
        """Returns for each row a random value, from 0, that is not taken; 0 where all are."""
        return self._random.any_of((~taken[:, None] & self._bits) != 0)

    def _counts(self, puzzles: Values) -> Numbers:
        """Returns how many solutions each puzzle has, 2 for several."""
        with lend_session("native", {}, self._layout) as session:
            answers = session.solve_bulk(puzzles.tobytes(), 2, grids=False)  # type: ignore[attr-defined]
        return np.array(answers.counts, np.int64)

    def _complete(self, puzzles: Values) -> Numbers:
        """Puts the first solution of one lane in the place of each puzzle; returns 0 where it takes too long."""
        found = np.zeros(len(puzzles), np.int64)
        for row, values in enumerate(puzzles):
            solutions = proof(Puzzle.from_cell_bytes(values.tobytes(), self._layout), 1, _COMPLETION_WORK).solutions
            found[row] = len(solutions)
            values[:] = solutions[0] if solutions else values
        return found

    def _solutions(self, puzzles: Values) -> Values:
        """Returns the only solution of each puzzle."""
        with lend_session("native", {}, self._layout) as session:
            answers = session.solve_bulk(puzzles.tobytes(), 1)  # type: ignore[attr-defined]
        return np.array(answers.grids, np.uint8).reshape(puzzles.shape)
