"""Rules for neighbours, cells that share an edge: Kropki dots, XV, non-consecutive; and comparisons by their signs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ..contract.errors import LayoutError, shown
from ..model.layout import Layout, check_layout
from ..model.rules import COMPARISONS, Pair, listed
from .cell_lists import CellList, cells_beside, lines_in
from .classic import CLASSIC
from .lines import number_pairs

# Relations between two values: comparisons, by which JSON and texts name them, and the signs between neighbours.

SIGNS: dict[str, Callable[[int, int], bool]] = {
    "white dot": lambda one, other: abs(one - other) == 1,
    "black dot": lambda one, other: one == 2 * other or other == 2 * one,
    "X": lambda one, other: one + other == 10,
    "V": lambda one, other: one + other == 5,
}
"""What may be drawn between neighbours, and how the numbers in the two cells are related then."""


@lru_cache(maxsize=256)
def compared(comparison: str, size: int) -> frozenset[tuple[int, int]]:
    """Returns the pairs of values `1..size` that compare so; raises `LayoutError` for an unknown comparison."""
    holds = COMPARISONS.get(comparison)
    if holds is None:
        known = ", ".join(COMPARISONS)
        wrong = f"a pair allows {shown(comparison)}, neither a list of pairs of values nor one of {known}"
        raise LayoutError(wrong)
    values = range(1, size + 1)
    return frozenset((one, other) for one in values for other in values if holds(one, other))


def comparison_of(allowed: frozenset[tuple[int, int]], size: int) -> str | None:
    """Returns the comparison that allows just these pairs of values `1..size`; None where there is none."""
    return next((each for each in COMPARISONS if allowed == compared(each, size)), None)


Lines = str | Iterable[CellList]
"""Lines of neighbours, such as `["A1 A2", "B1 C1 D1"]`, with a sign between each two; in text, commas between them."""


def kropki(layout: Layout, white: Lines = (), black: Lines = (), all_given: bool = False) -> Layout:
    """Returns the layout with Kropki dots: white for consecutive numbers, black where one number is twice the other.

    Dots are pairs of neighbours, `["A1 A2", "B1 C1"]`; a longer line has a dot between each two of its cells. With
    `all_given` all other neighbours are neither consecutive nor one twice the other. Raises `LayoutError` for cells
    that are no neighbours.
    """
    dots = {"white dot": white, "black dot": black}
    return _with_signs(layout, dots, "no dot" if all_given else None, "kropki")


def xv(layout: Layout, x: Lines = (), v: Lines = (), all_given: bool = False) -> Layout:
    """Returns the layout with an X where two neighbours add up to 10 and a V where they add up to 5.

    With `all_given` all other neighbours add up to something else. For the rest see `kropki`.
    """
    return _with_signs(layout, {"X": x, "V": v}, "no XV" if all_given else None, "xv")


def non_consecutive(layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with the rule that no neighbours are consecutive."""
    check_layout(layout)
    allowed = number_pairs(layout, lambda one, other: not SIGNS["white dot"](one, other))
    return layout.extended([Pair("non-consecutive", pair, allowed) for pair in neighbours(layout)], "non-consecutive")


def neighbours(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yields each pair of cells that share an edge, in reading order of the first, the right neighbour first."""
    for cell, near in enumerate(cells_beside(layout)):
        yield from ((cell, other) for other in near if other > cell)


def _with_signs(layout: Layout, signs: Mapping[str, Lines], others: str | None, name: str) -> Layout:
    """Returns the layout with a pair for each sign, and a pair for all other neighbours if `others` names it."""
    check_layout(layout)
    open_pairs = dict.fromkeys(neighbours(layout))
    every = set(open_pairs)
    rules = []
    for sign, lines in signs.items():
        allowed = number_pairs(layout, SIGNS[sign])
        for pair in _marked(layout, lines, sign):
            if pair not in every:
                one, other = (layout.labels[cell] for cell in pair)
                raise LayoutError(f"{sign}: {one} and {other} share no edge", cell=other)
            open_pairs.pop(pair, None)
            rules.append(Pair(sign, pair, allowed))
    if others is not None:
        none = number_pairs(layout, lambda one, other: not any(SIGNS[sign](one, other) for sign in signs))
        rules += [Pair(others, pair, none) for pair in open_pairs]
    elif not rules:
        raise LayoutError(f"no {' and no '.join(signs)} is given")
    return layout.extended(rules, name)


def _marked(layout: Layout, lines: Any, sign: str) -> Iterator[tuple[int, int]]:
    """Yields the pairs of cells with a sign between them, in reading order."""
    if isinstance(lines, str):
        lines = lines.split(",") if lines.strip() else []
    lines = list(listed(lines, f"{sign}: its neighbours are", "cells, as ['A1 A2', 'B1 C1']"))
    for line in lines_in(layout, lines, sign) if lines else ():
        for one, other in pairwise(line):
            yield (one, other) if one < other else (other, one)
