"""The pairwise encoding, also binomial or naive: no two literals are both true.

    not x_i  or  not x_j    i < j

It is older than any paper about it. It has the fewest clauses up to five literals, and is the only encoding without
auxiliary variables; it and the totalizer are the only quadratic ones. For n literals: n(n-1)/2 clauses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..variables import Clause
from .table import Fresh, Size


def encode_pairwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:  # noqa: ARG001 - none needed
    """Yields the clauses in lexicographic order of the positions."""
    return combinations([-literal for literal in literals], 2)


def size_pairwise(count: int) -> Size:
    """Returns the size for `count` literals, in closed form."""
    pairs = count * (count - 1) // 2
    return Size(pairs, 0, 2 * pairs)
