"""What the givens leave open, and nothing else: an encoding of one puzzle, for grids too large for a whole layout.

After Kwon and Jain, "Optimized CNF encoding for Sudoku puzzles" (2006): a variable only for a candidate that is
neither given nor ruled out by a given in a unit with it, and the extended encoding's clauses over those. One pass over
the givens; what follows from follow-ups is left to the solver's unit propagation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from ...reference.grid import Grid
from ...reference.puzzle import Puzzle, values_in
from .clauses import Clauses


class OpenVariables:
    """A variable for each open candidate, cell by cell in reading order, values ascending; other cells are given."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.layout = puzzle.layout
        given = [mask if mask & (mask - 1) == 0 else 0 for mask in puzzle.candidates]
        self.given_in_unit = [reduce(or_, (given[cell] for cell in unit.cells), 0) for unit in self.layout.units]
        self.givens_clash = False
        """Whether two givens of one unit are the same."""
        ruled_out = [0] * self.layout.cell_count
        for unit, taken in zip(self.layout.units, self.given_in_unit, strict=True):
            self.givens_clash |= sum(given[cell] != 0 for cell in unit.cells) > taken.bit_count()
            for cell in unit.cells:
                ruled_out[cell] |= taken
        self._given: list[int] = [mask.bit_length() for mask in given]
        self._candidates: list[tuple[int, int]] = []
        self._literals: list[dict[int, int]] = []
        for cell, mask in enumerate(puzzle.candidates):
            first = len(self._candidates) + 1
            values = () if given[cell] else tuple(values_in(mask & ~ruled_out[cell]))
            self._literals.append({value: first + index for index, value in enumerate(values)})
            self._candidates += [(cell, value) for value in values]

    @property
    def count(self) -> int:
        """How many candidates are open."""
        return len(self._candidates)

    @property
    def open_cells(self) -> list[int]:
        """The cells that are not given."""
        return [cell for cell, value in enumerate(self._given) if not value]

    def literal(self, cell: int, value: int) -> int:
        """The literal "cell (from 0) holds value (from 1)"; KeyError for a candidate that is not open."""
        return self._literals[cell][value]

    def literals(self, cell: int) -> dict[int, int]:
        """The open values of a cell, ascending, each with its literal."""
        return self._literals[cell]

    def cell_and_value(self, literal: int) -> tuple[int, int]:
        """The cell (from 0) and value (from 1) that a literal speaks of, whatever its sign."""
        return self._candidates[abs(literal) - 1]

    def grid(self, true_variables: Sequence[int]) -> Grid | None:
        """The value of each cell when just these variables are true; None where a cell has not one."""
        values = self.values(true_variables)
        return tuple(value for (value,) in values) if all(len(each) == 1 for each in values) else None

    def values(self, true_variables: Iterable[int]) -> Sequence[Sequence[int]]:
        """For each cell its given, or the values that it holds when just these of the map's variables are true."""
        found = [[value] if value else [] for value in self._given]
        for variable in true_variables:
            cell, value = self._candidates[variable - 1]
            found[cell].append(value)
        return found


def write(variables: OpenVariables, clauses: Clauses) -> None:
    """Adds what is left of the extended encoding: cells in reading order, then units in theirs, values ascending."""
    layout = variables.layout
    if variables.givens_clash:
        clauses.at_least_one([])
    for cell in variables.open_cells:
        literals = list(variables.literals(cell).values())
        clauses.at_least_one(literals)
        clauses.at_most_one(literals)
    for index, unit in enumerate(layout.units):
        literals_of: dict[int, list[int]] = {}
        for cell in sorted(unit.cells):
            for value, literal in variables.literals(cell).items():
                literals_of.setdefault(value, []).append(literal)
        for value in values_in(layout.all_values & ~variables.given_in_unit[index]):
            literals = literals_of.get(value, [])
            if layout.is_complete(unit):
                clauses.at_least_one(literals)
            clauses.at_most_one(literals)
