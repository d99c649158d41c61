"""Anti-knight and anti-king: cells a chess move apart differ."""

from __future__ import annotations

from collections.abc import Iterator

from ..layout import Layout, Position
from ..unit import Unit
from .check import check_layout
from .classic import CLASSIC
from .steps import beside

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
