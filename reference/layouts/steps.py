"""Cells that are a step apart where they are drawn: (rows down, columns to the right)."""

from __future__ import annotations

from ..layout import Layout, Position


def beside(layout: Layout, cell: int, step: Position) -> int | None:
    """Returns the cell that is a step away; None where there is none."""
    row, column = layout.positions[cell]
    return layout.cell_at(row + step[0], column + step[1])


def line_from(layout: Layout, cell: int, step: Position) -> tuple[int, ...]:
    """Returns the cells from this one on, each a step from the one before, up to the first place without a cell."""
    line = [cell]
    while (following := beside(layout, line[-1], step)) is not None:
        line.append(following)
    return tuple(line)
