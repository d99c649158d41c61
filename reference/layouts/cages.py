"""Cages, and magic squares: cells whose values differ and add up to a total."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..contract.errors import LayoutError, shown
from ..model.layout import Layout, check_layout
from ..model.rules import Sum, Unit, listed, whole_between
from .cell_lists import CellList, cells_in, rule_with
from .classic import CLASSIC, latin
from .extra_units import diagonal
from .from_units import from_units


def cage(layout: Layout, cells: CellList, total: int, name: str | None = None) -> Layout:
    """Returns the layout with a cage: these cells differ, and add up to the total.

    `cells` is text such as `"A1 A2 B1"`, or a list as `Layout.unit` takes it. Cages may overlap. Raises `LayoutError`
    for a total that so many different values never have, such as 40 in two cells; a total that only the other rules
    make impossible is no error.
    """
    check_layout(layout)
    return layout.extended(cage_rules(layout, cells, total, name), "cage")


def killer(cages: object, layout: Layout = CLASSIC) -> Layout:
    """Returns the layout with many cages; see `cage`.

    `cages` are pairs of cells and total, `[("A1 A2 A3", 9), (["C3", "C4"], 7)]`, or the same as a mapping. They may
    overlap, and need not cover all cells. Raises `LayoutError`.
    """
    check_layout(layout)
    rules = [rule for cells, total in _listed(cages) for rule in cage_rules(layout, cells, total)]
    return layout.extended(rules, "killer")


def cage_rules(layout: Layout, cells: Any, total: Any, name: str | None = None) -> tuple[Unit, Sum]:
    """Returns the unit and the sum of a cage; without a name that of its first cell."""
    indices = cells_in(layout, cells, rule_with(cells, "cage") if name is None else name)
    if not indices:
        raise LayoutError("a cage has no cell" if name is None else f"{name} has no cell")
    name = f"cage {layout.labels[indices[0]]}" if name is None else name
    unit, added = Unit(name, indices), Sum(name, indices, total)
    numbers = [layout.number(value) for value in range(1, layout.size + 1)]
    low, high = sum(numbers[: len(unit)]), sum(numbers[-len(unit) :])
    if not low <= added.total <= high:
        raise LayoutError(f"{name} is {low}..{high} with different values of {numbers[0]}..{numbers[-1]}, not {total}")
    return unit, added


def _listed(cages: Any) -> Iterator[tuple[object, object]]:
    """Yields cells and total of each cage of a list or a mapping."""
    pairs = cages.items() if isinstance(cages, Mapping) else listed(cages, "cages are", "pairs of cells and total")
    for number, each in enumerate(pairs, start=1):
        if not isinstance(each, (tuple, list)) or len(each) != 2:
            wrong = f"number {number} of the cages is {shown(each)}, not cells with their total, as ('A1 A2', 9)"
            raise LayoutError(wrong)
        yield each[0], each[1]


# Magic squares: different numbers whose rows, columns and diagonals have the same sum.

_LARGEST_ORDER = 12


def magic_square(order: int) -> Layout:
    """Returns a square of `order` rows with the values `1..order * order`, each once, and a sum for each line.

    Lines are rows, columns and both diagonals. Raises `LayoutError` for an order other than 1 to 12.
    """
    number = whole_between(order, 1, _LARGEST_ORDER, f"a magic square has an order of 1 to {_LARGEST_ORDER}")
    count = number * number
    total = number * (count + 1) // 2
    sums = [Sum(line.name, line.cells, total) for line in diagonal(latin(number)).units]
    square = Unit("square", tuple(range(count)))
    return from_units(count, [square, *sums], (number, number), f"magic-square:{number}")
