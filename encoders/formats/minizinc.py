"""MiniZinc, for the solvers of constraint programs: a puzzle as a file, and the answers of such solvers.

An answer has the values in one line, and a rule below each solution and at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...reference.contract.errors import InvalidAnswer
from ...reference.contract.result import Verdict
from ...reference.model.puzzle import Puzzle, values_in
from ...reference.model.rules import Unit
from ..cnf.variables import Variables
from .names import NO, OPEN, Assignment, header, one_line

_RULE = re.compile(r"^(?:-{10}|={10}|={5}(?P<status>[A-Za-z]+)={5})\s*$", re.MULTILINE)
_VALUES = re.compile(r"\s*-?[0-9]{1,18}(?:\s+-?[0-9]{1,18})*\s*")
"""Other lines are comments or warnings."""


def write(puzzle: Puzzle) -> Iterator[str]:
    """Yields the lines: an integer a cell, one of its candidates; the rules; all values in a line.

    Units are `all_different`, or where values may repeat a disjunction for each two cells. Sums are linear, pairs are
    tables. Cells are counted from 1; comments give their labels.
    """
    layout = puzzle.layout
    cells = f"1..{layout.cell_count}"
    for comment in header(puzzle):
        yield f"% {comment}\n"
    yield 'include "all_different.mzn";\n'
    if layout.pairs:
        yield 'include "table.mzn";\n'
    yield f"array[{cells}] of set of int: candidates = [\n"
    for label, mask in zip(layout.labels, puzzle.candidates, strict=True):
        values = f"1..{layout.size}" if mask == layout.all_values else f"{{{', '.join(map(str, values_in(mask)))}}}"
        yield f"  {values}, % {label}\n"
    yield "];\n"
    yield f"array[{cells}] of var 1..{layout.size}: cell;\n"
    yield f"constraint forall(i in {cells})(cell[i] in candidates[i]);\n"
    for unit in layout.units:
        if unit.repeatable:
            yield f"constraint {_differ_but_for(unit)}; % {one_line(unit.name)}\n"
        elif len(unit) > 1:
            members = ", ".join(f"cell[{index + 1}]" for index in unit.cells)
            yield f"constraint all_different([{members}]); % {one_line(unit.name)}\n"
    for each in layout.value_sums:
        terms = " + ".join(f"{times} * cell[{cell + 1}]" for cell, times in each.terms)
        yield f"constraint {terms} {each.relation} {each.total}; % {one_line(each.name)}\n"
    for pair in layout.pairs:
        members = ", ".join(f"cell[{index + 1}]" for index in pair.cells)
        allowed = " | ".join(f"{one}, {other}" for one, other in sorted(pair.allowed))
        rule = f"table([{members}], [| {allowed} |])" if allowed else "false"
        yield f"constraint {rule}; % {one_line(pair.name)}\n"
    yield "solve satisfy;\n"
    yield f'output [join(" ", [show(cell[i]) | i in {cells}]), "\\n"];\n'


def _differ_but_for(unit: Unit) -> str:
    """Returns that each two cells of the unit differ, or have a value that may repeat."""
    places = f"{{{', '.join(str(cell + 1) for cell in unit.cells)}}}"
    repeatable = f"{{{', '.join(map(str, unit.repeatable))}}}"
    return f"forall(i, j in {places} where i < j)(cell[i] != cell[j] \\/ cell[i] in {repeatable})"


def fits(text: str) -> bool:
    """Returns whether there is one of MiniZinc's rules."""
    return _RULE.search(text) is not None


def read(text: str, puzzle: Puzzle, _: Variables) -> Assignment:
    """Returns the grid in the lines of numbers above the first rule."""
    rule = _RULE.search(text)
    if rule is None or rule["status"] == "UNKNOWN":
        return OPEN
    if rule["status"] == "UNSATISFIABLE":
        return NO
    if rule["status"] is not None:
        raise InvalidAnswer(f"the solver reports: {rule['status']}")
    lines = [line for line in text[: rule.start()].splitlines() if _VALUES.fullmatch(line)]
    grid = tuple(map(int, " ".join(lines).split()))
    if len(grid) != puzzle.layout.cell_count:
        raise InvalidAnswer(f"incomplete answer: {len(grid)} values for {puzzle.layout.cell_count} cells")
    return Assignment(Verdict.SAT, grid)
