"""Encodings of a whole layout, whatever the givens: they are loaded once, and a puzzle is a list of assumptions.

    encoding    a cell holds    a cell holds    no value twice    every value in
                some value      at most one     in a unit         a complete unit
    minimal     x                               x
    efficient   x               x               x
    extended    x               x               x                 x

Minimal and extended: Lynce and Ouaknine, "Sudoku as a SAT problem" (2006); efficient: Weber, "A SAT-based Sudoku
solver" (2005). Where every cell lies in a complete unit each family of clauses follows from others: `minimal` says all
that is needed, and the rest lets unit propagation alone do what elimination and only choice do. A cell that lies in
no complete unit would be free to hold two values: `minimal` forbids it there, and only there.
"""

from __future__ import annotations

from typing import NamedTuple

from ...reference.layout import Layout
from .clauses import Clauses
from .variables import VariableMap


class Families(NamedTuple):
    """Which families of clauses an encoding has beside the two that all have."""

    cells_at_most_one: bool
    units_at_least_one: bool


MINIMAL = Families(cells_at_most_one=False, units_at_least_one=False)
EFFICIENT = Families(cells_at_most_one=True, units_at_least_one=False)
EXTENDED = Families(cells_at_most_one=True, units_at_least_one=True)


def write(layout: Layout, families: Families, clauses: Clauses) -> None:
    """Adds the constraints of a layout: cells in reading order, then units in theirs, values ascending."""
    variables = VariableMap(layout)
    values = range(1, layout.size + 1)
    loose = loose_cells(layout)
    for cell in range(layout.cell_count):
        literals = [variables.literal(cell, value) for value in values]
        clauses.at_least_one(literals)
        if families.cells_at_most_one or cell in loose:
            clauses.at_most_one(literals)
    for unit in layout.units:
        for value in values:
            literals = sorted(variables.literal(cell, value) for cell in unit.cells)
            if families.units_at_least_one and layout.is_complete(unit):
                clauses.at_least_one(literals)
            clauses.at_most_one(literals)


def loose_cells(layout: Layout) -> frozenset[int]:
    """The cells that lie in no complete unit."""
    return frozenset(range(layout.cell_count)).difference(*(unit.cells for unit in layout.complete_units))
