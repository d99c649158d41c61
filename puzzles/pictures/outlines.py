"""Lines that begin at the edge of a circle, and outlines a little within the border of some cells."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

CELL = 48
"""The side of a cell."""

Place = tuple[int, int]
"""Row and column, or x and y."""


def towards(start: tuple[float, float], end: tuple[float, float], far: float) -> tuple[float, float]:
    """Returns the point so far from the start on the way to the end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * far / length, start[1] + (end[1] - start[1]) * far / length


def inset(inside: set[Place], corner: Callable[[Place], tuple[int, int]]) -> str:
    """Returns a path a little within the border of cells."""
    gap = 4
    path = ""
    for row, column in sorted(inside):
        x, y = corner((row, column))
        up, down = (row - 1, column) in inside, (row + 1, column) in inside
        left, right = (row, column - 1) in inside, (row, column + 1) in inside
        x0, x1 = x + (0 if left else gap), x + CELL - (0 if right else gap)
        y0, y1 = y + (0 if up else gap), y + CELL - (0 if down else gap)
        path += "" if up else f"M{x0} {y + gap}H{x1}"
        path += "" if down else f"M{x0} {y + CELL - gap}H{x1}"
        path += "" if left else f"M{x + gap} {y0}V{y1}"
        path += "" if right else f"M{x + CELL - gap} {y0}V{y1}"
        # Inner corners, where two neighbours are inside and the cell between them is not.
        for other_row, other_column in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            beside = (row, column + other_column) in inside and (row + other_row, column) in inside
            if beside and (row + other_row, column + other_column) not in inside:
                corner_x = x if other_column < 0 else x + CELL
                corner_y = y if other_row < 0 else y + CELL
                path += f"M{corner_x} {corner_y - other_row * gap}h{-other_column * gap}v{other_row * gap}"
    return path
