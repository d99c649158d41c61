"""The extended CNF encoding of Lynce and Ouaknine, "Sudoku as a SAT problem" (2006), for any layout.

    cells           at least one value     and   at most one value
    complete units  each value somewhere   and   each value at most once
    other units     -                            each value at most once

Where every cell lies in a complete unit, half of it would do: each family of clauses follows from the others. The
redundant ones let unit propagation alone do what elimination and only choice do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ..reference.layout import Layout
from .formula import Clause, Formula
from .variables import VariableMap


def extended(layout: Layout) -> Formula:
    """The formula whose assignments are just the grids that fill the layout; without duplicate clauses.

    Order: all cells, then all units, for each first the at-least-one clauses (ALO), then the at-most-one clauses
    (AMO, pairwise). A clause that an earlier family has already is left out: 10,530 of 11,988 stay for classic 9x9.
    """
    variables = VariableMap(layout)
    clauses: dict[Clause, None] = dict.fromkeys(_cell_clauses(variables))
    for unit in layout.units:
        for value in range(1, layout.size + 1):
            literals = sorted(variables.literal(cell, value) for cell in unit.cells)
            if len(unit) == layout.size:
                clauses.setdefault(tuple(literals))
            clauses.update(dict.fromkeys(at_most_one(literals)))
    return Formula(variables, tuple(clauses))


def _cell_clauses(variables: VariableMap) -> Iterator[Clause]:
    values = range(1, variables.layout.size + 1)
    for cell in range(variables.layout.cell_count):
        literals = [variables.literal(cell, value) for value in values]
        yield tuple(literals)
        yield from at_most_one(literals)


def at_most_one(literals: Sequence[int]) -> Iterable[Clause]:
    """The pairwise at-most-one clauses of ascending variables, in lexicographic order."""
    return ((-first, -second) for first, second in combinations(literals, 2))
