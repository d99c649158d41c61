"""Anti-knight and anti-king: cells a chess move apart differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..layout import Layout, Position
from ..unit import Unit
from .classic import classic

# Half of the moves of each piece: the other half starts at the other end.
_KNIGHT: tuple[Position, ...] = ((1, -2), (1, 2), (2, -1), (2, 1))
_KING: tuple[Position, ...] = ((0, 1), (1, -1), (1, 0), (1, 1))


def anti_knight(base: Layout | None = None) -> Layout:
    """The base (default: classic 9x9) with a unit of two cells for each knight's move."""
    base = base or classic()
    return replace(base + _pairs(base, _KNIGHT, "knight"), name=f"{base.name}+anti-knight")


def anti_king(base: Layout | None = None) -> Layout:
    """The base (default: classic 9x9) with a unit of two cells for each king's move."""
    base = base or classic()
    return replace(base + _pairs(base, _KING, "king"), name=f"{base.name}+anti-king")


def _pairs(base: Layout, moves: Iterable[Position], piece: str) -> list[Unit]:
    """The cells one of the moves apart, but for those that share a unit already: these would say nothing new."""
    moves = tuple(moves)
    units = []
    for cell, (row, column) in enumerate(base.positions):
        for down, right in moves:
            other = base.cell_at(row + down, column + right)
            if other is not None and other not in base.peers[cell]:
                units.append(Unit(f"{piece} {base.labels[cell]}-{base.labels[other]}", (cell, other)))
    return units
