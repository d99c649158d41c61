"""Givens that a solution needs to be the only one, or that would make it the only one."""

from __future__ import annotations

from collections.abc import Iterable

from ...reference.contract import Session
from ...reference.deadline import Deadline
from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from .hitting_sets import least_hitting_set


class Settling:
    """Asks a session whether a solution of a puzzle is the only one, with more givens or with fewer."""

    def __init__(self, puzzle: Puzzle, grid: Grid, session: Session, deadline: Deadline) -> None:
        self._puzzle = puzzle
        self._grid = grid
        self._session = session
        self._deadline = deadline

    def redundant_givens(self) -> tuple[int, ...]:
        """Returns the restricted cells that could be open, each alone, with the grid still the only solution.

        Cells of which that is not known in time are left out.
        """
        return tuple(cell for cell in self._restricted() if self._is_only(opened=[cell]))

    def needed_givens(self, redundant: Iterable[int]) -> tuple[int, ...]:
        """Returns restricted cells that suffice for the grid to be the only solution.

        The redundant ones are left out one after the other, in their order, as long as it stays the only solution.
        """
        opened: list[int] = []
        for cell in redundant:
            if self._is_only(opened=[*opened, cell]):
                opened.append(cell)
        return tuple(cell for cell in self._restricted() if cell not in opened)

    def settling_cells(self, *, fewest: bool) -> tuple[list[int], bool]:
        """Returns cells with whose values the grid is the only solution, and whether no fewer are proved to be enough.

        Every other solution differs from the grid in some cells, one of which has to be given: a hitting set of these
        sets, to which each solution that is left adds one. `fewest` asks for a least hitting set each time (extra
        `sat`). Without it the first of the cells is given, and at the end those that are not needed are left out. All
        open cells come back when the time is over first.
        """
        try:
            if fewest:
                return least_hitting_set(self._difference), True
            chosen: list[int] = []
            while (difference := self._difference(chosen)) is not None:
                chosen.append(difference[0])
        except TimeoutError:
            return [cell for cell, mask in enumerate(self._puzzle.candidates) if mask & (mask - 1)], False
        for cell in list(chosen):
            fewer = [other for other in chosen if other != cell]
            if self._is_only(given=fewer):
                chosen = fewer
        return sorted(chosen), len(chosen) == 1

    def _restricted(self) -> list[int]:
        every = self._puzzle.layout.all_values
        return [cell for cell, mask in enumerate(self._puzzle.candidates) if mask != every]

    def _is_only(self, *, given: Iterable[int] = (), opened: Iterable[int] = ()) -> bool:
        """Whether the grid is proved in time to be the only solution, with these cells given or open."""
        try:
            return self._difference(given, opened) is None
        except TimeoutError:
            return False

    def _difference(self, given: Iterable[int], opened: Iterable[int] = ()) -> list[int] | None:
        """Returns the cells in which another solution differs, ascending, with some cells given and some open.

        None where there is no other. Raises TimeoutError when the time is over first.
        """
        masks = list(self._puzzle.candidates)
        for cell in opened:
            masks[cell] = self._puzzle.layout.all_values
        for cell in given:
            masks[cell] = 1 << self._grid[cell] - 1
        result = self._session.solve(Puzzle(self._puzzle.layout, tuple(masks)), 2, self._deadline.left)
        for solution in result.solutions:
            if solution != self._grid:
                return [cell for cell, value in enumerate(self._grid) if solution[cell] != value]
        if not result.exhausted:
            raise TimeoutError("it was not settled in time whether there is another solution")
        return None
