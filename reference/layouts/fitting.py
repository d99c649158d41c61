"""The classic layout that fits a number of cells, where a caller names none."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from ..errors import PuzzleError
from ..layout import Layout
from ..layout_bounds import MOST_VALUES
from .classic import CLASSIC, classic


@lru_cache(maxsize=16)
def classic_for(cells: int) -> Layout:
    """Returns the classic layout with this many cells: 16, 36, 64, 81, ...; raises `PuzzleError` where there is none.

    The same number gives the same object again.
    """
    size = isqrt(cells)
    if cells == CLASSIC.cell_count:
        return CLASSIC
    if not 1 <= size <= MOST_VALUES or not is_classic_count(cells):
        count = "1 cell" if cells == 1 else f"{cells} cells"
        other = fitting_hint(cells, CLASSIC) or "; for another name layout="
        raise PuzzleError(f"{count}, but a classic layout has 16, 36, 64, 81, 100, 144 or so{other}")
    return classic(size)


_OF_OTHER_SHAPE = {369: "samurai"}
"""Number of cells to the layout that has as many and is no square."""


def fitting_hint(cells: int, layout: Layout) -> str:
    """Returns what to add to an error about a number of cells: `"; the layout classic:4 has 16"`, or nothing for 17."""
    if cells > layout.cell_count and cells % layout.cell_count == 0:
        return f"; solve_many takes {cells // layout.cell_count} puzzles"
    if cells in _OF_OTHER_SHAPE:
        return f"; the layout {_OF_OTHER_SHAPE[cells]} has {cells}"
    size = isqrt(cells)
    if size * size != cells or not 4 <= size <= MOST_VALUES:
        return ""
    return f"; the layout {'classic' if is_classic_size(size) else 'latin'}:{size} has {cells}"


def is_classic_count(cells: int) -> bool:
    """Whether there is a classic layout with this many cells."""
    size = isqrt(cells)
    return size * size == cells and is_classic_size(size)


def is_classic_size(size: int) -> bool:
    """Whether there is a classic layout with this many values: all numbers but primes have blocks of several rows."""
    return size == 1 or any(size % divisor == 0 for divisor in range(2, isqrt(size) + 1))
