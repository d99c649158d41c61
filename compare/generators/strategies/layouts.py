"""Strategies for layouts and grids. They take the choices of the recipes in `generators/layouts.py` from Hypothesis.

`max_size` is the largest number of values. All strategies shrink towards few values and plain structure.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import NamedTuple, overload

from hypothesis import strategies as st

from ....reference.grid import Grid
from ....reference.layout import Layout
from ..constructions import renamed_grid
from ..grids import find_grid, require_grid
from ..layouts import LAYOUT_RECIPES, check_largest
from ..source import Item, Source


class HypothesisSource(Source):
    """A source whose choices Hypothesis makes and shrinks towards the simplest option."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def one(self, options: Sequence[Item]) -> Item:
        """Returns one of the options; shrinks towards the first."""
        return self._draw(st.sampled_from(options))

    def number(self, low: int, high: int) -> int:
        """Returns a number from `low` to `high`; shrinks towards `low`."""
        return self._draw(st.integers(low, high))

    def some(self, items: Sequence[Item], count: int | None = None, most: int | None = None) -> list[Item]:
        """Returns distinct items; shrinks towards none, or towards the first `count` of them."""
        if not items:
            return []
        if count is None and most is None:
            # A choice for each item: long lists are rare, and shrink badly. An item is in with 1 to `share`, so that 0
            # always removes an item, and a share of 0 removes all.
            share = self.number(0, 8)
            return [item for item in items if 1 <= self.number(0, 8) <= share] if share else []
        least, most = (0, min(most or 0, len(items))) if count is None else (count, count)
        return self._draw(st.lists(st.sampled_from(items), unique=True, min_size=least, max_size=most))

    def order(self, items: Sequence[Item]) -> list[Item]:
        """Returns the items in any order; shrinks towards the given order."""
        return self._draw(st.permutations(items))

    def random(self) -> random.Random:
        """Returns a generator with a drawn seed; shrinks towards seed 0."""
        return random.Random(self.number(0, 2**16 - 1))  # noqa: S311 - no secret


@st.composite
def _layouts(draw: st.DrawFn, kind: str, max_size: int) -> Layout:
    return LAYOUT_RECIPES[kind](HypothesisSource(draw), max_size)


def _of_kind(kind: str, max_size: int) -> st.SearchStrategy[Layout]:
    check_largest(max_size)
    return _layouts(kind, max_size)


def layouts(max_size: int = 6) -> st.SearchStrategy[Layout]:
    """Returns layouts of every kind; some have no grid. Shrinks towards a Latin square of one value."""
    return st.one_of([_of_kind(kind, max_size) for kind in LAYOUT_RECIPES])


def classic_layouts(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Returns rows, columns and blocks of any shape, single rows up to three values. Shrinks towards one cell."""
    return _of_kind("classic", max_size)


def latin_layouts(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Returns rows and columns. Shrinks towards one cell."""
    return _of_kind("latin", max_size)


def diagonal_layouts(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Returns Latin, classic and jigsaw layouts with one or both diagonals. Shrinks towards one cell.

    A few have no grid.
    """
    return _of_kind("diagonal", max_size)


def layouts_with_extras(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Returns classic layouts with one or two of windows, disjoint groups, diagonals, anti-knight and anti-king.

    About one in four has no grid. Shrinks towards one cell.
    """
    return _of_kind("extras", max_size)


def jigsaw_layouts(max_size: int = 9) -> st.SearchStrategy[Layout]:
    """Returns rows, columns and random connected regions. Shrinks towards one cell, and towards rows as regions.

    Some have no grid.
    """
    return _of_kind("jigsaw", max_size)


def overlapping_layouts(max_size: int = 6) -> st.SearchStrategy[Layout]:
    """Returns two or three grids that share cells. Shrinks towards two 2x2 Latin squares that share a cell."""
    return _of_kind("overlapping", max_size)


def unit_systems(max_size: int = 6) -> st.SearchStrategy[Layout]:
    """Returns any units: incomplete, complete, overlapping, repeated or none; cells may be in no unit.

    Shrinks towards one cell and no unit.
    """
    return _of_kind("units", max_size)


class SolvedGrid(NamedTuple):
    """A layout and one of its grids."""

    layout: Layout
    grid: Grid


@overload
def solved_grids(layout: Layout) -> st.SearchStrategy[Grid]: ...


@overload
def solved_grids(layout: st.SearchStrategy[Layout] | None = None) -> st.SearchStrategy[SolvedGrid]: ...


def solved_grids(
    layout: Layout | st.SearchStrategy[Layout] | None = None,
) -> st.SearchStrategy[Grid] | st.SearchStrategy[SolvedGrid]:
    """Returns grids of the layout, or layouts (default: of every kind) with a grid each.

    A grid comes from a seed, which shrinks towards 0; layouts shrink as they do. A strategy's layouts without a grid
    are filtered out. Raises `PuzzleError` for a layout of which no grid is found.
    """
    if isinstance(layout, Layout):
        return _grids(layout, require_grid(layout, _first_seed()))
    with_grid = (layouts() if layout is None else layout).filter(_known_grid)
    return with_grid.flatmap(lambda each: _grids(each, _known_grid(each) or ()).map(partial(SolvedGrid, each)))


@st.composite
def _grids(draw: st.DrawFn, layout: Layout, known: Grid) -> Grid:
    """Returns a grid from a drawn seed, or the known one with its values renamed if that seed finds none."""
    source = HypothesisSource(draw)
    found = find_grid(layout, source.random()).grid
    return renamed_grid(known, source.order(range(1, layout.size + 1))) if found is None else found


@lru_cache(maxsize=256)
def _known_grid(layout: Layout) -> Grid | None:
    return find_grid(layout, _first_seed()).grid


def _first_seed() -> random.Random:
    return random.Random(0)  # noqa: S311 - no secret
