"""Strategies for layouts; each takes the choices of a recipe of `drawn.layouts` from Hypothesis.

`max_size` is the largest number of values. All shrink towards few values and plain structure.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import count
from weakref import WeakKeyDictionary

from hypothesis import strategies as st

from ....reference.layout import Layout
from ..layouts import LAYOUT_KINDS, RECIPES, check_largest
from ..source import Item


class DrawnSource:
    """A source (see `drawn.source`) that has Hypothesis make the choices, and so shrinks towards the simplest."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def one(self, options: Sequence[Item]) -> Item:
        """One of the options; shrinks towards the first."""
        return self._draw(st.sampled_from(options))

    def number(self, low: int, high: int) -> int:
        """A number from `low` to `high`; shrinks towards `low`."""
        return self._draw(st.integers(low, high))

    def some(self, items: Sequence[Item], count: int | None = None, most: int | None = None) -> list[Item]:
        """Distinct items; shrinks towards none, or towards the first `count` of them."""
        if not items:
            return []
        if count is None and most is None:
            return self._any(items)
        least, most = (0, min(most or 0, len(items))) if count is None else (count, count)
        return self._draw(st.lists(st.sampled_from(items), unique=True, min_size=least, max_size=most))

    def _any(self, items: Sequence[Item]) -> list[Item]:
        """Items by a choice each: a list shrinks badly when it is long, and is hardly ever long.

        An item is in with 1 to `share`, so that 0, and no share, are the way out that always shrinks.
        """
        share = self._draw(st.integers(0, 8))
        return [item for item in items if 1 <= self._draw(st.integers(0, 8)) <= share] if share else []

    def order(self, items: Sequence[Item]) -> list[Item]:
        """The items in any order; shrinks towards that in which they are."""
        return self._draw(st.permutations(items))

    def random(self) -> random.Random:
        """A generator from a drawn seed; shrinks towards seed 0."""
        return random.Random(self._draw(st.integers(0, 2**16 - 1)))  # noqa: S311 - no secret


@st.composite
def _layouts(draw: st.DrawFn, kind: str, max_size: int) -> Layout:
    return RECIPES[kind](DrawnSource(draw), max_size)


_ORIGIN: WeakKeyDictionary[st.SearchStrategy[Layout], tuple[Sequence[str], int]] = WeakKeyDictionary()
"""A strategy of this module to its kinds of layout and the largest number of values."""


def plain_draws(of: st.SearchStrategy[Layout]) -> Iterator[Layout] | None:
    """Layouts as the strategy brings them, the same each time and without end; None if it is not from this module.

    They come without Hypothesis, which is many times faster.
    """
    origin = _ORIGIN.get(of)
    if origin is None:
        return None
    kinds, max_size = origin
    rng = random.Random(0)  # noqa: S311 - no secret
    return (LAYOUT_KINDS[rng.choice(kinds)](rng, max_size) for _ in count())


def _kind(kind: str, max_size: int) -> st.SearchStrategy[Layout]:
    check_largest(max_size)
    strategy = _layouts(kind, max_size)
    _ORIGIN[strategy] = ((kind,), max_size)
    return strategy


def layouts(max_size: int = 6) -> st.SearchStrategy[Layout]:
    """Layouts of every kind; some have no grid. Shrinks towards a Latin square of one value."""
    strategy = st.one_of([_kind(kind, max_size) for kind in RECIPES])
    _ORIGIN[strategy] = (tuple(RECIPES), max_size)
    return strategy


def classic_layouts(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Rows, columns and blocks of any shape; blocks that are rows up to three values. Shrinks towards one cell."""
    return _kind("classic", max_size)


def latin_layouts(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Rows and columns. Shrinks towards one cell."""
    return _kind("latin", max_size)


def diagonal_layouts(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Latin, classic and jigsaw layouts with one or both diagonals; a few have no grid. Shrinks towards one cell."""
    return _kind("diagonal", max_size)


def layouts_with_extras(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Classic layouts with one or two of windows, disjoint groups, diagonals, anti-knight and anti-king.

    One in four or five has no grid. Shrinks towards one cell.
    """
    return _kind("extras", max_size)


def jigsaw_layouts(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Rows, columns and random connected regions; some have no grid. Shrinks towards one cell, and rows as regions."""
    return _kind("jigsaw", max_size)


def overlapping_layouts(max_size: int = 6) -> st.SearchStrategy[Layout]:
    """Two or three grids that share cells. Shrinks towards two Latin squares of two values that share a cell."""
    return _kind("overlapping", max_size)


def unit_systems(max_size: int = 6) -> st.SearchStrategy[Layout]:
    """Any units: incomplete, complete and overlapping ones, the same twice, none; and cells in no unit.

    Shrinks towards one cell and no unit.
    """
    return _kind("units", max_size)
