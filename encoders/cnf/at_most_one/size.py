"""What an at-most-one encoding is called with, and how large what it returns is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..formula import Clause

Fresh = Callable[[], int]
"""Returns the next unused variable, a new one each time."""

Encode = Callable[[Sequence[int], Fresh], Iterator[Clause]]
"""Yields the clauses that hold, for some values of the fresh variables, just when at most one literal is true.

The literals are of different variables and may be negative. Of fewer than two, nothing is said.
"""


class Size(NamedTuple):
    """How many clauses and auxiliary variables there are, and how many literals the clauses have together."""

    clauses: int = 0
    auxiliaries: int = 0
    literals: int = 0

    def plus(self, other: Size) -> Size:
        """Both together; `+` is taken, since tuples append with it."""
        return Size(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


Measure = Callable[[int], Size]
"""The size of an encoding of that many literals, found without encoding them."""
