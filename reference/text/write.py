"""Puzzles and grids as text that `parse_puzzle` reads back."""

from __future__ import annotations

from ..errors import PuzzleError
from ..grid import broken_rules, is_grid
from ..layouts.any_layout import any_layout
from ..puzzle import Puzzle
from .any_puzzle import any_grid, any_puzzle


def write_line(puzzle: object, layout: object = None) -> str:
    """Returns the puzzle in one line: a character a cell, `.` for an open one; above nine values numbers and blanks.

    A cell with some candidates ruled out is written as `1/3/5`, and the line then has blanks as well. The puzzle may
    have any form that `solve` takes.
    """
    puzzle = puzzle if isinstance(puzzle, Puzzle) else any_puzzle(puzzle, layout)
    cells = puzzle.cell_texts()
    compact = puzzle.layout.size <= 9 and all(len(cell) == 1 for cell in cells)
    return ("" if compact else " ").join(cells)


def write_grid(grid: object, layout: object = None) -> str:
    """Returns a grid in one line: a digit a cell; above nine values numbers and blanks.

    A grid is values in any form that `is_solution` takes; without a layout it is a classic one of the fitting size.
    Raises `PuzzleError` where a cell has no value of the layout.
    """
    if layout is None:
        puzzle = any_puzzle(grid)
        layout, grid = puzzle.layout, puzzle.values
    rules = any_layout(layout)
    if type(grid) is not tuple or not is_grid(grid, rules):
        grid = any_grid(grid, rules)
        if not is_grid(grid, rules):
            raise PuzzleError(f"no complete grid: {next(broken_rules(grid, Puzzle.empty(rules)))}")
    return ("" if rules.size <= 9 else " ").join(map(str, grid))


def write_picture(puzzle: object, layout: object = None) -> str:
    """Returns the puzzle as a picture of several lines, framed along the blocks if the layout has any.

    The puzzle may have any form that `solve` takes; a grid is a puzzle, too.
    """
    return str(any_puzzle(puzzle, layout))
