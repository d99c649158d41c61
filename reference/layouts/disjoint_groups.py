"""Disjoint groups: the cells at the same place of every block."""

from __future__ import annotations

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit
from .any_layout import any_layout
from .classic import CLASSIC


def disjoint_groups(base: Layout | str = CLASSIC) -> Layout:
    """Returns the base with one unit for each place in a block; the base must be a square of blocks."""
    base = any_layout(base)
    if base.block is None or not base.is_square:
        raise LayoutError(f"disjoint groups need a square of blocks; {base.name} has none")
    rows, columns = base.block
    groups: list[list[int]] = [[] for _ in range(rows * columns)]
    for cell, (row, column) in enumerate(base.positions):
        groups[row % rows * columns + column % columns].append(cell)
    units = [Unit(f"group {number}", tuple(cells)) for number, cells in enumerate(groups, start=1)]
    return base.extended(units, "disjoint-groups")
