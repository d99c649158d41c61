"""A sum as the encodings see it: each cell adds a weight times a digit from 0, so that no coefficient is negative."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..at_most_one import Fresh
from ..variables import Clause

MOST_STEPS, MOST_STEPS_OTHERWISE = 200_000, 20_000
"""The most steps, such as nodes of a diagram times digits, of an encoding that grows with partial sums: where it is
asked for, and where it is one of several that could write a sum."""


class SumShape(NamedTuple):
    """What the clauses of a sum depend on: the sum of weights times digits is one of `least` to `most`.

    Each weight belongs to a cell, whose digits are 0 to `size - 1`. Weights are positive, descend, and have no common
    divisor. Some sums of digits are within the bounds, and some are not.
    """

    size: int
    weights: tuple[int, ...]
    least: int
    most: int
    sets: tuple[int, ...] | None
    """For a cage the sets of values that its cells can have, as `combinations_of` returns them."""
    most_steps: int = MOST_STEPS


Encode = Callable[[SumShape, Sequence[Sequence[int]], Fresh], Iterator[Clause]]
"""Yields clauses, none of which is empty, over the literals of each cell, by digit, and over fresh variables.

For each assignment in which every cell has one digit there are values of the fresh variables with which the clauses
hold exactly where the sum is within its bounds. Raises `FormulaTooLarge`, before the first clause, for more steps than
`most_steps`.
"""


def contradiction(fresh: Fresh) -> Iterator[Clause]:
    """Yields two clauses that contradict each other; some solvers reject an empty one."""
    unused = fresh()
    yield (unused,)
    yield (-unused,)
