"""Windoku: further blocks that stand one cell off the edge and one cell apart."""

from __future__ import annotations

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit
from .check import check_layout
from .classic import CLASSIC


def windoku(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with its windows: 4 for 9x9, 9 for 16x16; it must be a square of square blocks."""
    check_layout(layout)
    side, columns = layout.block or (0, 0)
    if side != columns or side < 2 or side * side != layout.size or not layout.is_square:
        raise LayoutError(f"windows need a square of square blocks; {layout.name} has none")
    starts = [1 + (side + 1) * number for number in range(side - 1)]
    corners = [(top, left) for top in starts for left in starts]
    windows = [
        Unit(
            f"window {number}",
            tuple((top + row) * layout.size + left + column for row in range(side) for column in range(side)),
        )
        for number, (top, left) in enumerate(corners, start=1)
    ]
    return layout.extended(windows, "windoku")
