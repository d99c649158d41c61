"""The pairwise encoding, also binomial or naive: no two literals are both true.

    not x_i  or  not x_j    i < j

Older than any paper about it. It has the fewest clauses up to five literals, and is the only one that needs no
auxiliary variables; beside the totalizer it is the only quadratic one. Of n literals: n(n-1)/2 clauses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..formula import Clause
from .size import Fresh, Size


def encode_pairwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:  # noqa: ARG001 - none needed
    """The clauses in lexicographic order of the positions."""
    return ((-first, -second) for first, second in combinations(literals, 2))


def size_pairwise(count: int) -> Size:
    """The size for `count` literals, in closed form."""
    pairs = count * (count - 1) // 2
    return Size(pairs, 0, 2 * pairs)
