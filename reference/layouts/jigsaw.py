"""Jigsaw Sudoku: rows, columns and regions of any shape."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from math import isqrt
from typing import Any

from ..errors import LayoutError, shown
from ..layout import Layout
from ..unit import Unit, listed
from .groups import grouped
from .latin import latin


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
