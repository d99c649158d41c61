"""Givens that a solution needs to be the only one, or that would make it the only one."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...reference.contract.deadline import Deadline
from ...reference.contract.session import Session
from ...reference.model.grid import Grid
from ...reference.model.puzzle import Puzzle
from .least_sets import minimal
from .parts import restricted_cells


class Settling:
    """Asks a session whether a grid is the only solution of a puzzle, with more givens or with fewer.

    All methods raise TimeoutError when the time is over before that is known.
    """

    def __init__(self, puzzle: Puzzle, grid: Grid, session: Session, deadline: Deadline) -> None:
        self._puzzle, self._grid, self._session, self._deadline = puzzle, grid, session, deadline
        self._restricted = restricted_cells(puzzle)

    def redundant_givens(self) -> tuple[int, ...]:
        """Returns the restricted cells that could be open, each alone, with the grid still the only solution."""
        return tuple(cell for cell in self._restricted if not self._difference(opened=[cell]))

    def needed_givens(self, redundant: Sequence[int]) -> tuple[int, ...]:
        """Returns restricted cells that suffice for the grid to be the only solution.

        The redundant ones are left out one after the other, in their order, as long as it stays the only solution.
        """
        kept = minimal(redundant, lambda kept: not self._difference(opened={*redundant} - {*kept}))
        return tuple(cell for cell in self._restricted if cell in kept or cell not in redundant)

    def settling_cells(self) -> list[int]:
        """Returns cells with whose values the grid is the only solution, and none of which can be left out.

        Every other solution differs from the grid in some cells. The first of these is given, as long as there is such
        a solution; at the end those that are not needed are left out.
        """
        chosen: list[int] = []
        while difference := self._difference(chosen):
            chosen.append(difference[0])
        return sorted(minimal(chosen, lambda cells: not self._difference(cells)))

    def _difference(self, given: Collection[int] = (), opened: Collection[int] = ()) -> list[int]:
        """Returns the cells in which another solution differs, ascending, with some cells given and some open.

        Nothing where there is no other.
        """
        masks = list(self._puzzle.candidates)
        for cell in opened:
            masks[cell] = self._puzzle.layout.all_values
        for cell in given:
            masks[cell] = 1 << self._grid[cell] - 1
        result = self._session.solve(Puzzle(self._puzzle.layout, tuple(masks)), 2, self._deadline.left)
        other = next((solution for solution in result.solutions if solution != self._grid), self._grid)
        if other == self._grid and not result.exhausted:
            raise TimeoutError("it was not settled in time whether there is another solution")
        return [cell for cell, value in enumerate(self._grid) if other[cell] != value]
