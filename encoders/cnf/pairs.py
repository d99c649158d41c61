"""Pairs as clauses: a conflict for each two values that may not stand in the two cells."""

from __future__ import annotations

from .formula import ClauseCount, Clauses
from .variables import VariableMap


def write(variables: VariableMap, clauses: Clauses | ClauseCount) -> None:
    """Adds the conflicts of all pairs of the layout, values ascending, those of the first cell first."""
    values = range(1, variables.layout.size + 1)
    for pair in variables.layout.pairs:
        first, second = pair.cells
        for one in values:
            for other in values:
                if (one, other) not in pair.allowed:
                    clauses.at_least_one([-variables.literal(first, one), -variables.literal(second, other)])
