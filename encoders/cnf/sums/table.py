"""The choice of an encoding for each sum: combinations for cages, a decision diagram for others."""

from __future__ import annotations

from ....reference.cages import combinations_of
from ..formula import ClauseCount, Clauses
from ..variables import VariableMap
from . import combinations, diagrams


def write(variables: VariableMap, clauses: Clauses | ClauseCount) -> None:
    """Adds the clauses of all sums of the layout; raises `FormulaTooLarge`."""
    for each in variables.layout.value_sums:
        sets = combinations_of(each, variables.layout)
        if sets is None:
            diagrams.write(each, variables, clauses)
        else:
            combinations.write(each, sets, variables, clauses)
