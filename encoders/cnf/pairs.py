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
from functools import lru_cache
from typing import NamedTuple

from ...reference.errors import OptionError
from ...reference.layout import Layout
from ...reference.pair import Pair
from ...reference.puzzle import values_in
from .at_most_one.table import Size
from .formula import ClauseCount, Clauses
from .variables import Clause, VariableMap


def _conflicts(pair: Pair, variables: VariableMap) -> Iterator[Clause]:
    """Yields a clause for each forbidden pair, values ascending, those of the first cell first."""
    first, second = (variables.literal(cell, 0) for cell in pair.cells)
    for one, other in _forbidden(pair.allowed, variables.layout.size):
        yield -first - one, -second - other


@lru_cache(maxsize=256)
def _forbidden(allowed: frozenset[tuple[int, int]], size: int) -> tuple[tuple[int, int], ...]:
    values = range(1, size + 1)
    return tuple((one, other) for one in values for other in values if (one, other) not in allowed)


def _size_of_conflicts(pair: Pair, size: int) -> Size:
    forbidden = size * size - len(pair.allowed)
    return Size(forbidden, 0, 2 * forbidden)


def _supports(pair: Pair, variables: VariableMap) -> Iterator[Clause]:
    """Yields a clause for each value of the first cell, then of the second, values ascending."""
    for cell, other, beside in pair.supports(variables.layout.size):
        for value, partners in enumerate(beside, start=1):
            yield -variables.literal(cell, value), *(variables.literal(other, each) for each in values_in(partners))


def _size_of_supports(pair: Pair, size: int) -> Size:
    return Size(2 * size, 0, 2 * size + 2 * len(pair.allowed))


class PairEncoding(NamedTuple):
    """An encoding: where it comes from, the function that yields its clauses, and its size for a number of values."""

    paper: str
    encode: Callable[[Pair, VariableMap], Iterator[Clause]]
    size: Callable[[Pair, int], Size]


PAIRS: dict[str, PairEncoding] = {
    "conflict": PairEncoding("folklore; also called direct", _conflicts, _size_of_conflicts),
    "support": PairEncoding("Kasif 1990; Gent 2002", _supports, _size_of_supports),
}
"""The encodings of pairs, in the order of listings."""


def pair_encoding_named(name: str) -> PairEncoding:
    """Returns the encoding of this name; raises `OptionError`, a `ValueError`, which lists the known ones."""
    if name not in PAIRS:
        raise OptionError(f"unknown encoding of pairs {name!r}; known: {', '.join(PAIRS)}")
    return PAIRS[name]


def write(variables: VariableMap, encoding: PairEncoding, clauses: Clauses) -> None:
    """Adds the clauses of all pairs of the layout."""
    for pair in variables.layout.pairs:
        clauses.extend(encoding.encode(pair, variables))


def count(layout: Layout, encoding: PairEncoding, clauses: ClauseCount) -> None:
    """Counts what `write` adds, by formula."""
    for pair in layout.pairs:
        clauses.extend(encoding.size(pair, layout.size))
