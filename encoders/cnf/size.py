"""How large a formula will be: counted from the layout, before anything is built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...reference.errors import FormulaTooLarge
from ...reference.layout import Layout
from .at_most_one.size import Measure
from .full import Families, loose_cells
from .reduced import OpenVariables

MOST_CLAUSES = 20_000_000
"""What is built unless more is allowed."""

_BYTES_PER_CLAUSE = 150
_BYTES_PER_LITERAL = 8
"""Measured: what CPython takes for a tuple, its place in a dictionary of clauses, and a reference a literal. A solver
takes about as much again for its own copy."""


class FormulaSize(NamedTuple):
    """Counts with all duplicates; without them there are fewer clauses, never more."""

    variables: int
    auxiliaries: int
    clauses: int
    literals: int
    """The sum of the lengths of all clauses."""

    @property
    def bytes(self) -> int:
        """Memory to build it, about."""
        return _BYTES_PER_CLAUSE * self.clauses + _BYTES_PER_LITERAL * self.literals


def full_size(layout: Layout, families: Families, at_most_one: Measure | None) -> FormulaSize:
    """The size of an encoding of the whole layout."""
    n = layout.size
    tally = _Tally(at_most_one)
    tally.at_least_one(n, layout.cell_count)
    tally.at_most_one(n, layout.cell_count if families.cells_at_most_one else len(loose_cells(layout)))
    for unit in layout.units:
        if families.units_at_least_one and layout.is_complete(unit):
            tally.at_least_one(n, n)
        tally.at_most_one(len(unit), n)
    return tally.size(n * layout.cell_count)


def reduced_size(variables: OpenVariables, at_most_one: Measure | None) -> FormulaSize:
    """The size of the reduced encoding; counted per cell, and per unit and value as if no cell were open to less."""
    tally = _Tally(at_most_one)
    layout = variables.layout
    for cell in variables.open_cells:
        tally.at_least_one(len(variables.literals(cell)), 1)
        tally.at_most_one(len(variables.literals(cell)), 1)
    for unit in layout.units:
        for places in _places(variables, unit.cells):
            if layout.is_complete(unit):
                tally.at_least_one(places, 1)
            tally.at_most_one(places, 1)
    return tally.size(variables.count)


def _places(variables: OpenVariables, cells: Sequence[int]) -> list[int]:
    """For each value that is open somewhere among the cells, in how many of them it is."""
    counted: dict[int, int] = {}
    for cell in cells:
        for value in variables.literals(cell):
            counted[value] = counted.get(value, 0) + 1
    return list(counted.values())


class _Tally:
    """Adds up constraints without writing them."""

    def __init__(self, at_most_one: Measure | None) -> None:
        self._measure = at_most_one
        self.auxiliaries = self.clauses = self.literals = 0

    def at_least_one(self, literals: int, times: int) -> None:
        self.clauses += times
        self.literals += times * literals

    def at_most_one(self, literals: int, times: int) -> None:
        if self._measure is not None:
            one = self._measure(literals)
            self.clauses += times * one.clauses
            self.auxiliaries += times * one.auxiliaries
            self.literals += times * one.literals

    def size(self, variables: int) -> FormulaSize:
        return FormulaSize(variables, self.auxiliaries, self.clauses, self.literals)


def check_size(size: FormulaSize, encoding: str, layout: Layout, most_clauses: int) -> None:
    """Raises `FormulaTooLarge` for more clauses than allowed: nothing of that size is to be begun."""
    if size.clauses > most_clauses:
        raise FormulaTooLarge(
            f"the {encoding} encoding of {layout.name} has {size.clauses:,} clauses over "
            f"{size.variables + size.auxiliaries:,} variables, about {size.bytes / 2**30:.1f} GiB to build; "
            f"the limit is {most_clauses:,} clauses; most-clauses raises it"
            + ("" if encoding == "reduced" else ", and the reduced encoding needs less")
        )
