"""The answer that a solver returned, read from any of its forms: a grid, no solution, or a count of solutions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from ...puzzles.text.any_puzzle import any_grid
from ...reference.contract.errors import LayoutError, PuzzleError, UnitdokuError, shown
from ...reference.model.grid import Grid, broken_rules, is_grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ...reference.model.rules import whole_number


class SolverAnswer(NamedTuple):
    """An answer as data: a grid, or a count of solutions, or neither for "there is none"."""

    solvable: bool
    grid: Grid | None = None
    number: int | None = None
    """The number of solutions, for a count."""

    def up_to(self, limit: int) -> SolverAnswer:
        """Returns the answer with its count cut down to the limit, above which a count need not be right."""
        return self if self.number is None else self._replace(number=min(self.number, limit))

    def __str__(self) -> str:
        """Returns the answer in words that follow a name."""
        if self.number is not None:
            return f"counts {self.number} solution{'s' * (self.number != 1)}"
        if self.grid is None:
            return "says that there is no solution"
        return "gives the grid " + ("" if max(self.grid) <= 9 else " ").join(map(str, self.grid))


class NoAnswer(UnitdokuError, ValueError):
    """A solver returned something that is no answer; the message follows its name: `returned 3.5, a float: ...`."""


def read_answer(returned: object, layout: Layout) -> SolverAnswer:
    """Returns the answer: None or False means no solution, an int is a count, anything else must be a grid.

    A grid has any form that `is_solution` takes: text, values in reading order, the rows of the layout, a mapping from
    cells to values, an array of NumPy. Raises `NoAnswer` for anything else, and for a grid that is not complete.
    Whether the grid is right is not decided here.
    """
    value = returned.tolist() if hasattr(returned, "tolist") else returned
    if value is None or value is False:
        return SolverAnswer(False)
    if value is True or isinstance(value, Iterator):
        raise NoAnswer(f"returned {shown(value, 80)}, which is neither a grid nor a number of solutions")
    count = whole_number(value)
    if count is not None:
        if count < 0:
            raise NoAnswer(f"returned {count}, which is no number of solutions")
        return SolverAnswer(count > 0, number=count)
    try:
        values = any_grid(value, layout)
    except (LayoutError, PuzzleError) as error:
        kind = type(returned).__name__
        raise NoAnswer(f"returned {shown(returned, 80)}, a {kind}, which is no grid: {error}") from error
    if len(values) == 2 and isinstance(values[0], bool):
        other = type(values[1]).__name__
        raise NoAnswer(f"returned {values[0]} together with a {other}: a grid alone is an answer, or None")
    if not is_grid(values, layout):
        raise NoAnswer(f"returned what is no complete grid: {next(broken_rules(values, Puzzle.empty(layout)))}")
    return SolverAnswer(True, grid=cast("Grid", values))
