"""Several grids that share cells, samurai among them."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import LayoutError, shown
from ..layout import Layout, Position
from ..layout_bounds import check_cells, check_conflicts
from ..unit import Unit, listed, whole_pair
from .check import check_layout
from .classic import CLASSIC

_SAMURAI: tuple[Position, ...] = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))


def overlapping(corners: Iterable[Position], grid: Layout = CLASSIC, name: str | None = None) -> Layout:
    """Returns one grid at each corner (row, column from 0); grids share the cells where they overlap.

    Units come grid by grid, named `grid 1 row 1` and so on; a unit that two grids have in common is listed once. The
    name of the layout is `overlapping:0,0/6,6` or, for another grid than the classic one, such as
    `overlapping:0,0/2,2:classic:4`. Raises `LayoutError` for other corners, and for more cells than a layout may have.
    """
    check_layout(grid)
    if grid.has_other_rules:
        raise LayoutError(f"grids that overlap have units of different values only, but {grid.name} has more")
    pairs = []
    for corner in listed(corners, "corners are", "rows and columns"):
        pair = whole_pair(corner)
        if pair is None or min(pair) < 0:
            raise LayoutError(f"a corner is a row and a column from 0 up, not {shown(corner)}")
        pairs.append(pair)
    if not pairs:
        raise LayoutError("overlapping grids need at least one corner")
    check_conflicts(len(pairs) * sum(len(unit) ** 2 for unit in grid.units))
    if name is None:
        name = "overlapping:" + "/".join(f"{top},{left}" for top, left in pairs)
        name += "" if grid is CLASSIC else f":{grid.name}"
    places = []
    taken: set[Position] = set()
    for top, left in pairs:
        places.append([(top + row, left + column) for row, column in grid.positions])
        taken.update(places[-1])
        check_cells(len(taken))
    positions = tuple(sorted(taken))
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
