"""Both long diagonals as units."""

from __future__ import annotations

from ..errors import LayoutError
from ..layout import Layout
from ..unit import Unit
from .check import check_layout
from .classic import CLASSIC


def diagonal(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with its two long diagonals; its cells must form a square of `size` rows."""
    check_layout(layout)
    size = layout.size
    if not layout.is_square:
        raise LayoutError(f"diagonals need a square of {size} rows and columns; {layout.name} is none")
    down = Unit("main diagonal", tuple(line * size + line for line in range(size)))
    up = Unit("anti-diagonal", tuple(line * size + size - 1 - line for line in range(size)))
    return layout.extended([down, up], "diagonal")
