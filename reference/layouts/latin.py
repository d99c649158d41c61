"""Latin squares: rows and columns."""

from __future__ import annotations

from ..layout import Layout
from ..layout_bounds import checked_size
from ..unit import Unit


def latin(size: int) -> Layout:
    """Returns a square of `size` rows and columns, each a unit: first the rows, then the columns."""
    size = checked_size(size)
    rows = [Unit(f"row {number + 1}", tuple(range(number * size, (number + 1) * size))) for number in range(size)]
    columns = [Unit(f"column {number + 1}", tuple(range(number, size * size, size))) for number in range(size)]
    positions = tuple((row, column) for row in range(size) for column in range(size))
    return Layout(size, (*rows, *columns), positions, name=f"latin:{size}")
