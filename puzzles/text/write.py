"""Puzzles and grids as text that `parse_puzzle` reads back, one or many at a time."""

from __future__ import annotations

from collections.abc import Iterable

from ...reference.contract.errors import PuzzleError
from ...reference.model.grid import broken_rules, is_grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .any_puzzle import any_grid, any_layout, any_puzzle


def write_line(puzzle: object, layout: Layout | str | None = None) -> str:
    """Returns the puzzle in one line: a digit a cell, `.` for an open one; with larger numbers blanks between them.

    A cell with some candidates ruled out is written as `1/3/5`, and the line then has blanks as well. The puzzle may
    have any form that `solve` takes.
    """
    puzzle = puzzle if isinstance(puzzle, Puzzle) else any_puzzle(puzzle, layout)
    cells = puzzle.cell_texts()
    compact = puzzle.layout.symbols is not None and all(len(cell) == 1 for cell in cells)
    return ("" if compact else " ").join(cells)


def write_grid(grid: object, layout: Layout | str | None = None) -> str:
    """Returns a grid in one line: a digit a cell; above nine values numbers and blanks.

    A grid is values in any form that `is_solution` takes; without a layout it is a classic one of the fitting size.
    Raises `PuzzleError` where a cell has no value of the layout.
    """
    rules = any_layout(layout)
    if rules is None:
        puzzle = any_puzzle(grid)
        rules, grid = puzzle.layout, puzzle.values
    if type(grid) is not tuple or not is_grid(grid, rules):
        grid = any_grid(grid, rules)
        if not is_grid(grid, rules):
            raise PuzzleError(f"no complete grid: {next(broken_rules(grid, Puzzle.empty(rules)))}")
    return grid_text(grid, rules)


def grid_text(values: Iterable[object], layout: Layout) -> str:
    """Returns values in one line; one that the layout does not have is written as Python does."""
    known = range(1, layout.size + 1)
    texts = [str(layout.number(value) if isinstance(value, int) and value in known else value) for value in values]
    return ("" if layout.symbols is not None else " ").join(texts)


_CHARACTERS = bytes.maketrans(bytes(range(10)), b".123456789")


def plain_lines(layout: Layout, values: bytes | None) -> list[str] | None:
    """Returns the lines, without their ends, of many puzzles or solutions, whose values are those of a `PlainBlock`.

    None where values have no digits of their own, and for None.
    """
    if values is None or layout.symbols is None or layout.first_value != 1:
        return None
    text, width = values.translate(_CHARACTERS).decode("ascii"), layout.cell_count
    return [text[first : first + width] for first in range(0, len(text), width)]


def write_picture(puzzle: object, layout: Layout | str | None = None) -> str:
    """Returns the puzzle as a picture of several lines, framed along the blocks if the layout has any.

    The puzzle may have any form that `solve` takes; a grid is a puzzle, too.
    """
    return str(any_puzzle(puzzle, layout))
