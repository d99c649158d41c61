"""The bitwise encoding, also binary or logarithmic: a true literal sets shared bits to its own number.

    x_i -> bit k has its value in the binary code of i-1    all i, all k

Frisch, Peugniez, Doggett and Nightingale, "Solving non-Boolean satisfiability problems with stochastic local search"
(2005); also Prestwich (2007). It has few auxiliary variables. For n > 1 literals, where b is log2 n rounded up: nb
clauses, b auxiliaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..variables import Clause
from .table import Fresh


def encode_bitwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """Yields the clauses literal by literal, for each from the lowest bit up."""
    bits = [fresh() for _ in range(bits_for(len(literals)))]
    for number, literal in enumerate(literals):
        yield from spelled(literal, number, bits)


def bits_for(count: int) -> int:
    """Returns how many bits distinguish `count` things."""
    return max(count - 1, 0).bit_length()


def spelled(literal: int, number: int, bits: Sequence[int]) -> Iterator[Clause]:
    """Yields the clauses that set the bits, lowest first, to the number where the literal is true."""
    return ((-literal, bit if number >> place & 1 else -bit) for place, bit in enumerate(bits))
