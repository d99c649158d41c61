"""The 0/1 program of a layout as plain data: variables that are 0 or 1, and rows that bound sums of them.

    each cell        exactly one of its values            sum = 1
    complete units   each value in exactly one cell       sum = 1
    other units      each value in at most one cell       0 <= sum <= 1

The variables are those of `VariableMap`. All coefficients are 1, and there is nothing to optimise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..cnf.variables import VariableMap


class Row(NamedTuple):
    """One row: the sum of its variables lies between `lower` and `upper`, both included.

    `variables` ascend. `name` is made of letters, digits and underscores, since the file formats of linear programs
    allow little else.
    """

    name: str
    variables: tuple[int, ...]
    lower: int
    upper: int


def rows(layout: Layout) -> tuple[Row, ...]:
    """The rows that just the grids of the layout satisfy; no two have the same variables, or the same name.

    Order: all cells (`cell_A1`), then all units, and in each value after value (`u3_v5`: the unit of index 3, counted
    from 0, and value 5; the names of units may hold any character). A row that says the same as an earlier one is left
    out: 324 stay for classic 9x9.
    """
    kept: dict[tuple[int, ...], Row] = {}
    for row in (*_cell_rows(layout), *_unit_rows(layout)):
        # The same variables mean the same bounds: rows of a cell and of a unit meet only where there is one value.
        kept.setdefault(row.variables, row)
    return tuple(kept.values())


def bounds(puzzle: Puzzle) -> dict[int, tuple[int, int]]:
    """Lower and upper bound of each variable that the puzzle fixes: (1, 1) for a given, (0, 0) where it is ruled out.

    Ascending by variable. The other values of a given's cell are ruled out too.
    """
    variables = VariableMap(puzzle.layout)
    fixed = {}
    for cell, mask in enumerate(puzzle.candidates):
        if mask == puzzle.layout.all_values and mask & (mask - 1):
            continue
        for value in range(1, puzzle.layout.size + 1):
            if not mask >> (value - 1) & 1:
                fixed[variables.literal(cell, value)] = (0, 0)
            elif not mask & (mask - 1):
                fixed[variables.literal(cell, value)] = (1, 1)
    return fixed


def _cell_rows(layout: Layout) -> Iterator[Row]:
    variables = VariableMap(layout)
    for cell, label in enumerate(layout.labels):
        yield Row(f"cell_{label}", tuple(variables.literal(cell, value) for value in _values(layout)), 1, 1)


def _unit_rows(layout: Layout) -> Iterator[Row]:
    variables = VariableMap(layout)
    for index, unit in enumerate(layout.units):
        complete = layout.is_complete(unit)
        if len(unit) < 2 and not complete:
            continue  # no variable is above 1 anyway
        for value in _values(layout):
            cells = tuple(variables.literal(cell, value) for cell in sorted(unit.cells))
            yield Row(f"u{index}_v{value}", cells, int(complete), 1)


def _values(layout: Layout) -> range:
    return range(1, layout.size + 1)
