"""The 0/1 program of a puzzle in OPB, the format of the pseudo-Boolean competitions."""

from __future__ import annotations

from collections.abc import Iterator

from ...reference.puzzle import Puzzle
from ..cnf.variables import VariableMap
from ..linear.rows import Row, bounds, rows
from .names import header, labelled


def write(puzzle: Puzzle) -> Iterator[str]:
    """The lines: what each variable means as a comment `* x1 A1=1`, the rows, then the variables that are fixed."""
    variables = VariableMap(puzzle.layout)
    constraints = rows(puzzle.layout)
    fixed = bounds(puzzle)
    yield f"* #variable= {variables.count} #constraint= {len(constraints) + len(fixed)}\n"
    for comment in header(puzzle):
        yield f"* {comment}\n"
    for variable in range(1, variables.count + 1):
        yield f"* x{variable} {labelled(variables, variable)}\n"
    yield from map(_constraint, constraints)
    for variable, (value, _) in fixed.items():
        yield f"+1 x{variable} = {value} ;\n"


def _constraint(row: Row) -> str:
    """The row: the competitions allow `=` and `>=`, so that "at most" has its signs turned."""
    if row.lower == row.upper:
        return " ".join(f"+1 x{variable}" for variable in row.variables) + f" = {row.lower} ;\n"
    return " ".join(f"-1 x{variable}" for variable in row.variables) + f" >= {-row.upper} ;\n"
