"""Sums along lines: arrows, and the diagonals of little killers. Values may repeat as far as units allow."""

from __future__ import annotations

from ..errors import LayoutError, shown
from ..layout import Layout, Position
from ..sum import Sum
from .cell_lists import CellList, cells_in, rule_with
from .check import check_layout
from .steps import line_from

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
