"""The sequential counter: s_i is true when any of x_1 .. x_i is, and then x_{i+1} is not.

    x_i -> s_i            i = 1 .. n-1
    s_{i-1} -> s_i        i = 2 .. n-1
    s_{i-1} -> not x_i    i = 2 .. n

Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints" (2005), its counter with the bound 1. The
implications go one way: where no literal is true, a counter may still be true. For n > 1 literals: 3n-4 clauses, n-1
auxiliaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..variables import Clause
from .table import Fresh


def encode_sequential_counter(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses literal by literal."""
    if len(literals) < 2:
        return
    before = fresh()
    yield -literals[0], before
    for literal in literals[1:-1]:
        after = fresh()
        yield -literal, after
        yield -before, after
        yield -before, -literal
        before = after
    yield -before, -literals[-1]
