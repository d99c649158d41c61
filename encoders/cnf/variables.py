"""Variable maps (which Boolean variable says that a cell holds a value), and puzzles and grids as literals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_, sub
from typing import TypeAlias

from ...reference.contract.errors import InvalidAnswer
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in

Clause = tuple[int, ...]
"""Distinct literals, at least one of which is true."""


@dataclass(frozen=True)
class VariableMap:
    """A variable for each cell, in reading order, and each value, in ascending order."""

    layout: Layout

    @property
    def count(self) -> int:
        """Cells times values."""
        return self.layout.cell_count * self.layout.size

    def literal(self, cell: int, value: int) -> int:
        """Returns the literal "cell (from 0) holds value (from 1)"."""
        return cell * self.layout.size + value

    def cell_and_value(self, literal: int) -> tuple[int, int]:
        """Returns the cell (from 0) and value (from 1) of a literal of either sign."""
        cell, index = divmod(abs(literal) - 1, self.layout.size)
        return cell, index + 1

    def values(self, true_variables: Iterable[int]) -> list[list[int]]:
        """Returns for each cell the values that it holds when exactly these variables of the map are true."""
        found: list[list[int]] = [[] for _ in self.layout.positions]
        for variable in true_variables:
            cell, value = self.cell_and_value(variable)
            found[cell].append(value)
        return found

    def grid(self, true_variables: Sequence[int], backend: str) -> Grid:
        """Returns the grid of these true variables; raises what `only_values` raises."""
        size = self.layout.size
        cells = len(self.layout.positions)
        # The usual case, fast: the variables ascend, one for each cell.
        grid = tuple(map(sub, true_variables, range(0, cells * size, size)))
        if len(true_variables) == cells and {*grid} <= {*range(1, size + 1)}:
            return grid
        return only_values(self.values(true_variables), self.layout, backend)


class OpenVariables:
    """A variable for each open candidate, cell by cell in reading order, values ascending; other cells are given."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.layout = puzzle.layout
        given = [mask if mask & (mask - 1) == 0 else 0 for mask in puzzle.candidates]
        self.given_in_unit: list[int] = []
        """For each unit the givens that stand once in it, as a candidate set."""
        self.givens_clash = False
        """Whether two givens of one unit are equal."""
        ruled_out = [0] * self.layout.cell_count
        for unit in self.layout.units:
            repeatable = unit.repeatable_set
            givens = [given[cell] & ~repeatable for cell in unit.cells if given[cell] & ~repeatable]
            taken = reduce(or_, givens, 0)
            self.given_in_unit.append(taken)
            self.givens_clash |= len(givens) > taken.bit_count()
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
        """The number of open candidates."""
        return len(self._candidates)

    @property
    def open_cells(self) -> list[int]:
        """The cells that are not given."""
        return [cell for cell, value in enumerate(self._given) if not value]

    def literal(self, cell: int, value: int) -> int:
        """Returns the literal "cell (from 0) holds value (from 1)"; raises KeyError unless that is open."""
        return self._literals[cell][value]

    def literals(self, cell: int) -> dict[int, int]:
        """Returns the open values of a cell, ascending, each with its literal."""
        return self._literals[cell]

    def cell_and_value(self, literal: int) -> tuple[int, int]:
        """Returns the cell (from 0) and value (from 1) of a literal of either sign."""
        return self._candidates[abs(literal) - 1]

    def values(self, true_variables: Iterable[int]) -> list[list[int]]:
        """Returns for each cell its given, or the values that it holds when exactly these variables are true."""
        found = [[value] if value else [] for value in self._given]
        for variable in true_variables:
            cell, value = self._candidates[variable - 1]
            found[cell].append(value)
        return found

    def grid(self, true_variables: Iterable[int], backend: str) -> Grid:
        """Returns the grid of these true variables; raises what `only_values` raises."""
        return only_values(self.values(true_variables), self.layout, backend)


Variables: TypeAlias = "VariableMap | OpenVariables"
"""A map. Literals follow DIMACS: a positive number is the variable, its negative the opposite."""


def only_values(values: Sequence[Sequence[int]], layout: Layout, backend: str) -> Grid:
    """Returns the one value of each cell; raises `InvalidAnswer` where an assignment gives a cell none or several."""
    for label, found in zip(layout.labels, values, strict=True):
        if len(found) != 1:
            raise InvalidAnswer(f"{backend} returned {len(found)} values for cell {label}: {list(found)}")
    return tuple(found[0] for found in values)


def given_literals(puzzle: Puzzle) -> list[int]:
    """Returns the literal of each given and the negation of each value ruled out, cell by cell.

    These are literals of the `VariableMap`: solvers assume them, or get them as unit clauses.
    """
    size = puzzle.layout.size
    everything = puzzle.layout.all_values
    literals = []
    for cell, mask in enumerate(puzzle.candidates):
        if mask == everything:
            continue
        before = cell * size  # as in `VariableMap.literal`, which is not called for speed
        if mask & (mask - 1):
            literals += [-before - value for value in values_in(everything & ~mask)]
        else:
            literals.append(before + mask.bit_length())
    return literals


def different(grid: Grid, variables: Variables, puzzle: Puzzle) -> list[int]:
    """Returns the clause that excludes this solution and no other: some open cell that is shown holds another value.

    It is empty where no such cell is open: then there is no other solution.
    """
    literal = variables.literal
    return [-literal(cell, grid[cell]) for cell in puzzle.cells_of_difference]
