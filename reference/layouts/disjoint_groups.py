"""Disjoint groups: the cells at the same place of every block."""

from __future__ import annotations

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit
from .check import check_layout
from .classic import CLASSIC


def disjoint_groups(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with one unit for each place in a block; the layout must be a square of blocks."""
    check_layout(layout)
    if layout.block is None or not layout.is_square:
        raise LayoutError(f"disjoint groups need a square of blocks; {layout.name} has none")
    rows, columns = layout.block
    groups: list[list[int]] = [[] for _ in range(rows * columns)]
    for cell, (row, column) in enumerate(layout.positions):
        groups[row % rows * columns + column % columns].append(cell)
    units = [Unit(f"group {number}", tuple(cells)) for number, cells in enumerate(groups, start=1)]
    return layout.extended(units, "disjoint-groups")
