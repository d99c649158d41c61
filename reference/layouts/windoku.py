"""Windoku: further blocks that stand one cell off the edge and one cell apart."""

from __future__ import annotations

from ..errors import LayoutError
from ..layout import Layout, Position
from .check import check_layout
from .classic import CLASSIC
from .groups import numbered_units


def windoku(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with its windows: 4 for 9x9, 9 for 16x16; it must be a square of square blocks."""
    check_layout(layout)
    side, columns = layout.block or (0, 0)
    if side != columns or side < 2 or side * side != layout.size or not layout.is_square:
        raise LayoutError(f"windows need a square of square blocks; {layout.name} has none")

    def window(row: int, column: int) -> Position | None:
        """Returns which window a cell is in: between two windows, and before the first, is a line of other cells."""
        (down, line), (right, place) = divmod(row - 1, side + 1), divmod(column - 1, side + 1)
        return (down, right) if line < side > place else None

    return layout.extended(numbered_units("window", (window(*position) for position in layout.positions)), "windoku")
