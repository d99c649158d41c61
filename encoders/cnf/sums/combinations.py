"""Cages by their combinations: a variable for each set of different values that adds up to the total.

One of the combinations holds. Where it does, no cell of the cage has another value, and each of its values stands in
one of the cells. Players of killer Sudoku and Kakuro know the combinations as tables; nine values have at most twelve
for one total.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....reference.puzzle import values_in
from ....reference.sum import Sum
from ..formula import ClauseCount, Clauses
from ..variables import VariableMap


def write(each: Sum, sets: Sequence[int], variables: VariableMap, clauses: Clauses | ClauseCount) -> None:
    """Adds the clauses of a cage, whose cells have one of the sets of values."""
    size = variables.layout.size
    literal = variables.literal
    cells = sorted(each.cells)
    chosen = [clauses.fresh() for _ in sets]
    clauses.at_least_one(chosen)
    for combination, values in zip(chosen, sets, strict=True):
        for value in values_in(values):
            clauses.at_least_one([-combination, *(literal(cell, value) for cell in cells)])
    for value in range(1, size + 1):
        having = [combination for combination, values in zip(chosen, sets, strict=True) if values >> value - 1 & 1]
        for cell in cells:
            clauses.at_least_one([-literal(cell, value), *having])
