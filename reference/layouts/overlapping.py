"""Several grids that share cells, samurai among them."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import LayoutError
from ..layout import Layout, Position, Unit
from .classic import CLASSIC

_SAMURAI: tuple[Position, ...] = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))


def overlapping(corners: Sequence[Position], grid: Layout = CLASSIC, name: str = "overlapping") -> Layout:
    """Returns one grid at each corner (row, column from 0); grids share the cells where they overlap.

    Units come grid by grid, named `grid 1 row 1` and so on; a unit that two grids have in common is listed once.
    """
    if not corners or min(min(corner) for corner in corners) < 0:
        raise LayoutError("overlapping grids need at least one corner, with row and column from 0 up")
    places = [[(top + row, left + column) for row, column in grid.positions] for top, left in corners]
    positions = tuple(sorted({place for places_of_one in places for place in places_of_one}))
    cell_at = {position: cell for cell, position in enumerate(positions)}
    units: dict[frozenset[int], Unit] = {}
    for number, places_of_one in enumerate(places, start=1):
        for unit in grid.units:
            cells = tuple(cell_at[places_of_one[cell]] for cell in unit.cells)
            units.setdefault(frozenset(cells), Unit(f"grid {number} {unit.name}", cells))
    return Layout(grid.size, tuple(units.values()), positions, grid.block, name)


def samurai() -> Layout:
    """Returns five classic grids on 21 rows and columns; the middle one shares a corner block with each other one."""
    return overlapping(_SAMURAI, name="samurai")
