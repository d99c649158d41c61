"""The 0/1 program of a puzzle in the LP format of CPLEX, and the answers of solvers of integer programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ...reference.contract.errors import InvalidAnswer
from ...reference.contract.result import Verdict
from ...reference.model.puzzle import Puzzle
from ..cnf.variables import VariableMap, Variables
from ..constraints.linear import fixed_variables, grid_of, rows
from .names import NO, OPEN, SOLVER, Assignment, header, variable_names

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


# Answers of integer programs: variables with their values, as cbc, GLPK, HiGHS, SCIP and CPLEX write them.
#
# Everything else in a line is ignored: numbers of columns, bounds, reduced costs. A variable that is not named is 0.

# The name as in LP files, or as in OPB. Between name and value: GLPK marks integer variables by * and gives the
# basis status of a variable of a relaxation, CPLEX writes XML.
_VALUE = re.compile(
    r"(?<![\w.])x(?:_(?P<label>[A-Z]+[0-9]+)_)?(?P<number>[0-9]+)(?!\w)"
    r'[ \t,:;="*]*(?:(?:B|N[FLSU])[ \t]+|index="[0-9]+" value=")?'
    r"(?P<value>[-+]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?)(?!\w)"
)
_NONE = re.compile(
    r"^(?:integer )?infeasible\b"  # cbc and HiGHS
    r"|problem (?:is|proven) infeasible|\[infeasible\]|solution ?status(?:string)?[:=]\W*(?:integer )?infeasible"
    r"|status: +integer empty|problem has no (?:primal |integer )?feasible solution",
    re.IGNORECASE | re.MULTILINE,
)
_UNSETTLED = re.compile(
    r"status: +integer undefined|no solution available|no (?:integer|feasible) solution"
    r"|primal solution values\s+none",
    re.IGNORECASE,
)


def fits(text: str) -> bool:
    """Returns whether a variable has a value, or a solver of integer programs reports no solution or none yet."""
    return any(pattern.search(text) is not None for pattern in (_VALUE, _NONE, _UNSETTLED))


def read(text: str, puzzle: Puzzle, _: Variables) -> Assignment:
    """Returns the grid of the variables that are 1; if a variable has several (its dual one, say), the first counts."""
    variables = VariableMap(puzzle.layout)
    if _NONE.search(text):
        return NO
    if _UNSETTLED.search(text):
        return OPEN
    numbers = {name: variable for variable, name in enumerate(variable_names(puzzle.layout), start=1)}
    numbers.update((f"x{variable}", variable) for variable in range(1, variables.count + 1))
    held: dict[int, float] = {}
    for match in _VALUE.finditer(text):
        label, number = match["label"], match["number"]
        name = f"x_{label}_{number}" if label else f"x{number}"
        if name not in numbers:
            raise InvalidAnswer(f"the solver's answer is to another puzzle: {name[:60]} is no variable of this one")
        held.setdefault(numbers[name], float(match["value"]))
    return Assignment(Verdict.SAT, grid_of(held.items(), variables, SOLVER))
