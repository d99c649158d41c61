"""Answers of CP-SAT, as the text of a `CpSolverResponse` about a program with an integer for each cell."""

from __future__ import annotations

import re

from ...reference.errors import InvalidAnswer
from ...reference.puzzle import Puzzle
from ..cnf.variables import Variables
from .reply import NO, OPEN, Reply, cell_values

# A field at the top level: the additional solutions are indented, and their numbers have another name.
_STATUS = re.compile(r"^status: *(?P<status>OPTIMAL|FEASIBLE|INFEASIBLE|UNKNOWN|MODEL_INVALID)\s*$", re.MULTILINE)
_SOLUTION = re.compile(r"^solution: *(?:\[(?P<list>[-0-9,\s]*)\]|(?P<value>-?[0-9]{1,18})\s*$)", re.MULTILINE)


def fits(text: str) -> bool:
    """Returns whether there is a line `status: OPTIMAL` or of another status, or a line `solution: 3`."""
    return _STATUS.search(text) is not None or _SOLUTION.search(text) is not None


def read(text: str, puzzle: Puzzle, _: Variables) -> Reply:
    """Returns the values of the cells, which are the variables, in their order."""
    found = _STATUS.search(text)
    status = found["status"] if found is not None else ""
    if status in ("INFEASIBLE", "UNKNOWN"):
        return NO if status == "INFEASIBLE" else OPEN
    if status == "MODEL_INVALID":
        raise InvalidAnswer(f"the solver reports: {status}")
    lists = [(match["value"] or match["list"]).replace(",", " ").split() for match in _SOLUTION.finditer(text)]
    return cell_values([value for values in lists for value in values], puzzle)
