"""Both long diagonals as units."""

from __future__ import annotations

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit
from .any_layout import any_layout
from .classic import CLASSIC


def diagonal(base: Layout | str = CLASSIC) -> Layout:
    """Returns the base with its two long diagonals; the cells of the base must form a square of `size` rows."""
    base = any_layout(base)
    size = base.size
    if not base.is_square:
        raise LayoutError(f"diagonals need a square of {size} rows and columns; {base.name} is none")
    down = Unit("main diagonal", tuple(line * size + line for line in range(size)))
    up = Unit("anti-diagonal", tuple(line * size + size - 1 - line for line in range(size)))
    return base.extended([down, up], "diagonal")
