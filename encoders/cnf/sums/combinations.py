"""Cages by their combinations: a variable for each set of different values that adds up to the total.

Exactly one of the combinations holds. Where it does, no cell of the cage has another value, and each of its values
stands in one of the cells. That the values differ is written elsewhere: the cage is a unit, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..at_most_one import Fresh
from ..variables import Clause
from .shape import SumShape, contradiction

_MOST_EXCLUDED = 24
"""The most combinations of which pairs are excluded: their number grows with the square. It follows from the other
clauses that no two hold, but not by unit propagation."""


def encode(shape: SumShape, cells: Sequence[Sequence[int]], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses of a cage: its combinations, then its values, ascending."""
    sets = shape.sets
    if not sets:
        yield from contradiction(fresh)
        return
    chosen = [fresh() for _ in sets]
    yield tuple(chosen)
    if len(chosen) <= _MOST_EXCLUDED:
        yield from combinations([-each for each in chosen], 2)
    for digit in range(shape.size):
        having = [combination for combination, values in zip(chosen, sets, strict=True) if values >> digit & 1]
        literals = [cell[digit] for cell in cells]
        if len(having) == len(sets):
            yield tuple(literals)
            continue
        for combination in having:
            yield -combination, *literals
        for literal in literals:
            yield -literal, *having
