"""Rules along lines: less than, thermometers, whispers, palindromes, clones, arrows and little killers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

from ..contract.errors import LayoutError, shown
from ..model.layout import Layout, Position, check_layout
from ..model.rules import Pair, Sum, whole_between
from .cell_lists import CellList, cells_in, line_from, lines_in, rule_with

# Pairs along lines: less than, thermometers, whispers, palindromes and clones.


def less_than(layout: Layout, *relations: CellList) -> Layout:
    """Returns the layout with relations such as `"A1 < A2"` or `"A1 < A2 > B2"`; of two listed cells the first is less.

    Raises `LayoutError` for other text, and where no relation is given.
    """
    check_layout(layout)
    allowed = number_pairs(layout, int.__lt__)
    steps = [step for relation in relations for step in _steps(layout, relation)]
    if not steps:
        raise LayoutError("no relation is given, such as 'A1 < A2'")
    return layout.extended([Pair("less than", step, allowed) for step in steps], "less-than")


def thermometer(layout: Layout, *lines: CellList, slow: bool = False) -> Layout:
    """Returns the layout with thermometers: values rise from the first cell, the bulb, to the last one.

    A line is text such as `"A1 A2 B2"`, or a list of cells. On a slow thermometer neighbours may also be equal. Raises
    `LayoutError` for a thermometer with more cells than there are values, unless it is slow.
    """
    check_layout(layout)
    name = "slow thermometer" if slow else "thermometer"
    allowed = number_pairs(layout, int.__le__ if slow else int.__lt__)
    rules: list[Pair] = []
    for line in lines_in(layout, lines, name):
        if not slow and len(line) > layout.size:
            first = layout.labels[line[0]]
            raise LayoutError(f"the {name} has {len(line)} cells, but there are only {layout.size} values", cell=first)
        rules += [Pair(name, step, allowed) for step in pairwise(line)]
    return layout.extended(rules, "thermometer")


def whisper(layout: Layout, *lines: CellList, difference: int = 5) -> Layout:
    """Returns the layout with whispers: neighbours along a line differ by at least `difference`; see `thermometer`.

    A line that ends with its first cell is a loop. Raises `LayoutError` for a difference that no two values have.
    """
    check_layout(layout)
    most = layout.size - 1
    least = whole_between(difference, 1, most, f"a whisper has a difference of 1 to {most}")
    allowed = number_pairs(layout, lambda one, other: abs(one - other) >= least)
    steps = (step for line in lines_in(layout, lines, "whisper", loops=True) for step in pairwise(line))
    return layout.extended([Pair(f"whisper {least}", step, allowed) for step in steps], "whisper")


def palindrome(layout: Layout, *lines: CellList) -> Layout:
    """Returns the layout with palindromes: lines that read the same from both ends; see `thermometer`.

    A line that ends with its first cell is a loop, read from that cell in both directions.
    """
    check_layout(layout)
    allowed = number_pairs(layout, int.__eq__)
    rules = [
        Pair(f"palindrome {layout.labels[line[0]]}", (line[place], line[-1 - place]), allowed)
        for line in lines_in(layout, lines, "palindrome", loops=True)
        for place in range(line[0] == line[-1], len(line) // 2)
    ]
    return layout.extended(rules, "palindrome")


def clones(layout: Layout, *groups: CellList) -> Layout:
    """Returns the layout with groups of cells that hold the same values: each cell that of its place in the first one.

    Raises `LayoutError` for fewer than two groups, and for groups of different lengths.
    """
    check_layout(layout)
    found = [cells_in(layout, group, rule_with(group, "clone")) for group in groups]
    if len(found) < 2 or not found[0]:
        raise LayoutError("clones are two groups of cells or more")
    for group, cells in zip(groups, found, strict=True):
        if len(cells) != len(found[0]):
            wrong = f"{rule_with(group, 'clone')} has {len(cells)} cells, but the first group has {len(found[0])}"
            raise LayoutError(wrong)
    allowed = number_pairs(layout, int.__eq__)
    steps = [step for cells in found[1:] for step in zip(found[0], cells, strict=True)]
    for one, other in steps:
        if one == other:
            raise LayoutError("the cell is its own clone", cell=layout.labels[one])
    rules = [Pair(f"clone {layout.labels[one]}", (one, other), allowed) for one, other in steps]
    return layout.extended(rules, "clones")


def number_pairs(layout: Layout, holds: Callable[[int, int], bool]) -> frozenset[tuple[int, int]]:
    """Returns the pairs of values whose numbers are in a relation, equal sets as one; see `Layout.number`."""
    values = range(1, layout.size + 1)
    number = layout.number
    return _kept(frozenset((one, other) for one in values for other in values if holds(number(one), number(other))))


@lru_cache(maxsize=64)
def _kept(table: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Returns the first of equal tables: a file may have one relation between thousands of pairs of cells."""
    return table


