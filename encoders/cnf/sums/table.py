"""The choice of an encoding for each sum: combinations for cages, a decision diagram for others."""

from __future__ import annotations

from math import comb

from ....reference.layout import Layout
from ....reference.search.other_rules import MOST_COMBINATIONS, is_cage
from ....reference.sum import Sum
from ..formula import ClauseCount, Clauses
from ..variables import VariableMap
from . import combinations, diagrams


def write(variables: VariableMap, clauses: Clauses | ClauseCount) -> None:
    """Adds the clauses of all sums of the layout; raises `FormulaTooLarge`."""
    for each in variables.layout.sums:
        encoding = combinations if _has_few_combinations(each, variables.layout) else diagrams
        encoding.write(each, variables, clauses)


def _has_few_combinations(each: Sum, layout: Layout) -> bool:
    return is_cage(each, layout) and comb(layout.size, len(each)) <= MOST_COMBINATIONS
