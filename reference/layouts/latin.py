"""Latin squares: rows and columns."""

from __future__ import annotations

from ..layout import Layout
from ..layout_bounds import checked_size
from .groups import numbered_units


def latin(size: int) -> Layout:
    """Returns a square of `size` rows and columns, each a unit: first the rows, then the columns."""
    size = checked_size(size)
    positions = tuple((row, column) for row in range(size) for column in range(size))
    rows = numbered_units("row", (row for row, _ in positions))
    columns = numbered_units("column", (column for _, column in positions))
    return Layout(size, (*rows, *columns), positions, name=f"latin:{size}")