def _steps(layout: Layout, relation: Any) -> Iterator[tuple[int, int]]:
    """Yields the pairs of cells of one relation, the lesser first."""
    signs: list[str] = []
    cells = relation
    if isinstance(relation, str):
        parts = re.split("([<>])", relation)
        if len(parts) == 1 or not all(len(part.split()) == 1 for part in parts):
            raise LayoutError(f"{shown(relation)} is no relation such as 'A1 < A2'")
        cells, signs = [part.strip() for part in parts[::2]], parts[1::2]
    for line in lines_in(layout, [cells], "relation"):
        for place, (one, other) in enumerate(pairwise(line)):
            yield (other, one) if signs and signs[place] == ">" else (one, other)


# Sums along lines: arrows, and the diagonals of little killers. Values may repeat as far as units allow.

DIRECTIONS: dict[str, Position] = {
    "down-right": (1, 1),
    "down-left": (1, -1),
    "up-right": (-1, 1),
    "up-left": (-1, -1),
}
_SIGNS = {"↘": "down-right", "↙": "down-left", "↗": "up-right", "↖": "up-left"}


def arrow(layout: Layout, circle: CellList, cells: CellList) -> Layout:
    """Returns the layout with an arrow: the cells along it add up to the number in its circle.

    A circle of several cells is read as one number, from its first cell to its last: tens, then units. The cells of the
    arrow are those beside the circle. Raises `LayoutError` where so many cells always add up to something else.
    """
    check_layout(layout)
    return layout.extended([arrow_sum(layout, circle, cells)], "arrow")


def arrow_sum(layout: Layout, circle: CellList, cells: CellList) -> Sum:
    """Returns the sum of an arrow; see `arrow`."""
    name = rule_with(cells, "arrow")
    head, shaft = cells_in(layout, circle, rule_with(circle, "circle")), cells_in(layout, cells, name)
    if not head or not shaft:
        raise LayoutError("an arrow has no cell" if head else "an arrow has no circle")
    coefficients = (*(10**place for place in reversed(range(len(head)))), *(-1 for _ in shaft))
    both = cells_in(layout, [*head, *shaft], name)
    return _reachable(Sum("arrow", both, 0, coefficients), layout)


def little_killer(layout: Layout, start: str | int | Position, direction: str, total: int) -> Layout:
    """Returns the layout with the sum of a diagonal, whose values may repeat.

    It begins at `start`, which is the first cell within the layout, and goes `"down-right"`, `"down-left"`,
    `"up-right"` or `"up-left"` (or `"↘"` and so on) as far as there are cells. Raises `LayoutError` for a total that so
    many values never have.
    """
    check_layout(layout)
    return layout.extended([little_killer_sum(layout, start, direction, total)], "little-killer")


def little_killer_sum(layout: Layout, start: str | int | Position, direction: str, total: int) -> Sum:
    """Returns the sum of a diagonal; see `little_killer`."""
    (first,) = cells_in(layout, [start], "little killer")
    word = _SIGNS.get(direction, direction) if isinstance(direction, str) else direction
    if not isinstance(word, str) or word not in DIRECTIONS:
        known = ", ".join(DIRECTIONS)
        raise LayoutError(f"{shown(direction)} is no direction of a diagonal; known: {known}")
    cells = line_from(layout, first, DIRECTIONS[word])
    return _reachable(Sum(f"little killer {layout.labels[first]}", cells, total), layout)


def _reachable(each: Sum, layout: Layout) -> Sum:
    """Returns the sum; raises `LayoutError` where the values by themselves never have its total."""
    first, last = layout.number(1), layout.number(layout.size)
    low = sum(min(times * first, times * last) for _, times in each.terms)
    high = sum(max(times * first, times * last) for _, times in each.terms)
    if not low <= each.total <= high:
        said = f"{each.written(layout.labels)} is {low}..{high} with values of {first}..{last}, not {each.total}"
        raise LayoutError(f"{each.name}: {said}")
    return each
