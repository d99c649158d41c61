"""Cages: cells whose values differ and add up to a total. A killer has many of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..errors import LayoutError, shown
from ..layout import Layout
from ..sum import Sum
from ..unit import Unit, listed
from .cell_lists import CellList, cells_in, rule_with
from .check import check_layout
from .classic import CLASSIC
from .groups import grouped
from .jigsaw import cell_by_cell

_NO_CAGE = frozenset({".", "_", "0", 0, None})
"""What stands for a cell without a cage in a picture of letters."""


def cage(layout: Layout, cells: CellList, total: int, name: str | None = None) -> Layout:
    """Returns the layout with a cage: these cells differ, and add up to the total.

    `cells` is text such as `"A1 A2 B1"`, or a list as `Layout.unit` takes it. Cages may overlap. Raises `LayoutError`
    for a total that so many different values never have, such as 40 in two cells; a total that only the other rules
    make impossible is no error.
    """
    check_layout(layout)
    return layout.extended(cage_rules(layout, cells, total, name), "cage")


def killer(cages: object, layout: Layout = CLASSIC, totals: Mapping[Any, int] | None = None) -> Layout:
    """Returns the layout with many cages; see `cage`.

    `cages` are pairs of cells and total, `[("A1 A2 B1", 9), (["C3", "C4"], 7)]`, or the same as a mapping. With
    `totals` it names the cage of each cell instead, in reading order or row by row as in `jigsaw`, with `.` for a cell
    without a cage, and `totals` maps each of these letters to its total: `killer("AAB. ...", totals={"A": 3, "B": 5})`.
    Cages may overlap, and need not cover all cells. Raises `LayoutError`.
    """
    check_layout(layout)
    each_cage = _listed(cages) if totals is None else _lettered(cages, totals, layout)
    rules = [rule for cells, total, name in each_cage for rule in cage_rules(layout, cells, total, name)]
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


def _listed(cages: Any) -> Iterator[tuple[object, object, str | None]]:
    """Yields cells and total of each cage of a list or a mapping."""
    if isinstance(cages, str):
        raise LayoutError("cages are text: totals={'A': 9, ...} gives the total of each letter")
    pairs = cages.items() if isinstance(cages, Mapping) else listed(cages, "cages are", "pairs of cells and total")
    for number, each in enumerate(pairs, start=1):
        if not isinstance(each, (tuple, list)) or len(each) != 2:
            wrong = f"number {number} of the cages is {shown(each)}, not cells with their total, as ('A1 A2', 9)"
            raise LayoutError(wrong)
        yield each[0], each[1], None


def _lettered(letters: Any, totals: Any, layout: Layout) -> Iterator[tuple[object, object, str | None]]:
    """Yields cells, total and name of each cage of a picture of letters."""
    if not isinstance(totals, Mapping):
        raise LayoutError(f"totals are {shown(totals)}, not a mapping from letters to totals")
    named = cell_by_cell(letters)
    if len(named) != layout.cell_count:
        raise LayoutError(f"{len(named)} cells have a letter, but the layout {layout.name} has {layout.cell_count}")
    members = grouped(str(letter) if letter not in _NO_CAGE else None for letter in named)
    by_letter = {str(letter): total for letter, total in totals.items()}
    for letter in by_letter:
        if letter not in members:
            raise LayoutError(f"the cage {letter} has a total, but no cell")
    for letter, cells in members.items():
        if letter not in by_letter:
            raise LayoutError(f"the cage {letter} has no total", cell=layout.labels[cells[0]])
        yield cells, by_letter[letter], f"cage {letter}"
