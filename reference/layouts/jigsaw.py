"""Jigsaw Sudoku: rows, columns and regions of any shape."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from ..errors import LayoutError
from ..layout import Layout, Unit
from .latin import latin


def jigsaw(regions: Sequence[object]) -> Layout:
    """Returns rows, columns and regions; `regions` names the region of every cell in reading order, as in `"AABB..."`.

    Each region has as many cells as a row. Regions come in the order in which they first appear.
    """
    size = isqrt(len(regions))
    if size * size != len(regions) or not regions:
        raise LayoutError(f"{len(regions)} regions named: a jigsaw names one for each cell of a square")
    members: dict[object, list[int]] = {}
    for cell, region in enumerate(regions):
        members.setdefault(region, []).append(cell)
    for region, cells in members.items():
        if len(cells) != size:
            raise LayoutError(f"region {region} has {len(cells)} cells, but this jigsaw has regions of {size}")
    units = [Unit(f"region {region}", tuple(cells)) for region, cells in members.items()]
    square = latin(size)
    return Layout(size, (*square.units, *units), square.positions, name="jigsaw:" + "".join(map(str, regions)))
