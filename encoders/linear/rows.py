"""The 0/1 program of a layout as plain data: variables that are 0 or 1, and rows that bound sums of them.

    each cell        exactly one of its values            sum = 1
    complete units   each value in exactly one cell       sum = 1
    other units      each value in at most one cell       0 <= sum <= 1

The variables are those of `VariableMap`. All coefficients are 1, and there is no objective.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..cnf.variables import VariableMap


class LinearRow(NamedTuple):
    """One row: the sum of its variables, which ascend, lies between `lower` and `upper`, both included.

    `name` consists of letters, digits and underscores, since file formats of linear programs allow little else.
    """

    name: str
    variables: tuple[int, ...]
    lower: int
    upper: int


def rows(layout: Layout) -> tuple[LinearRow, ...]:
    """Returns the rows that exactly the grids of the layout satisfy; no two have the same variables or the same name.

    Order: all cells (`cell_A1`), then all units, each value after value (`u3_v5`: the unit of index 3, counted from 0,
    and value 5; the names of units may hold any character). A row equal to an earlier one is dropped: 324 remain for
    classic 9x9.
    """
    kept: dict[tuple[int, ...], LinearRow] = {}
    for row in _all_rows(layout):
        # Equal variables imply equal bounds: a row of a cell equals one of a unit only where there is one value.
        kept.setdefault(row.variables, row)
    return tuple(kept.values())


def _all_rows(layout: Layout) -> Iterator[LinearRow]:
    literal = VariableMap(layout).literal
    values = range(1, layout.size + 1)
    for cell, label in enumerate(layout.labels):
        yield LinearRow(f"cell_{label}", tuple(literal(cell, value) for value in values), 1, 1)
    for index, unit in enumerate(layout.units):
        complete = layout.is_complete(unit)
        if len(unit) < 2 and not complete:
            continue  # no variable is above 1 anyway
        for value in values:
            cells = tuple(literal(cell, value) for cell in sorted(unit.cells))
            yield LinearRow(f"u{index}_v{value}", cells, int(complete), 1)


def bounds(puzzle: Puzzle) -> dict[int, tuple[int, int]]:
    """Returns lower and upper bound of each variable that the puzzle fixes: (1, 1) for a given, (0, 0) if ruled out.

    Ascending by variable. The other values of a given's cell are ruled out too.
    """
    variables = VariableMap(puzzle.layout)
    fixed = {}
    for cell, mask in enumerate(puzzle.candidates):
        given = not mask & (mask - 1)
        if mask == puzzle.layout.all_values and not given:
            continue
        for value in range(1, puzzle.layout.size + 1):
            if not mask >> (value - 1) & 1:
                fixed[variables.literal(cell, value)] = (0, 0)
            elif given:
                fixed[variables.literal(cell, value)] = (1, 1)
    return fixed
