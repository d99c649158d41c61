"""Cells, units and pairs as clauses: for all puzzles on a layout, or for what the givens of one puzzle leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from ...reference.model.layout import Layout, cached
from ...reference.model.puzzle import values_in
from ...reference.model.rules import Pair, Unit
from .formula import ClauseCollector
from .variables import Clause, OpenVariables, VariableMap

# Encodings of cells and units, for any givens: a solver loads one once, and a puzzle is a list of assumptions.
#
#     encoding    a cell holds    a cell holds    no value twice    every value in
#                 some value      at most one     in a unit         a complete unit
#     minimal     x                               x
#     efficient   x               x               x
#     extended    x               x               x                 x
#
# Minimal and extended: Lynce and Ouaknine, "Sudoku as a SAT problem" (2006); efficient: Weber, "A SAT-based Sudoku
# solver" (2005). Where every cell lies in a complete unit, each family of clauses follows from others: `minimal` is
# sufficient, and with the rest unit propagation alone finds all naked and hidden singles. A cell that lies in no
# complete unit could hold two values: there, and only there, `minimal` forbids it.


class Encoding(NamedTuple):
    """The families of clauses of an encoding, beside the two that all have."""

    cells_at_most_one: bool
    units_at_least_one: bool
    one_puzzle: bool = False
    """Whether a formula answers one puzzle only; others answer all puzzles on a layout under assumptions."""


def write_cells_and_units(variables: VariableMap, encoding: Encoding, clauses: ClauseCollector) -> None:
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


# Pairs as clauses, and the table of their encodings.
#
#     conflict    a clause for each two values that may not stand in the two cells
#     support     a clause for each value of either cell: the other cell has a value that may stand beside it
#
# Support clauses: Kasif, "On the parallel complexity of discrete relaxation in constraint satisfaction networks"
# (1990), and Gent, "Arc consistency in SAT" (2002). With them unit propagation rules out each value that has lost its
# last partner. With conflicts it does so when the other cell has only one value left. For `n` values, `f` forbidden
# and `a` allowed pairs: `f` conflicts of two literals; `2n` support clauses of `2n + 2a` literals.


def _conflicts(pair: Pair, variables: VariableMap) -> Iterator[Clause]:
    """Yields a clause for each forbidden pair, values ascending, those of the first cell first."""
    first, second = (variables.literal(cell, 0) for cell in pair.cells)
    for one, other in _forbidden(pair.allowed, variables.layout.size):
        yield -first - one, -second - other


@cached(256)
def _forbidden(allowed: frozenset[tuple[int, int]], size: int) -> tuple[tuple[int, int], ...]:
    values = range(1, size + 1)
    return tuple((one, other) for one in values for other in values if (one, other) not in allowed)


def _supports(pair: Pair, variables: VariableMap) -> Iterator[Clause]:
    """Yields a clause for each value of the first cell, then of the second, values ascending."""
    for cell, other, beside in pair.supports(variables.layout.size):
        for value, partners in enumerate(beside, start=1):
            yield -variables.literal(cell, value), *(variables.literal(other, each) for each in values_in(partners))


EncodePair = Callable[[Pair, VariableMap], Iterator[Clause]]
"""Yields the clauses of a pair."""

PAIRS: dict[str, EncodePair] = {"conflict": _conflicts, "support": _supports}
"""The encodings of pairs, in the order of listings."""


def write_pairs(variables: VariableMap, name: str, clauses: ClauseCollector) -> None:
    """Adds the clauses of all pairs of the layout, by the encoding of this name."""
    for pair in variables.layout.pairs:
        clauses.part(pair.allowed, partial(clauses.extend, PAIRS[name](pair, variables)))


# What the givens leave open: an encoding of one puzzle, for grids too large for the encoding of a whole layout.
#
# After Kwon and Jain, "Optimized CNF encoding for Sudoku puzzles" (2006): a variable only for a candidate that is
# neither given nor ruled out by a given of the same unit, and the clauses of the extended encoding over those
# variables. The givens are applied once; further consequences are left to the unit propagation of the solver.


def write_open(variables: OpenVariables, clauses: ClauseCollector) -> None:
    """Adds the rest of the extended encoding: cells in reading order, then units in their order, values ascending."""
    layout = variables.layout
    if variables.givens_clash:
        clauses.at_least_one([])
    for cell in variables.open_cells:
        literals = list(variables.literals(cell).values())
        clauses.at_least_one(literals)
        clauses.at_most_one(literals)
    for index, unit in enumerate(layout.units):
        literals_of: dict[int, list[int]] = {}
        for cell in sorted(unit.cells):
            for value, literal in variables.literals(cell).items():
                literals_of.setdefault(value, []).append(literal)
        for value in values_in(layout.all_values & ~variables.given_in_unit[index]):
            literals = literals_of.get(value, [])
            if layout.is_complete(unit):
                clauses.at_least_one(literals)
            if value not in unit.repeatable:
                clauses.at_most_one(literals)
