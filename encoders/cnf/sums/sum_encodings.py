"""Every encoding of sums by its name: a new one is a file and a row."""

from __future__ import annotations

from functools import partial
from itertools import count as numbers
from math import gcd

from ....reference.contract.errors import FormulaTooLarge
from ....reference.model.layout import cached, combinations_of
from ....reference.model.rules import Sum
from ..formula import ClauseCollector
from ..variables import VariableMap
from . import adder, combinations, diagrams
from .shape import MOST_STEPS_OTHERWISE, Encode, SumShape

_WORTH = 3
"""A diagram with up to this many times the clauses of an adder is preferred: it finds contradictions earlier. With more
clauses, writing them takes longer than that saves."""

SUMS: dict[str, Encode] = {"combination": combinations.encode, "mdd": diagrams.encode, "adder": adder.encode}
"""The encodings, in the order of listings. `combination` is for cages, and leaves other sums to the others; `adder`
takes every sum."""


def write(variables: VariableMap, name: str, clauses: ClauseCollector) -> None:
    """Adds the clauses of all sums of the layout, by the encoding of this name; raises `FormulaTooLarge`."""
    for each in variables.layout.value_sums:
        shape, cells = _shape(each, variables)
        if isinstance(shape, SumShape):
            chosen = _otherwise(shape) if name == "combination" and shape.sets is None else name
            encoded = SUMS[chosen](shape, cells, clauses.fresh)
            try:
                clauses.part((chosen, shape), partial(clauses.extend, encoded))
            except FormulaTooLarge as error:
                raise FormulaTooLarge(
                    f"{each} has too many partial sums for the encoding {name}; sum=adder takes it"
                ) from error
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


@cached(4096)
def _otherwise(shape: SumShape) -> str:
    """Returns the encoding of a sum that is no cage: a diagram, or an adder where the diagram is much larger."""
    try:
        diagram = _clauses("mdd", shape._replace(most_steps=MOST_STEPS_OTHERWISE))
    except FormulaTooLarge:
        return "adder"
    return "mdd" if diagram <= _WORTH * _clauses("adder", shape) else "adder"


def _clauses(name: str, shape: SumShape) -> int:
    """Returns the number of clauses; raises `FormulaTooLarge`."""
    own = len(shape.weights) * shape.size
    cells = [range(first, first + shape.size) for first in range(1, own + 1, shape.size)]
    return sum(1 for _ in SUMS[name](shape, cells, numbers(own + 1).__next__))
