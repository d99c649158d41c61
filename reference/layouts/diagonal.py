"""Both long diagonals as units."""

from __future__ import annotations

from dataclasses import replace

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit
from .classic import classic


def diagonal(base: Layout | None = None) -> Layout:
    """The base (default: classic 9x9) with its two long diagonals; its cells must form a square of `size` rows."""
    base = base or classic()
    size = base.size
    if not base.is_square:
        raise LayoutError(f"diagonals need a square of {size} rows and columns; {base.name} is none")
    down = Unit("main diagonal", tuple(base.positions.index((line, line)) for line in range(size)))
    up = Unit("anti-diagonal", tuple(base.positions.index((line, size - 1 - line)) for line in range(size)))
    units = [down, up]
    return replace(base + units, name=f"{base.name}+diagonal")
