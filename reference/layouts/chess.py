"""Anti-knight and anti-king: cells a chess move apart differ."""

from __future__ import annotations

from collections.abc import Iterator

from ..layout import Layout, Position
from ..unit import Unit
from .any_layout import any_layout
from .classic import CLASSIC

# Half of the moves of each piece: the other half starts at the other end.
_KNIGHT: tuple[Position, ...] = ((1, -2), (1, 2), (2, -1), (2, 1))
_KING: tuple[Position, ...] = ((0, 1), (1, -1), (1, 0), (1, 1))


def anti_knight(base: Layout | str = CLASSIC) -> Layout:
    """Returns the base with a unit of two cells for each knight's move."""
    base = any_layout(base)
    return base.extended(_pairs(base, _KNIGHT, "knight"), "anti-knight")


def anti_king(base: Layout | str = CLASSIC) -> Layout:
    """Returns the base with a unit of two cells for each king's move."""
    base = any_layout(base)
    return base.extended(_pairs(base, _KING, "king"), "anti-king")


def _pairs(base: Layout, moves: tuple[Position, ...], piece: str) -> Iterator[Unit]:
    """Yields the pairs of cells one of the moves apart that may still be equal: other pairs would be redundant."""
    for cell, (row, column) in enumerate(base.positions):
        for down, right in moves:
            other = base.cell_at(row + down, column + right)
            if other is not None and not any(
                other in unit.cells for unit in base.units_of[cell] if not unit.repeatable
            ):
                yield Unit(f"{piece} {base.labels[cell]}-{base.labels[other]}", (cell, other))
