"""How large layouts may be."""

from __future__ import annotations

from typing import Any

from .errors import LayoutError, shown
from .unit import whole_between

MOST_VALUES = 144
"""The largest size of a layout, so that a slip such as 10000 for 100 cannot fill the memory."""

MOST_CELLS = 2**16
"""The most cells of a layout; also the most rows and columns in which cells are drawn."""

MOST_CONFLICTS = 20_000_000
"""The most conflicts of a layout: the sum of the squared sizes of its units, and the squared number of values for each
pair. `classic:144` needs half of it; tables of peers take a gigabyte at most."""


def checked_size(size: Any) -> int:
    """Returns a number of values as an int; raises `LayoutError` unless it is from 1 to `MOST_VALUES`."""
    return whole_between(size, 1, MOST_VALUES, f"a layout has 1 to {MOST_VALUES} values")


def check_cells(count: int) -> None:
    """Raises `LayoutError` for more than `MOST_CELLS` cells: before they are made."""
    if count > MOST_CELLS:
        raise LayoutError(f"a layout has at most {MOST_CELLS} cells, not {shown(count)}")


def check_conflicts(count: int) -> None:
    """Raises `LayoutError` where units and pairs rule out more than `MOST_CONFLICTS`."""
    if count > MOST_CONFLICTS:
        what = "the squares of the sizes of its units and, for each pair, of the number of values"
        raise LayoutError(f"the layout is too large: {what} add up to more than {MOST_CONFLICTS:,}")
