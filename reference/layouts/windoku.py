"""Windoku: further blocks that stand one cell off the edge and one cell apart."""

from __future__ import annotations

from dataclasses import replace

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit
from .classic import classic


def windoku(base: Layout | None = None) -> Layout:
    """The base (default: classic 9x9) with its windows: 4 for 9x9, 9 for 16x16. The base has square blocks."""
    base = base or classic()
    side, columns = base.block or (0, 0)
    if side != columns or side < 2 or side * side != base.size or not base.is_square:
        raise LayoutError(f"windows need a square of square blocks; {base.name} has none")
    starts = [1 + (side + 1) * number for number in range(side - 1)]
    corners = [(top, left) for top in starts for left in starts]
    windows = [
        Unit(
            f"window {number + 1}",
            tuple((top + row) * base.size + left + column for row in range(side) for column in range(side)),
        )
        for number, (top, left) in enumerate(corners)
    ]
    return replace(base + windows, name=f"{base.name}+windoku")
