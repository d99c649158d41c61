"""Classic Sudoku of any size: rows, columns and rectangular blocks."""

from __future__ import annotations

from math import isqrt

from ..errors import LayoutError, shown
from ..layout import Layout
from ..layout_bounds import checked_size
from ..unit import whole_pair
from .groups import numbered_units
from .latin import latin


def classic(size: int | None = None, block: tuple[int, int] | None = None) -> Layout:
    """Returns rows, columns and blocks as units, in this order, each in reading order; without arguments 9x9.

    `block` is (rows, columns) of a block; their product is the size. A size alone takes the block closest to a square
    that is not taller than wide: 3x3 for 9, 2x3 for 6. Raises `LayoutError` where there is no such block.
    """
    if size is not None:
        size = checked_size(size)
    pair = _block_for(9 if size is None else size) if block is None else whole_pair(block)
    if pair is None:
        raise LayoutError(f"a block is (rows, columns), not {shown(block)}")
    rows, columns = pair
    if rows < 1 or columns < 1 or (size is not None and rows * columns != size):
        wanted = "" if size is None else f", nor {size} values"
        raise LayoutError(f"a block of {rows}x{columns} holds no layout{wanted}")
    square = latin(rows * columns)
    blocks = numbered_units("block", ((row // rows, column // columns) for row, column in square.positions))
    name = "classic" if (rows, columns) == (3, 3) else f"classic:{rows}x{columns}"
    return Layout(square.size, (*square.units, *blocks), square.positions, (rows, columns), name)


def _block_for(size: int) -> tuple[int, int]:
    rows = max(divisor for divisor in range(1, isqrt(size) + 1) if size % divisor == 0)
    if rows == 1 and size > 1:
        raise LayoutError(f"{size} values have no blocks of several rows; try latin:{size}")
    return rows, size // rows


CLASSIC = classic()
"""The 9x9 layout, the base to which other builders add their units by default."""
