"""Disjoint groups: the cells at the same place of every block."""

from __future__ import annotations

from dataclasses import replace

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit
from .classic import classic


def disjoint_groups(base: Layout | None = None) -> Layout:
    """The base (default: classic 9x9) with one unit for each place in a block; the base has blocks all over."""
    base = base or classic()
    if base.block is None or not base.is_square:
        raise LayoutError(f"disjoint groups need a square of blocks; {base.name} has none")
    rows, columns = base.block
    groups: dict[tuple[int, int], list[int]] = {(row, column): [] for row in range(rows) for column in range(columns)}
    for cell, (row, column) in enumerate(base.positions):
        groups[row % rows, column % columns].append(cell)
    units = [Unit(f"group {number + 1}", tuple(cells)) for number, cells in enumerate(groups.values())]
    return replace(base + units, name=f"{base.name}+disjoint-groups")
