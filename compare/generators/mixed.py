"""Any rules around a known grid: cages, arrows, weighted sums, bounds, comparisons and tables, on any layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...reference.grid import Grid
from ...reference.layout import Layout, Rule
from ...reference.layouts.cages import cage_rules
from ...reference.layouts.relations import compared
from ...reference.pair import Pair
from ...reference.puzzle import Puzzle
from ...reference.sum import Sum
from .cages import total_of
from .grids import require_grid
from .kinds import Drawn, Kind, known
from .source import Source

_MOST_RULES = 6
_MOST_CELLS = 5
"""Cells of a sum."""

_FIRST_VALUES = (1, 0, -2, 5)
"""The numbers that value 1 may stand for."""

_SLACK = 3
"""How far a bound may be from the sum of the grid."""

Form = Callable[[str, Layout, Grid, Source], Sequence[Rule]]
"""Returns rules of this name that hold for the numbers of a grid."""


def planted_mixed(layout: Layout, source: Source) -> Drawn:
    """Returns a puzzle without givens on the layout with more rules, which a grid of the layout solves.

    Value 1 may stand for another number. Raises `PuzzleError` where no grid is found.
    """
    grid = require_grid(layout, source.random())
    layout = replace(layout, first_value=source.one(_FIRST_VALUES))
    rules: list[Rule] = []
    for number in range(1, source.number(1, _MOST_RULES) + 1):
        form = source.one(tuple(FORMS))
        rules += FORMS[form](f"{form} {number}", layout, grid, source)
    how = "sums and pairs of all forms hold for a grid of the layout"
    return known(Kind.SATISFIABLE, Puzzle.empty(layout + rules), (grid,), how)


def _cells(layout: Layout, source: Source, least: int = 1) -> tuple[int, ...]:
    """Returns some cells, fewer than `least` only where the layout has fewer."""
    most = min(_MOST_CELLS, layout.cell_count)
    return tuple(source.some(range(layout.cell_count), source.number(min(least, most), most)))


def _cage(name: str, layout: Layout, grid: Grid, source: Source) -> Sequence[Rule]:
    cells: list[int] = []
    for cell in _cells(layout, source):
        if grid[cell] not in [grid[other] for other in cells]:
            cells.append(cell)
    return cage_rules(layout, sorted(cells), total_of(layout, cells, grid), name)


def _total(name: str, layout: Layout, grid: Grid, source: Source) -> Sequence[Rule]:
    return [sum_around(name, layout, grid, _cells(layout, source), None)]


def _arrow(name: str, layout: Layout, grid: Grid, source: Source) -> Sequence[Rule]:
    cells = _cells(layout, source, least=2)
    return [sum_around(name, layout, grid, cells, (1, *(-1 for _ in cells[1:])))]


def _weighted(name: str, layout: Layout, grid: Grid, source: Source) -> Sequence[Rule]:
    cells = _cells(layout, source)
    return [sum_around(name, layout, grid, cells, tuple(source.one((1, 2, -1, -3)) for _ in cells))]


def _bound(name: str, layout: Layout, grid: Grid, source: Source) -> Sequence[Rule]:
    exact = sum_around(name, layout, grid, _cells(layout, source), None)
    slack = source.number(0, _SLACK)
    if source.one((True, False)):
        return [replace(exact, relation="<=", total=exact.total + slack)]
    return [replace(exact, relation=">=", total=exact.total - slack)]


def _comparison(name: str, layout: Layout, grid: Grid, source: Source) -> Sequence[Rule]:
    cells = source.some(range(layout.cell_count), min(2, layout.cell_count))
    if len(cells) < 2:
        return []
    first, second = sorted(cells, key=grid.__getitem__)
    strict = grid[first] < grid[second]
    return [Pair(name, (first, second), compared("<" if strict else "<=", layout.size))]


def _table(name: str, layout: Layout, grid: Grid, source: Source) -> Sequence[Rule]:
    cells = source.some(range(layout.cell_count), min(2, layout.cell_count))
    if len(cells) < 2:
        return []
    first, second = cells
    values = range(1, layout.size + 1)
    others = source.some([(one, other) for one in values for other in values])
    return [Pair(name, (first, second), frozenset([*others, (grid[first], grid[second])]))]


def sum_around(
    name: str, layout: Layout, grid: Grid, cells: tuple[int, ...], coefficients: tuple[int, ...] | None
) -> Sum:
    """Returns the sum that has the total of the grid."""
    bare = Sum(name, cells, 0, coefficients)
    return replace(bare, total=bare.of([layout.number(value) for value in grid]))


FORMS: dict[str, Form] = {
    "comparison": _comparison,
    "cage": _cage,
    "sum": _total,
    "arrow": _arrow,
    "weighted sum": _weighted,
    "bound": _bound,
    "table": _table,
}
"""Name to the form of a rule."""
