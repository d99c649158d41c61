"""OPB, the format of the pseudo-Boolean competitions: the 0/1 program of a puzzle, and the answers of such solvers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...reference.model.puzzle import Puzzle
from ..cnf.variables import VariableMap, Variables
from ..constraints.linear import LinearRow, fixed_variables, rows
from .dimacs import STATUS_OR_LITERALS, read_literals
from .names import Assignment, header, labelled

_PSEUDO_BOOLEAN = re.compile(r"^[ \t]*(?:v .*x[0-9]|s OPTIMUM FOUND|s UNSUPPORTED)", re.MULTILINE)


def write(puzzle: Puzzle) -> Iterator[str]:
    """Yields the lines: the meaning of each variable as a comment `* x1 A1=1`, the rows, then the fixed variables."""
    variables = VariableMap(puzzle.layout)
    constraints = rows(puzzle.layout)
    fixed = fixed_variables(puzzle)
    yield f"* #variable= {variables.count} #constraint= {len(constraints) + len(fixed)}\n"
    for comment in header(puzzle):
        yield f"* {comment}\n"
    for variable in range(1, variables.count + 1):
        yield f"* x{variable} {labelled(variables, variable)}\n"
    yield from map(_constraint, constraints)
    for variable, value in fixed.items():
        yield f"+1 x{variable} = {value} ;\n"


def _constraint(row: LinearRow) -> str:
    """Returns the row: the competitions allow `=` and `>=`, so "at most" has its signs inverted."""
    relation, number = row.comparison
    sign = -1 if relation == "<=" else 1
    terms = " ".join(f"{sign * coefficient:+} x{variable}" for coefficient, variable in row.terms)
    return f"{terms} {'=' if relation == '=' else '>='} {sign * number} ;\n"


def fits(text: str) -> bool:
    """Returns whether there is a line of literals such as `v x1 -x2`, or a status that only these solvers have."""
    return bool(_PSEUDO_BOOLEAN.search(text) and STATUS_OR_LITERALS.search(text))


def read(text: str, puzzle: Puzzle, _: Variables) -> Assignment:
    """Returns the grid by the variables of the layout: an OPB file has no other encoding.

    The answer becomes one of a SAT solver: `x1` becomes 1, and a 0 ends the literals.
    """
    lines = []
    for line in map(str.strip, text.splitlines()):
        if line[:2] in ("v", "v "):
            lines.append(re.sub(r"(?<=[ -])x(?=[0-9])", "", line))
        elif line.startswith("s "):
            lines.append(line.replace("OPTIMUM FOUND", "SATISFIABLE").replace("UNSUPPORTED", "UNKNOWN"))
    if any(line.startswith("v") for line in lines):
        lines.append("v 0")
    return read_literals("\n".join(lines), VariableMap(puzzle.layout))
