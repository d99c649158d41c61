"""The 0/1 program of a puzzle in MPS, which all solvers of integer programs read.

Fields are separated by blanks, as in free MPS. Names of up to eight characters (layouts of up to 26 rows and 99
values) also stand in the columns of fixed MPS.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.puzzle import Puzzle
from ..linear.rows import bounds, rows
from .names import header, variable_names

_WIDTH = 78
"""Fixed MPS has lines of 80 characters."""


_KINDS = {"=": "E", "<=": "L", ">=": "G"}


def write(puzzle: Puzzle) -> Iterator[str]:
    """Yields the lines: rows, columns (of integers) in the order of the variables, right-hand sides, all bounds."""
    names = variable_names(puzzle.layout)
    constraints = rows(puzzle.layout)
    fixed = bounds(puzzle)
    for comment in header(puzzle, "x_CELL_VALUE is 1 where the cell holds the value", width=_WIDTH):
        yield f"* {comment}\n"
    yield "NAME          unitdoku\nROWS\n N  obj\n"
    entries_of: list[list[tuple[str, int]]] = [[] for _ in names]
    for row in constraints:
        yield f" {_KINDS[row.comparison[0]]}  {row.name}\n"
        for coefficient, variable in row.terms:
            entries_of[variable - 1].append((row.name, coefficient))
    yield "COLUMNS\n    MARKER    'MARKER'                 'INTORG'\n"
    for name, entries in zip(names, entries_of, strict=True):
        for row_name, coefficient in entries:
            yield _fields("", name, row_name, coefficient)
    yield "    MARKER    'MARKER'                 'INTEND'\nRHS\n"
    for row in constraints:
        yield _fields("", "RHS", row.name, row.comparison[1])
    yield "BOUNDS\n"
    for variable, name in enumerate(names, start=1):
        lower, upper = fixed.get(variable, (0, 1))
        yield _fields("UP" if lower < upper else "FX", "BND", name, upper)
    yield "ENDATA\n"


def _fields(kind: str, first: str, second: str, number: int) -> str:
    return f" {kind:<2} {first:<8}  {second:<8}  {number:>12}\n"
