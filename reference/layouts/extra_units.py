"""Further units on a grid: both diagonals, windows, disjoint groups, and cells a chess move apart."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract.errors import LayoutError
from ..model.layout import Layout, Position, check_layout
from ..model.rules import Unit
from .cell_lists import beside
from .classic import CLASSIC, numbered_units

# Both long diagonals as units.


def diagonal(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with its two long diagonals; its cells must form a square of `size` rows."""
    check_layout(layout)
    size = layout.size
    if not layout.is_square:
        raise LayoutError(f"diagonals need a square of {size} rows and columns; {layout.name} is none")
    down = Unit("main diagonal", tuple(line * size + line for line in range(size)))
    up = Unit("anti-diagonal", tuple(line * size + size - 1 - line for line in range(size)))
    return layout.extended([down, up], "diagonal")


# Windoku: further blocks that stand one cell off the edge and one cell apart.


def windoku(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with its windows: 4 for 9x9, 9 for 16x16; it must be a square of square blocks."""
    check_layout(layout)
    side, columns = layout.block or (0, 0)
    if side != columns or side < 2 or side * side != layout.size or not layout.is_square:
        raise LayoutError(f"windows need a square of square blocks; {layout.name} has none")

    def window(row: int, column: int) -> Position | None:
        """Returns which window a cell is in: between two windows, and before the first, is a line of other cells."""
        (down, line), (right, place) = divmod(row - 1, side + 1), divmod(column - 1, side + 1)
        return (down, right) if line < side > place else None

    return layout.extended(numbered_units("window", (window(*position) for position in layout.positions)), "windoku")


# Disjoint groups: the cells at the same place of every block.


def disjoint_groups(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with one unit for each place in a block; the layout must be a square of blocks."""
    check_layout(layout)
    if layout.block is None or not layout.is_square:
        raise LayoutError(f"disjoint groups need a square of blocks; {layout.name} has none")
    rows, columns = layout.block
    places = ((row % rows, column % columns) for row, column in layout.positions)
    return layout.extended(numbered_units("group", places), "disjoint-groups")


# Anti-knight and anti-king: cells a chess move apart differ.

# Half of the moves of each piece: the other half starts at the other end.
_KNIGHT: tuple[Position, ...] = ((1, -2), (1, 2), (2, -1), (2, 1))
_KING: tuple[Position, ...] = ((0, 1), (1, -1), (1, 0), (1, 1))


def anti_knight(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with a unit of two cells for each knight's move."""
    check_layout(layout)
    return layout.extended(_pairs(layout, _KNIGHT, "knight"), "anti-knight")


def anti_king(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with a unit of two cells for each king's move."""
    check_layout(layout)
    return layout.extended(_pairs(layout, _KING, "king"), "anti-king")


def _pairs(layout: Layout, moves: tuple[Position, ...], piece: str) -> Iterator[Unit]:
    """Yields the pairs of cells one of the moves apart that may still be equal: other pairs would be redundant."""
    for cell in range(layout.cell_count):
        for move in moves:
            other = beside(layout, cell, move)
            if other is not None and not any(
                other in unit.cells for unit in layout.units_of[cell] if not unit.repeatable
            ):
                yield Unit(f"{piece} {layout.labels[cell]}-{layout.labels[other]}", (cell, other))
