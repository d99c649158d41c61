"""Classic Sudoku of any size and Latin squares: rows, columns and rectangular blocks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache
from math import isqrt
from typing import TypeVar

from ..contract.errors import LayoutError, PuzzleError, shown
from ..model.layout import MOST_VALUES, Layout, checked_size
from ..model.rules import Unit, letters_of, whole_pair

# Units by groups: each cell has a key, such as its row or its block, and the cells of one key are a unit.

_Key = TypeVar("_Key", bound=Hashable)


def grouped(keys: Iterable[_Key | None]) -> dict[_Key, tuple[int, ...]]:
    """Returns the cells of each key, in order of their first cells; `keys` are those of the cells, None for none."""
    members: dict[_Key, list[int]] = {}
    for cell, key in enumerate(keys):
        if key is not None:
            members.setdefault(key, []).append(cell)
    return {key: tuple(cells) for key, cells in members.items()}


def numbered_units(name: str, keys: Iterable[Hashable]) -> list[Unit]:
    """Returns a unit for each key, named `block 1`, `block 2`, ... in order of their first cells; see `grouped`."""
    return [Unit(f"{name} {number}", cells) for number, cells in enumerate(grouped(keys).values(), start=1)]


# Latin squares: rows and columns.


def latin(size: int) -> Layout:
    """Returns a square of `size` rows and columns, each a unit: `row A`, `row B`, ..., then `column 1`, ..."""
    size = checked_size(size)
    positions = tuple((row, column) for row in range(size) for column in range(size))
    rows = [Unit(f"row {letters_of(row)}", tuple(range(row * size, row * size + size))) for row in range(size)]
    columns = numbered_units("column", (column for _, column in positions))
    return Layout(size, (*rows, *columns), positions, name=f"latin:{size}")


def classic(size: int | None = None, block: tuple[int, int] | None = None) -> Layout:
    """Returns rows, columns and blocks as units, in this order, each in reading order; without arguments 9x9.

    `block` is (rows, columns) of a block; their product is the size. A size alone takes the block closest to a square
    that is not taller than wide: 3x3 for 9, 2x3 for 6. Raises `LayoutError` where there is no such block.
    """
    if size is not None:
        size = checked_size(size)
    pair = _block_for(9 if size is None else size) if block is None else whole_pair(block)
    if pair is None:
        raise LayoutError(f"a block is (rows, columns), not {shown(block)}")
    rows, columns = pair
    if rows < 1 or columns < 1 or (size is not None and rows * columns != size):
        wanted = "" if size is None else f", nor {size} values"
        raise LayoutError(f"a block of {rows}x{columns} holds no layout{wanted}")
    square = latin(rows * columns)
    blocks = numbered_units("block", ((row // rows, column // columns) for row, column in square.positions))
    name = "classic" if (rows, columns) == (3, 3) else f"classic:{rows}x{columns}"
    return Layout(square.size, (*square.units, *blocks), square.positions, (rows, columns), name)


def _block_for(size: int) -> tuple[int, int]:
    rows = max(divisor for divisor in range(1, isqrt(size) + 1) if size % divisor == 0)
    if rows == 1 and size > 1:
        raise LayoutError(f"{size} values have no blocks of several rows; try latin:{size}")
    return rows, size // rows


CLASSIC = classic()
"""The 9x9 layout, the base to which other builders add their units by default."""


# The classic layout that fits a number of cells, where a caller names none.


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
