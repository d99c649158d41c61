"""Givens that a solution needs to be the only one, or that would make it the only one."""

from __future__ import annotations

from collections.abc import Iterable

from ...reference.contract import Session
from ...reference.deadline import Deadline
from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from .least_sets import minimal


class Settling:
    """Asks a session whether a solution of a puzzle is the only one, with more givens or with fewer.

    All methods raise TimeoutError when the time is over before that is known.
    """

    def __init__(self, puzzle: Puzzle, session: Session, deadline: Deadline) -> None:
        self._puzzle = puzzle
        self._session = session
        self._deadline = deadline
        every = puzzle.layout.all_values
        self._restricted = [cell for cell, mask in enumerate(puzzle.candidates) if mask != every]

    def redundant_givens(self, grid: Grid) -> tuple[int, ...]:
        """Returns the restricted cells that could be open, each alone, with the grid still the only solution."""
        return tuple(cell for cell in self._restricted if self._difference(grid, opened=[cell]) is None)

    def needed_givens(self, grid: Grid, redundant: Iterable[int]) -> tuple[int, ...]:
        """Returns restricted cells that suffice for the grid to be the only solution.

        The redundant ones are left out one after the other, in their order, as long as it stays the only solution.
        """
        left_out = set(redundant)
        left_out -= set(
            minimal(list(redundant), lambda kept: self._difference(grid, opened=left_out - {*kept}) is None)
        )
        return tuple(cell for cell in self._restricted if cell not in left_out)

    def settling_cells(self, grid: Grid) -> list[int]:
        """Returns cells with whose values the grid is the only solution, and none of which can be left out.

        Every other solution differs from the grid in some cells. The first of these is given, as long as there is such
        a solution; at the end those that are not needed are left out.
        """
        chosen: list[int] = []
        while (difference := self._difference(grid, chosen)) is not None:
            chosen.append(difference[0])
        return sorted(minimal(chosen, lambda cells: self._difference(grid, cells) is None))

    def _difference(self, grid: Grid, given: Iterable[int] = (), opened: Iterable[int] = ()) -> list[int] | None:
        """Returns the cells in which another solution differs, ascending, with some cells given and some open.

        None where there is no other.
        """
        masks = list(self._puzzle.candidates)
        for cell in opened:
            masks[cell] = self._puzzle.layout.all_values
        for cell in given:
            masks[cell] = 1 << grid[cell] - 1
        result = self._session.solve(Puzzle(self._puzzle.layout, tuple(masks)), 2, self._deadline.left)
        for solution in result.solutions:
            if solution != grid:
                return [cell for cell, value in enumerate(grid) if solution[cell] != value]
        if not result.exhausted:
            raise TimeoutError("it was not settled in time whether there is another solution")
        return None
