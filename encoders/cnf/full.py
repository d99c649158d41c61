"""Encodings of a whole layout, for any givens: a solver loads one once, and a puzzle is a list of assumptions.

    encoding    a cell holds    a cell holds    no value twice    every value in
                some value      at most one     in a unit         a complete unit
    minimal     x                               x
    efficient   x               x               x
    extended    x               x               x                 x

Minimal and extended: Lynce and Ouaknine, "Sudoku as a SAT problem" (2006); efficient: Weber, "A SAT-based Sudoku
solver" (2005). Where every cell lies in a complete unit, each family of clauses follows from others: `minimal` is
sufficient, and with the rest unit propagation alone finds all naked and hidden singles. A cell that lies in no complete
unit could hold two values: there, and only there, `minimal` forbids it.
"""

from __future__ import annotations

from typing import NamedTuple

from ...reference.layout import Layout
from ...reference.unit import Unit
from .formula import ClauseCount, Clauses
from .variables import VariableMap


class Families(NamedTuple):
    """The families of clauses of an encoding, beside the two that all have."""

    cells_at_most_one: bool
    units_at_least_one: bool


def write(variables: VariableMap, families: Families, clauses: Clauses) -> None:
    """Adds the constraints of the layout: cells in reading order, then units in their order, values ascending."""
    layout = variables.layout
    values = range(1, layout.size + 1)
    loose = loose_cells(layout)
    for cell in range(layout.cell_count):
        literals = [variables.literal(cell, value) for value in values]
        clauses.at_least_one(literals)
        if families.cells_at_most_one or cell in loose:
            clauses.at_most_one(literals)
    for unit in layout.units:
        write_unit(unit, variables, families, clauses)


def write_unit(unit: Unit, variables: VariableMap, families: Families, clauses: Clauses) -> None:
    """Adds the constraints of a unit, values ascending."""
    layout = variables.layout
    for value in range(1, layout.size + 1):
        literals = sorted(variables.literal(cell, value) for cell in unit.cells)
        if families.units_at_least_one and layout.is_complete(unit):
            clauses.at_least_one(literals)
        if value not in unit.repeatable:
            clauses.at_most_one(literals)


def count(layout: Layout, families: Families, clauses: ClauseCount) -> None:
    """Counts what `write` adds, in time linear in the units."""
    values = range(layout.size)
    clauses.at_least_one(values, layout.cell_count)
    clauses.at_most_one(values, layout.cell_count if families.cells_at_most_one else len(loose_cells(layout)))
    for unit in layout.units:
        if families.units_at_least_one and layout.is_complete(unit):
            clauses.at_least_one(values, layout.size)
        clauses.at_most_one(unit.cells, layout.size - len(unit.repeatable))


def loose_cells(layout: Layout) -> frozenset[int]:
    """Returns the cells that lie in no complete unit."""
    return frozenset(range(layout.cell_count)).difference(*(unit.cells for unit in layout.complete_units))
