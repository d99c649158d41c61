"""The product encoding: the literals fill a rectangle of which at most one row and at most one column is in use.

    x in row r, column c  ->  row r is in use, column c is in use
    at most one row, at most one column    by the same encoding; pairwise up to four literals

Chen, "A new SAT encoding of the at-most-one constraint" (2010). For n > 4 literals, where P(n) is the clause count,
p the square root of n rounded up, and q n/p rounded up: P(n) = 2n + P(p) + P(q), about 2n + 4 sqrt n, and about
2 sqrt n auxiliaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from ..variables import Clause
from .pairwise import encode_pairwise
from .table import Fresh

_PAIRWISE_UP_TO = 4
"""Pairwise has fewer clauses for five and six literals too (10 and 15, not 14 and 16), but hides the rectangle."""


def encode_product(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses literal by literal, then those of the rows, then those of the columns."""
    if len(literals) <= _PAIRWISE_UP_TO:
        yield from encode_pairwise(literals, fresh)
        return
    row_count = isqrt(len(literals) - 1) + 1
    column_count = -(-len(literals) // row_count)
    rows = [fresh() for _ in range(row_count)]
    columns = [fresh() for _ in range(column_count)]
    for number, literal in enumerate(literals):
        row, column = divmod(number, column_count)
        yield -literal, rows[row]
        yield -literal, columns[column]
    yield from encode_product(rows, fresh)
    yield from encode_product(columns, fresh)
