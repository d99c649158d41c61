"""Paths of SVG pictures: from one cell to another, and within the border of some cells."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from ...reference.layout import Layout
from .pictured import Place

CELL = 48
"""The side of a cell."""

Point = tuple[float, float]
"""x and y."""


def curve(layout: Layout, pair: tuple[int, int], start: Point, end: Point) -> str:
    """Returns a path from the middle of one cell to that of another; it bends where a third cell is between them."""
    (x, y), (end_x, end_y) = start, end
    (row, column), (end_row, end_column) = (layout.positions[cell] for cell in pair)
    rows, columns = end_row - row, end_column - column
    steps = max(abs(rows), abs(columns))
    between = [step for step in range(1, steps) if not rows * step % steps and not columns * step % steps]
    if all(layout.cell_at(row + rows * step // steps, column + columns * step // steps) is None for step in between):
        return f"M{x:g} {y:g}L{end_x:g} {end_y:g}"
    middle_x, middle_y = (x + end_x) / 2 - rows / steps * CELL, (y + end_y) / 2 + columns / steps * CELL
    return f"M{x:g} {y:g}Q{middle_x:g} {middle_y:g} {end_x:g} {end_y:g}"


def towards(start: Point, end: Point, far: float) -> Point:
    """Returns the point so far from the start on the way to the end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * far / length, start[1] + (end[1] - start[1]) * far / length


def inset(inside: set[Place], corner: Callable[[Place], tuple[int, int]]) -> str:
    """Returns a path a little within the border of cells."""
    gap = 4
    path = ""
    for row, column in sorted(inside):
        x, y = corner((row, column))
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, column + right) in inside:
                continue
            ends = []
            for way in (-1, 1):
                beside = row + way * abs(right), column + way * abs(down)
                behind = beside[0] + down, beside[1] + right
                # Up to the next side, to the next cell, or to the side of the cell at the inner corner.
                ends.append(way * gap * ((behind in inside) - (beside not in inside)))
            if down:
                path += f"M{x + ends[0]} {y + (gap if down < 0 else CELL - gap)}H{x + CELL + ends[1]}"
            else:
                path += f"M{x + (gap if right < 0 else CELL - gap)} {y + ends[0]}V{y + CELL + ends[1]}"
    return path
