"""The 0/1 program of a layout as plain data: variables that are 0 or 1, and rows that bound sums of them.

    each cell        exactly one of its values            sum = 1
    complete units   each value in exactly one cell       sum = 1
    other units      each value in at most one cell       0 <= sum <= 1
    sums             values times coefficients            as the sum has it
    pairs            values allowed beside a value        sum - the value >= 0

The variables are those of `VariableMap`. There is no objective. All coefficients are 1 but for sums and pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...reference.contract.errors import InvalidAnswer, Unsupported
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle, values_in
from ..cnf.variables import VariableMap, different, given_literals

_TOLERANCE = 1e-6
"""How far from 0 or 1 a value may be: the usual tolerance of solvers."""

_LARGEST_COEFFICIENT = 100_000
"""With more, a value that is within the tolerance of 0 or 1 can hide a difference of 1 in a sum."""


class LinearRow(NamedTuple):
    """One row: the sum of its variables, which ascend, lies between `lower` and `upper`, both included.

    None for a bound is no bound; one of the two there is. Each variable counts times its coefficient, 1 where there are
    none. `name` consists of letters, digits and underscores, since file formats of linear programs allow little else.
    """

    name: str
    variables: tuple[int, ...]
    lower: int | None
    upper: int | None
    coefficients: tuple[int, ...] | None = None

    @property
    def terms(self) -> Iterator[tuple[int, int]]:
        """Yields each coefficient with its variable."""
        return zip(self.coefficients or (1,) * len(self.variables), self.variables, strict=True)

    @property
    def comparison(self) -> tuple[str, int]:
        """The row as an equation or an inequality, `=`, `<=` or `>=` and a number: all that a 0/1 program needs.

        A row with two bounds that differ has 0 as the lower one and no coefficients, and sums are never below 0.
        """
        if self.upper is None:
            return ">=", self.lower or 0
        return "=" if self.lower == self.upper else "<=", self.upper


def rows(layout: Layout) -> tuple[LinearRow, ...]:
    """Returns the rows that exactly the grids of the layout satisfy; no two have the same variables or the same name.

    Order: all cells (`cell_A1`), then all units, each value after value (`u3_v5`: the unit of index 3, counted from 0,
    and value 5; the names of units may hold any character). A row equal to an earlier one is dropped: 324 remain for
    classic 9x9. Then come all sums (`s3`), and all pairs, value after value of the first cell, then of the second
    (`p3_a_v5`, `p3_b_v5`).
    """
    kept: dict[tuple[int, ...], LinearRow] = {}
    for row in _all_rows(layout):
        # Equal variables imply equal bounds, but for a complete unit and one of the same cells with repeatable values.
        if kept.setdefault(row.variables, row).lower != row.lower == 1:
            kept[row.variables] = row
    return (*kept.values(), *_rows_of_sums(layout), *_rows_of_pairs(layout))


def check_floating_point(layout: Layout, backend: str) -> None:
    """Raises `Unsupported` for sums whose coefficients times values are too large for floating point."""
    for each in layout.value_sums:
        largest = layout.size * max(abs(times) for _, times in each.terms)
        if largest > _LARGEST_COEFFICIENT:
            raise Unsupported(
                f"{backend} computes in floating point, and takes coefficients times values up to "
                f"{_LARGEST_COEFFICIENT:,} only; {each} has {largest:,}"
            )


def _all_rows(layout: Layout) -> Iterator[LinearRow]:
    literal = VariableMap(layout).literal
    values = range(1, layout.size + 1)
    for cell, label in enumerate(layout.labels):
        yield LinearRow(f"cell_{label}", tuple(literal(cell, value) for value in values), 1, 1)
    for index, unit in enumerate(layout.units):
        complete = layout.is_complete(unit)
        if len(unit) < 2 and not complete:
            continue  # no variable is above 1 anyway
        for value in values:
            if value in unit.repeatable:
                continue
            cells = tuple(literal(cell, value) for cell in sorted(unit.cells))
            yield LinearRow(f"u{index}_v{value}", cells, int(complete), 1)


def _rows_of_sums(layout: Layout) -> Iterator[LinearRow]:
    literal = VariableMap(layout).literal
    values = range(1, layout.size + 1)
    for index, each in enumerate(layout.value_sums):
        terms = sorted((literal(cell, value), times * value) for cell, times in each.terms for value in values)
        variables, coefficients = zip(*terms, strict=True)
        yield LinearRow(f"s{index}", variables, *each.bounds, coefficients)


def _rows_of_pairs(layout: Layout) -> Iterator[LinearRow]:
    literal = VariableMap(layout).literal
    for index, pair in enumerate(layout.pairs):
        for side, (cell, other, supports) in zip("ab", pair.supports(layout.size), strict=True):
            for value, beside in enumerate(supports, start=1):
                terms = sorted([(literal(cell, value), -1), *((literal(other, held), 1) for held in values_in(beside))])
                variables, coefficients = zip(*terms, strict=True)
                yield LinearRow(f"p{index}_{side}_v{value}", variables, 0, None, coefficients)


def fixed_variables(puzzle: Puzzle) -> dict[int, int]:
    """Returns the variables that the puzzle fixes, each with its value: 1 for a given, 0 for a value ruled out.

    Ascending. That a given rules out the other values of its cell is said by the row of the cell.
    """
    return {abs(literal): int(literal > 0) for literal in given_literals(puzzle)}


def other_than(grid: Grid, variables: VariableMap, puzzle: Puzzle) -> LinearRow:
    """Returns the row that excludes this solution and no other: not all its values in the open cells that are shown."""
    held = tuple(-literal for literal in different(grid, variables, puzzle))
    return LinearRow("", held, None, len(held) - 1)


def grid_of(values: Iterable[tuple[int, float]], variables: VariableMap, backend: str) -> Grid:
    """Returns the grid of variables with their values; one without a value is 0.

    Raises `InvalidAnswer` where one is neither 0 nor 1, up to rounding, and where a cell has no value or several.
    """
    true = []
    for variable, value in values:
        if not min(abs(value), abs(value - 1)) <= _TOLERANCE:  # also where it is NaN
            cell, held = variables.cell_and_value(variable)
            label = variables.layout.labels[cell]
            raise InvalidAnswer(f"{backend} returned {value}, neither 0 nor 1, for value {held} in {label}")
        if value > 0.5:
            true.append(variable)
    return variables.grid(true, backend)
