"""Paths of SVG pictures: along a line between cells, and within the border of some cells."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from ...reference.model.layout import Position

CELL = 48
"""The side of a cell."""

Point = tuple[float, float]
"""x and y."""


def towards(start: Point, end: Point, far: float) -> Point:
    """Returns the point so far from the start on the way to the end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * far / length, start[1] + (end[1] - start[1]) * far / length


def inset(inside: set[Position], corner: Callable[[Position], tuple[int, int]]) -> str:
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
