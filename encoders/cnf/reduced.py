"""What the givens leave open: an encoding of one puzzle, for grids too large for the encoding of a whole layout.

After Kwon and Jain, "Optimized CNF encoding for Sudoku puzzles" (2006): a variable only for a candidate that is
neither given nor ruled out by a given of the same unit, and the clauses of the extended encoding over those variables.
The givens are applied once; further consequences are left to the unit propagation of the solver.
"""

from __future__ import annotations

from ...reference.model.puzzle import values_in
from .formula import ClauseCollector
from .variables import OpenVariables


def write(variables: OpenVariables, clauses: ClauseCollector) -> None:
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
