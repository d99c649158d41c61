"""A grid from what a caller has, and the check whether it solves a puzzle in any form."""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.model.cells import grid_values, plain
from ...reference.model.grid import broken_rules, solves
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .any_puzzle import any_puzzle, are_cells, on_layout
from .parse import parse_puzzle


def is_solution(grid: object, puzzle: object) -> bool:
    """Whether each cell has one of its candidates and no rule is broken; `violations` gives the reasons.

    A grid is values in reading order, rows of them, an array of NumPy, a mapping from cells to values, or text. The
    puzzle has any form that `solve` takes. Raises `PuzzleError` for what is no grid or no puzzle at all.
    """
    if isinstance(grid, tuple) and isinstance(puzzle, Puzzle) and solves(grid, puzzle):
        return True  # the usual form, in half the time
    asked, values = _read(grid, puzzle)
    return solves(values, asked)  # type: ignore[arg-type]  # it looks at the types


def violations(grid: object, puzzle: object) -> Iterator[str]:
    """Returns each rule that the grid breaks as a sentence; nothing for a solution. It takes what `is_solution` takes.

    A grid of the wrong length yields only that. Otherwise cells come first, in reading order, then units in the order
    of the layout, each with the repeated value and the cells that hold it, then sums and pairs. A sum or a pair with a
    value that the layout does not have is left out, as its cell is named already. Values are shown as the numbers that
    they stand for.
    """
    asked, values = _read(grid, puzzle)
    return broken_rules(values, asked)


def any_grid(grid: object, layout: Layout) -> tuple[object, ...]:
    """Returns what a grid holds in each cell, from text, rows, an array or a mapping; numbers as int, others as is.

    Nothing is said about its length and values: that is for the caller to see. Raises `PuzzleError` for text that
    cannot be read and for what is no grid at all.
    """
    if isinstance(grid, Puzzle):
        return on_layout(grid, layout).values
    grid = plain(grid)
    if isinstance(grid, (list, tuple)) and grid and all(isinstance(item, str) for item in grid):
        grid = grid if are_cells(grid, layout) else "\n".join(grid)
    if isinstance(grid, str):
        return parse_puzzle(grid, layout).values
    return tuple(grid_values(grid, layout))


def _read(grid: object, puzzle: object) -> tuple[Puzzle, tuple[object, ...]]:
    asked = puzzle if isinstance(puzzle, Puzzle) else any_puzzle(puzzle)
    return asked, any_grid(grid, asked.layout)
