"""The 0/1 program of a puzzle in the LP format of CPLEX, which most solvers of integer programs read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ...reference.model.puzzle import Puzzle
from ..linear.rows import fixed_variables, rows
from .names import header, variable_names

_NAMES_PER_LINE = 10


def write(puzzle: Puzzle) -> Iterator[str]:
    """Yields the lines: the rows, the bounds of the fixed variables, the kinds of all variables; no objective."""
    names = variable_names(puzzle.layout)
    fixed = fixed_variables(puzzle)
    for comment in header(puzzle, "x_CELL_VALUE is 1 where the cell holds the value"):
        yield f"\\ {comment}\n"
    # Some programs reject an objective without a term.
    yield f"Minimize\n obj: 0 {names[0]}\nSubject To\n"
    for row in rows(puzzle.layout):
        relation, number = row.comparison
        total = "\n  ".join(_lines(_term(*term, names) for term in row.terms)).removeprefix("+ ")
        yield f" {row.name}: {total} {relation} {number}\n"
    if fixed:
        yield "Bounds\n"
    for variable, value in fixed.items():
        yield f" {value} <= {names[variable - 1]} <= {value}\n"
    # "Binaries" would reset the bounds of a fixed variable to 0 and 1.
    yield from _section("Generals", (names[variable - 1] for variable in fixed))
    yield from _section("Binaries", (name for variable, name in enumerate(names, start=1) if variable not in fixed))
    yield "End\n"


def _term(coefficient: int, variable: int, names: Sequence[str]) -> str:
    times = "" if abs(coefficient) == 1 else f"{abs(coefficient)} "
    return f"{'-' if coefficient < 0 else '+'} {times}{names[variable - 1]}"


def _section(heading: str, names: Iterable[str]) -> Iterator[str]:
    for index, line in enumerate(_lines(names)):
        yield f" {line}\n" if index else f"{heading}\n {line}\n"


def _lines(names: Iterable[str]) -> Iterator[str]:
    rest = iter(names)
    while line := list(islice(rest, _NAMES_PER_LINE)):
        yield " ".join(line)
