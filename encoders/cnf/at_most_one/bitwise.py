"""The bitwise encoding, also binary or logarithmic: a true literal spells its own number in shared bits.

    x_i -> bit k is as in the binary code of i-1    all i, all k

Frisch, Peugniez, Doggett and Nightingale, "Solving non-Boolean satisfiability problems with stochastic local search"
(2005); also Prestwich (2007). Few variables, though each of them says little. Of n > 1 literals, where b is log2 n
rounded up: nb clauses, b auxiliaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..formula import Clause
from .size import Fresh, Size


def encode_bitwise(literals: Sequence[int], fresh: Fresh) -> Iterator[Clause]:
    """The clauses literal by literal, for each from the lowest bit up."""
    bits = [fresh() for _ in range(bits_for(len(literals)))]
    for number, literal in enumerate(literals):
        yield from spelled(literal, number, bits)


def size_bitwise(count: int) -> Size:
    """The size for `count` literals, in closed form."""
    bits = bits_for(count)
    return Size(count * bits, bits, 2 * count * bits)


def bits_for(count: int) -> int:
    """How many bits tell `count` things apart."""
    return max(count - 1, 0).bit_length()


def spelled(literal: int, number: int, bits: Sequence[int]) -> Iterator[Clause]:
    """The clauses that make the bits, lowest first, spell the number wherever the literal is true."""
    return ((-literal, bit if number >> place & 1 else -bit) for place, bit in enumerate(bits))
