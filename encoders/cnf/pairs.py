"""Pairs as clauses, and the table of their encodings.

    conflict    a clause for each two values that may not stand in the two cells
    support     a clause for each value of either cell: the other cell has a value that may stand beside it

Support clauses: Kasif, "On the parallel complexity of discrete relaxation in constraint satisfaction networks" (1990),
and Gent, "Arc consistency in SAT" (2002). With them unit propagation rules out each value that has lost its last
partner. With conflicts it does so when the other cell has only one value left. For `n` values, `f` forbidden and `a`
allowed pairs: `f` conflicts of two literals; `2n` support clauses of `2n + 2a` literals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from ...reference.model.layout import cached
from ...reference.model.puzzle import values_in
from ...reference.model.rules import Pair
from .formula import ClauseCollector
from .variables import Clause, VariableMap


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


Encode = Callable[[Pair, VariableMap], Iterator[Clause]]
"""Yields the clauses of a pair."""

PAIRS: dict[str, Encode] = {"conflict": _conflicts, "support": _supports}
"""The encodings of pairs, in the order of listings."""


def write(variables: VariableMap, name: str, clauses: ClauseCollector) -> None:
    """Adds the clauses of all pairs of the layout, by the encoding of this name."""
    for pair in variables.layout.pairs:
        clauses.part(pair.allowed, partial(clauses.extend, PAIRS[name](pair, variables)))
