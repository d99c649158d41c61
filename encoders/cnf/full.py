"""Encodings of cells and units, for any givens: a solver loads one once, and a puzzle is a list of assumptions.

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

from functools import partial
from typing import NamedTuple

from ...reference.model.layout import Layout
from ...reference.model.rules import Unit
from .formula import ClauseCollector
from .variables import VariableMap


class Encoding(NamedTuple):
    """The families of clauses of an encoding, beside the two that all have."""

    cells_at_most_one: bool
    units_at_least_one: bool
    one_puzzle: bool = False
    """Whether a formula answers one puzzle only; others answer all puzzles on a layout under assumptions."""


def write(variables: VariableMap, encoding: Encoding, clauses: ClauseCollector) -> None:
    """Adds the constraints of cells and units: cells in reading order, then units in their order, values ascending."""
    layout = variables.layout
    loose = loose_cells(layout)
    for cell in range(layout.cell_count):
        at_most_one = encoding.cells_at_most_one or cell in loose
        clauses.part(("cell", at_most_one), partial(_write_cell, cell, variables, at_most_one, clauses))
    for unit in layout.units:
        shape = len(unit), layout.is_complete(unit), len(unit.repeatable)
        clauses.part(shape, partial(write_unit, unit, variables, encoding, clauses))


def _write_cell(cell: int, variables: VariableMap, at_most_one: bool, clauses: ClauseCollector) -> None:
    literals = range(variables.literal(cell, 1), variables.literal(cell, variables.layout.size) + 1)
    clauses.at_least_one(literals)
    if at_most_one:
        clauses.at_most_one(literals)


def write_unit(unit: Unit, variables: VariableMap, encoding: Encoding, clauses: ClauseCollector) -> None:
    """Adds the constraints of a unit, values ascending."""
    layout = variables.layout
    complete = encoding.units_at_least_one and layout.is_complete(unit)
    before = sorted(variables.literal(cell, 0) for cell in unit.cells)
    for value in range(1, layout.size + 1):
        literals = [literal + value for literal in before]
        if complete:
            clauses.at_least_one(literals)
        if value not in unit.repeatable:
            clauses.at_most_one(literals)


def loose_cells(layout: Layout) -> frozenset[int]:
    """Returns the cells that lie in no complete unit."""
    return frozenset(range(layout.cell_count)).difference(*(unit.cells for unit in layout.complete_units))
