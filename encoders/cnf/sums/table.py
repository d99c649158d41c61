"""Every encoding of sums by its name, and the types that they share: a new one is a file and a row.

An encoding sees a sum as a `SumShape`, in which each cell adds a weight times a digit from 0, so that no encoding has
to deal with negative coefficients. Sums of one shape have clauses of one size, which is computed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import count as numbers
from math import gcd
from typing import Any, NamedTuple

from ....reference.cages import combinations_of
from ....reference.errors import FormulaTooLarge, OptionError, Unsupported
from ....reference.sum import Sum
from ..at_most_one.table import Fresh, Size
from ..formula import ClauseCount, Clauses
from ..variables import Clause, VariableMap

MOST_STEPS, MOST_STEPS_OTHERWISE = 200_000, 20_000
"""The most steps, such as nodes of a diagram times digits, of an encoding that grows with partial sums: where it is
asked for, and where it is one of several that could write a sum."""

_WORTH = 3
"""How many times the clauses of the last encoding one of several may have. It finds contradictions earlier, but with
more clauses the time to write them is longer than what that saves."""


class SumShape(NamedTuple):
    """What the clauses of a sum depend on: the sum of weights times digits is one of `least` to `most`.

    Each weight belongs to a cell, whose digits are 0 to `size - 1`. Weights are positive, descend, and have no common
    divisor. Neither is every sum of digits within the bounds, nor every one outside.
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
`most_steps`, and `Unsupported` for a shape that the encoding does not take.
"""


class SumEncoding(NamedTuple):
    """An encoding: the function `encode` of a file, and maybe `size`, its size by formula; others are counted."""

    file: str
    paper: str
    otherwise: tuple[str, ...] = ()
    """The encodings that write the sums which this one does not take, the first that takes the sum."""

    @property
    def encode(self) -> Encode:
        """The function that yields the clauses."""
        encode: Encode = self._module.encode
        return encode

    @property
    def size(self) -> Callable[[SumShape], Size]:
        """The function from a shape to the size; raises as `encode` does."""
        size: Callable[[SumShape], Size] | None = getattr(self._module, "size", None)
        return size or self._counted

    @property
    def _module(self) -> Any:
        return import_module(f".{self.file}", __package__)

    def _counted(self, shape: SumShape) -> Size:
        own = len(shape.weights) * shape.size
        cells = [range(first, first + shape.size) for first in range(1, own + 1, shape.size)]
        fresh = numbers(own + 1)
        lengths = [len(clause) for clause in self.encode(shape, cells, fresh.__next__)]
        return Size(len(lengths), next(fresh) - own - 1, sum(lengths))


SUMS: dict[str, SumEncoding] = {
    "combination": SumEncoding("combinations", "folklore of killer Sudoku and Kakuro", ("mdd", "adder")),
    "mdd": SumEncoding("diagrams", "Abio, Gange, Mayer-Eichberger and Stuckey 2016"),
    "adder": SumEncoding("adder", "Een and Sorensson 2006"),
}
"""The encodings, in the order of listings."""

LAST = "adder"
"""The encoding that takes every sum."""


def check_sum_encoding(name: str) -> None:
    """Raises `OptionError`, a `ValueError`, which lists the known ones, for the name of no encoding."""
    if name not in SUMS:
        raise OptionError(f"unknown encoding of sums {name!r}; known: {', '.join(SUMS)}")


def contradiction(fresh: Fresh) -> Iterator[Clause]:
    """Yields two clauses that contradict each other; some solvers reject an empty one."""
    unused = fresh()
    yield (unused,)
    yield (-unused,)


def write(variables: VariableMap, name: str, clauses: Clauses) -> None:
    """Adds the clauses of all sums of the layout; raises `FormulaTooLarge`."""
    for each in variables.layout.value_sums:
        shape, cells = _shape(each, variables)
        if isinstance(shape, SumShape):
            clauses.extend(SUMS[_chosen(each, shape, name)[0]].encode(shape, cells, clauses.fresh))
        elif not shape:
            clauses.at_least_one([])


def count(variables: VariableMap, name: str, clauses: ClauseCount) -> None:
    """Counts what `write` adds; raises `FormulaTooLarge`."""
    for each in variables.layout.value_sums:
        shape, _ = _shape(each, variables)
        if isinstance(shape, SumShape):
            clauses.extend(_chosen(each, shape, name)[1])
        elif not shape:
            clauses.at_least_one([])


def _shape(each: Sum, variables: VariableMap) -> tuple[SumShape | bool, list[range]]:
    """Returns the shape of a sum of values, and the literals of each cell by digit.

    For a sum that always holds, or never, it is True or False in place of the shape.
    """
    size = variables.layout.size
    divisor = gcd(*(coefficient for _, coefficient in each.terms))
    terms = sorted(((coefficient // divisor, cell) for cell, coefficient in each.terms), key=_larger_first)
    weights = tuple(abs(coefficient) for coefficient, _ in terms)
    lowest = sum(coefficient * (1 if coefficient > 0 else size) for coefficient, _ in terms)
    least, most = each.bounds
    highest = sum(weights) * (size - 1)
    low = 0 if least is None else max(0, -(-least // divisor) - lowest)
    high = highest if most is None else min(highest, most // divisor - lowest)
    if low > high or (low, high) == (0, highest):
        return low <= high, []
    cells = []
    for coefficient, cell in terms:
        literals = range(variables.literal(cell, 1), variables.literal(cell, size) + 1)
        cells.append(literals if coefficient > 0 else literals[::-1])
    return SumShape(size, weights, low, high, combinations_of(each, variables.layout)), cells


def _larger_first(term: tuple[int, int]) -> tuple[int, int]:
    coefficient, cell = term
    return -abs(coefficient), cell


def _chosen(each: Sum, shape: SumShape, name: str) -> tuple[str, Size]:
    """Returns the encoding that writes a sum where this one is asked for, and the size of its clauses."""
    size = _size(name, shape)
    if size is not None:
        return name, size
    for other in SUMS[name].otherwise:
        size = _size(other, shape._replace(most_steps=MOST_STEPS_OTHERWISE))
        last = _size(LAST, shape)
        if size is not None and last is not None and size.clauses <= _WORTH * last.clauses:
            return other, size
    raise FormulaTooLarge(f"{each} has too many partial sums for the encoding {name}; sum={LAST} takes it")


@lru_cache(maxsize=4096)
def _size(name: str, shape: SumShape) -> Size | None:
    """Returns the size of the clauses; None where the encoding does not take the shape."""
    try:
        return SUMS[name].size(shape)
    except (FormulaTooLarge, Unsupported):
        return None
