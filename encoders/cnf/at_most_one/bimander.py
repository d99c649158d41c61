"""The bimander encoding: groups of two; a true literal sets shared bits to the number of its group.

    within a group    pairwise at most one
    x in group g  ->  bit k has its value in the binary code of g

Nguyen and Mai, "A new method to encode the at-most-one constraint into SAT" (2015), with groups of two: groups as in
the commander encoding, with the bits of the bitwise encoding in place of commanders. For n > 1 literals, where b is
log2 of n/2, each rounded up: nb + n/2 (rounded down) clauses, b auxiliaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..variables import Clause
from .bitwise import bits_for, spelled
from .pairwise import encode_pairwise
from .table import Fresh

_GROUP = 2


def encode_bimander(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses group by group."""
    bits = [fresh() for _ in range(bits_for(-(-len(literals) // _GROUP)))]
    for number, start in enumerate(range(0, len(literals), _GROUP)):
        group = literals[start : start + _GROUP]
        yield from encode_pairwise(group, fresh)
        for literal in group:
            yield from spelled(literal, number, bits)
