"""Puzzles and grids as text that `parse_puzzle` reads back."""

from __future__ import annotations

from collections.abc import Sequence

from ..layout import Layout
from ..puzzle import Puzzle, values_in


def write_line(puzzle: Puzzle) -> str:
    """Returns the puzzle in one line: a character a cell, `.` for an open one; above nine values numbers and blanks.

    A cell with some candidates ruled out is written as `1/3/5`, and the line then has blanks as well.
    """
    cells = _cell_texts(puzzle)
    compact = puzzle.layout.size <= 9 and all(len(cell) == 1 for cell in cells)
    return ("" if compact else " ").join(cells)


def write_grid(grid: Sequence[int], layout: Layout) -> str:
    """Returns a grid in one line: a digit a cell; above nine values numbers and blanks."""
    return ("" if layout.size <= 9 else " ").join(map(str, grid))


def write_picture(puzzle: Puzzle) -> str:
    """Returns the puzzle as a picture of several lines, framed along the blocks if the layout has any."""
    layout = puzzle.layout
    cells = _cell_texts(puzzle)
    width = max(map(len, cells))
    columns = max(column for _, column in layout.positions) + 1
    height, stride = layout.block or (len(layout.positions), columns)
    lines = []
    for row in range(layout.positions[-1][0] + 1):
        if row and row % height == 0:
            strokes = ["-" * (min(stride, columns - left) * (width + 1)) for left in range(0, columns, stride)]
            lines.append("+-".join(strokes)[:-1])
        parts = []
        for column in range(columns):
            cell = layout.cell_at(row, column)
            parts += ["|"] if column and column % stride == 0 else []
            parts.append(" " * width if cell is None else cells[cell].rjust(width))
        lines.append(" ".join(parts).rstrip())
    return "\n".join(lines)


def _cell_texts(puzzle: Puzzle) -> list[str]:
    everything = puzzle.layout.all_values
    return [
        "." if mask == everything and puzzle.layout.size > 1 else "/".join(map(str, values_in(mask)))
        for mask in puzzle.candidates
    ]
