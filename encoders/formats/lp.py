"""The 0/1 program of a puzzle in the LP format of CPLEX, which most solvers of integer programs read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ...reference.puzzle import Puzzle
from ..linear.rows import Row, bounds, rows
from .names import header, variable_names

_NAMES_PER_LINE = 10


def write(puzzle: Puzzle) -> Iterator[str]:
    """The lines: the rows, bounds of the variables that are fixed, the kinds of all; nothing is to be optimised."""
    names = variable_names(puzzle.layout)
    fixed = bounds(puzzle)
    for comment in header(puzzle, "x_CELL_VALUE is 1 where the cell holds the value"):
        yield f"\\ {comment}\n"
    # Some programs take no objective without a term.
    yield f"Minimize\n obj: 0 {names[0]}\nSubject To\n"
    for row in rows(puzzle.layout):
        yield from _constraint(row, names)
    if fixed:
        yield "Bounds\n"
    for variable, (lower, upper) in fixed.items():
        yield f" {lower} <= {names[variable - 1]} <= {upper}\n"
    # "Binaries" would set the bounds of a fixed variable back to 0 and 1.
    yield from _section("Generals", (names[variable - 1] for variable in fixed))
    yield from _section("Binaries", (name for variable, name in enumerate(names, start=1) if variable not in fixed))
    yield "End\n"


def _constraint(row: Row, names: tuple[str, ...]) -> Iterator[str]:
    """The row; without a lower bound, as sums are never below 0."""
    lines = list(_lines((names[variable - 1] for variable in row.variables), " + "))
    lines[0] = f" {row.name}: {lines[0]}"
    lines[-1] += f" {'=' if row.lower == row.upper else '<='} {row.upper}"
    yield "\n  + ".join(lines) + "\n"


def _section(heading: str, names: Iterable[str]) -> Iterator[str]:
    for index, line in enumerate(_lines(names, " ")):
        if not index:
            yield f"{heading}\n"
        yield f" {line}\n"


def _lines(names: Iterable[str], separator: str) -> Iterator[str]:
    rest = iter(names)
    while line := list(islice(rest, _NAMES_PER_LINE)):
        yield separator.join(line)
