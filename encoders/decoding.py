"""From what a solver says to a grid that is checked."""

from __future__ import annotations

from collections.abc import Sequence

from ..reference.errors import BackendError
from ..reference.grid import Grid, faults
from ..reference.puzzle import Puzzle


def checked(grid: Sequence[int], puzzle: Puzzle, backend: str) -> Grid:
    """The grid, if it solves the puzzle by the rules; else `BackendError`: wrong answers are on record for solvers."""
    fault = next(faults(grid, puzzle), None)
    if fault is not None:
        raise BackendError(f"{backend} returned a grid that is no solution: {fault}")
    return tuple(grid)


def only_values(values: Sequence[Sequence[int]], puzzle: Puzzle, backend: str) -> list[int]:
    """The one value of each cell; `BackendError` where an assignment gives a cell none or several."""
    for cell, found in enumerate(values):
        if len(found) != 1:
            label = puzzle.layout.labels[cell]
            raise BackendError(f"{backend} returned {len(found)} values for cell {label}: {list(found)}")
    return [found[0] for found in values]
