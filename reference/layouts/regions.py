"""Regions of any shape, and several grids that share cells."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from math import isqrt
from typing import Any

from ..contract.errors import LayoutError, shown
from ..model.layout import Layout, Position, check_cells, check_conflicts, check_layout
from ..model.rules import Unit, letters_of, listed, whole_pair
from .classic import CLASSIC, grouped, latin

# Jigsaw Sudoku: rows, columns and regions of any shape.


def jigsaw(regions: Iterable[object]) -> Layout:
    """Returns rows, columns and regions; `regions` names the region of every cell in reading order, as in `"AABB..."`.

    They may also come row by row: as lines of text, as a list of texts or lists, as a NumPy array. Each region has as
    many cells as a row. Regions come in the order in which they first appear. Raises `LayoutError` for anything else.
    """
    named = _cell_by_cell(regions)
    size = isqrt(len(named))
    if size * size != len(named) or not named or None in named:
        raise LayoutError(f"{len(named)} regions named: a jigsaw names one for each cell of a square")
    try:
        units = [Unit(f"region {region}", cells) for region, cells in grouped(named).items()]
    except TypeError as error:
        raise LayoutError(f"{shown(named)} does not name regions: {error}") from error
    for unit in units:
        if len(unit) != size:
            raise LayoutError(f"{unit.name} has {len(unit)} cells, but this jigsaw has regions of {size}")
    square = latin(size)
    return Layout(size, (*square.units, *units), square.positions, name="jigsaw:" + "".join(map(str, named)))


def _cell_by_cell(regions: Any) -> list[object]:
    """Returns the region of every cell, from rows too: those are as many as each of them is long."""
    if isinstance(regions, str):
        regions = list(lines[0]) if len(lines := regions.split()) == 1 else lines
    named = list(listed(regions, "regions are", "names for the cells"))
    if len(named) > 1 and all(isinstance(row, Sized) and len(row) == len(named) for row in named):
        return [region for row in named for region in row]
    return named


# Several grids that share cells, samurai among them.

_SAMURAI: tuple[Position, ...] = ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12))


def overlapping(corners: Iterable[Position], grid: Layout = CLASSIC, name: str | None = None) -> Layout:
    """Returns one grid at each corner (row, column from 0); grids share the cells where they overlap.

    Units come grid by grid, named `grid 1 row A` and so on, by the labels of their cells. A unit that two grids have in
    common is listed once. The layout is named `overlapping:0,0/6,6` or, if the grid is not the classic one,
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
            units.setdefault(frozenset(cells), Unit(f"grid {number} {_name_at(unit, grid, places_of_one)}", cells))
    return Layout(grid.size, tuple(units.values()), positions, grid.block, name)


def _name_at(unit: Unit, grid: Layout, places: list[Position]) -> str:
    """Returns the name of a unit of a grid whose cells are at these places: its rows have other letters there."""
    if unit.cells:
        (row, column), (row_there, column_there) = grid.positions[unit.cells[0]], places[unit.cells[0]]
        lines = {f"row {letters_of(row)}": f"row {letters_of(row_there)}"}
        return (lines | {f"column {column + 1}": f"column {column_there + 1}"}).get(unit.name, unit.name)
    return unit.name


def samurai() -> Layout:
    """Returns five classic grids on 21 rows and columns; the middle one shares a corner block with each other one."""
    return overlapping(_SAMURAI, name="samurai")
