"""A layout from what a caller gave: an object, a name, or nothing but a number of cells."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from ..errors import LayoutError, PuzzleError
from ..layout import MOST_VALUES, Layout
from ..plain_values import short
from .classic import CLASSIC, classic


def any_layout(layout: object) -> Layout:
    """Returns the layout, or the one of this name; raises `LayoutError` for anything else."""
    if isinstance(layout, Layout):
        return layout
    if isinstance(layout, str):
        from .names import layout_named  # here, as it imports every builder

        return layout_named(layout)
    if callable(layout):
        name = getattr(layout, "__name__", repr(layout))
        raise LayoutError(f"{name} is a function, not a layout: call it, as in layout={name}()", value=name)
    raise LayoutError(
        f"a layout is an object, as classic(4) returns it, or a name such as 'classic:4', not {short(layout)}",
        value=repr(layout),
    )


def is_layout_name(name: str) -> bool:
    """Whether `layout_named` builds a layout for this name."""
    try:
        any_layout(name)
    except LayoutError:
        return False
    return True


def classic_for(cells: int) -> Layout:
    """Returns the classic layout with this many cells: 16, 36, 64, 81, ...; raises `PuzzleError` where there is none.

    The same number gives the same object again.
    """
    size = isqrt(cells)
    if cells == CLASSIC.cell_count:
        return CLASSIC
    if size * size != cells or not 1 <= size <= MOST_VALUES:
        count = "1 cell" if cells == 1 else f"{cells} cells"
        raise PuzzleError(f"{count}, but a classic layout has 16, 36, 64, 81, 100, 144 or so; for another name layout=")
    if not is_classic_size(size):
        raise PuzzleError(f"{cells} cells: {size} values have no blocks; name another layout, as layout='latin:{size}'")
    return _classic(size)


def is_classic_count(cells: int) -> bool:
    """Whether there is a classic layout with this many cells."""
    size = isqrt(cells)
    return size * size == cells and is_classic_size(size)


def is_classic_size(size: int) -> bool:
    """Whether there is a classic layout with this many values: all numbers but primes have blocks of several rows."""
    return size == 1 or any(size % divisor == 0 for divisor in range(2, isqrt(size) + 1))


@lru_cache(maxsize=16)
def _classic(size: int) -> Layout:
    return classic(size)
