"""Disjoint groups: the cells at the same place of every block."""

from __future__ import annotations

from ..errors import LayoutError
from ..layout import Layout
from .check import check_layout
from .classic import CLASSIC
from .groups import numbered_units


def disjoint_groups(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with one unit for each place in a block; the layout must be a square of blocks."""
    check_layout(layout)
    if layout.block is None or not layout.is_square:
        raise LayoutError(f"disjoint groups need a square of blocks; {layout.name} has none")
    rows, columns = layout.block
    places = ((row % rows, column % columns) for row, column in layout.positions)
    return layout.extended(numbered_units("group", places), "disjoint-groups")
