"""The answer that a solver returned, read from any of its forms: a grid, no solution, or a count of solutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...puzzles.text.parse import parse_puzzle
from ...reference.cells import by_cell
from ...reference.errors import LayoutError, PuzzleError, UnitdokuError, shown
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.unit import whole_number


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

    A grid is a text of values as `parse_puzzle` reads it, a sequence of values in reading order, the rows of the
    layout as sequences of values, or a mapping from cells to values. A cell is a label (`A1`), an index from 0, or row
    and column from 0. A value is a whole number or its digits; numbers and arrays of NumPy are accepted too. Raises
    `NoAnswer` for anything else, and for a grid that is not complete. Whether the grid is right is not decided here.
    """
    plain = _plain(returned)
    if plain is None or plain is False:
        return SolverAnswer(False)
    if plain is True:
        raise NoAnswer("returned True, which is neither a grid nor a number of solutions")
    count = whole_number(plain)
    if count is not None:
        if count < 0:
            raise NoAnswer(f"returned {count}, which is no number of solutions")
        return SolverAnswer(count > 0, number=count)
    values = _values(returned, layout)
    if len(values) != layout.cell_count:
        raise NoAnswer(f"returned {len(values)} values for {layout.cell_count} cells")
    for label, value in zip(layout.labels, values, strict=True):
        if not 1 <= value <= layout.size:
            what = "left it open" if value == 0 else f"{value} is not one of the values {layout.range_of_values}"
            raise NoAnswer(f"returned what is no complete grid: cell {label}: {what}")
    return SolverAnswer(True, grid=tuple(values))


def _values(returned: object, layout: Layout) -> list[int]:
    """Returns the values in reading order, 0 for an open cell."""
    if isinstance(returned, str):
        try:
            return list(parse_puzzle(returned, layout).values)
        except PuzzleError as error:
            raise NoAnswer(f"returned text that is no grid: {error}: {shown(returned, 80)}") from error
    if isinstance(returned, Mapping):
        return _by_cell(returned, layout)
    rows = _plain(returned)
    if isinstance(rows, (bytes, bytearray)) or not isinstance(rows, Sequence):
        raise NoAnswer(f"returned {shown(returned, 80)}, a {type(returned).__name__}: neither a grid, a count nor None")
    rows = [_plain(row) for row in rows]
    if len(rows) == 2 and isinstance(rows[0], bool):
        raise NoAnswer(
            f"returned {rows[0]} together with a {type(rows[1]).__name__}: a grid alone is an answer, or None"
        )
    if rows and all(isinstance(row, Sequence) and not isinstance(row, str) for row in rows):
        lengths = [len(row) for row in rows]
        if lengths != [len(row) for row in layout.rows]:
            raise NoAnswer(f"returned rows of {lengths} values, which are not those of the layout")
        rows = [value for row in rows for value in row]
    return [_value(value) for value in rows]


def _by_cell(returned: Mapping[object, object], layout: Layout) -> list[int]:
    try:
        values = {cell: _value(value) for cell, value in by_cell(returned, layout).items()}
    except (LayoutError, PuzzleError) as error:
        raise NoAnswer(f"returned a mapping that is no grid: {error}") from error
    missing = [label for cell, label in enumerate(layout.labels) if cell not in values]
    if missing:
        others = f" and {len(missing) - 5} others" if len(missing) > 5 else ""
        raise NoAnswer(f"returned no value for {', '.join(missing[:5])}{others}")
    return [values[cell] for cell in range(layout.cell_count)]


def _value(value: object) -> int:
    """Returns the value, 0 for None and the signs of an open cell."""
    if value is None or (isinstance(value, str) and value in ("", ".", "_", "*")):
        return 0
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    whole = whole_number(value)
    if whole is None:
        raise NoAnswer(f"returned {shown(value, 80)} for a value")
    return whole


def _plain(value: Any) -> Any:
    """Returns lists and Python numbers for NumPy's arrays and numbers, and for anything else that has `tolist`."""
    return value.tolist() if hasattr(value, "tolist") else value
