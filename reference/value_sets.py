"""Cages: sums whose cells all differ, and the sets of values that they can have.

Players of killer Sudoku and Kakuro know these sets as tables: 12 in two cells is 3 and 9, 4 and 8, or 5 and 7.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

from .layout import Layout
from .layout_caches import cached
from .sum import Sum

MOST_COMBINATIONS = 5_000
"""Sets of values of one size that are looked through for a sum; with more, bounds have to do."""


def combinations_of(each: Sum, layout: Layout) -> tuple[int, ...] | None:
    """Returns the sets of values that the cells of a cage can have; None for another sum, and where they are many.

    A cage is a sum with coefficients of 1 that equals its total, over cells of one unit without repeatable values. The
    sum is one of `layout.value_sums`. A set is bits, bit `v - 1` for value `v`.
    """
    cells = set(each.cells)
    is_cage = (
        each.relation == "="
        and each.coefficients is None
        and any(cells.issubset(unit.cells) for unit in layout.units_of[each.cells[0]] if not unit.repeatable)
    )
    if not is_cage or comb(layout.size, len(cells)) > MOST_COMBINATIONS:
        return None
    return value_sets(layout.size, len(cells), each.total)


@cached(1024)
def value_sets(size: int, count: int, total: int) -> tuple[int, ...]:
    """Returns the sets of so many of the values `1..size` with this total, each as bits (bit `v - 1` for value `v`)."""
    return tuple(
        sum(1 << value - 1 for value in values)
        for values in combinations(range(1, size + 1), count)
        if sum(values) == total
    )
