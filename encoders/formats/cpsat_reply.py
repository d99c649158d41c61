"""Answers of CP-SAT: the text of a `CpSolverResponse`."""

from __future__ import annotations

import re

from ...reference.errors import InvalidAnswer
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from ..cnf.variables import Variables
from .reply import NO, OPEN, Reply

# A field at the top level: the additional solutions are indented, and their numbers are called otherwise.
_STATUS = re.compile(r"^status: *(?P<status>OPTIMAL|FEASIBLE|INFEASIBLE|UNKNOWN|MODEL_INVALID)\s*$", re.MULTILINE)
_SOLUTION = re.compile(r"^solution: *(?:\[(?P<list>[-0-9,\s]*)\]|(?P<value>-?[0-9]{1,18})\s*$)", re.MULTILINE)


def fits(text: str) -> bool:
    """Whether there is a line `status: OPTIMAL` or of another status, or a line `solution: 3`."""
    return _STATUS.search(text) is not None or _SOLUTION.search(text) is not None


def read(text: str, puzzle: Puzzle, _: Variables) -> Reply:
    """The values of the cells, which are the variables, in their order."""
    status = _STATUS.search(text)
    if status is not None and status["status"] in ("INFEASIBLE", "UNKNOWN"):
        return NO if status["status"] == "INFEASIBLE" else OPEN
    if status is not None and status["status"] == "MODEL_INVALID":
        raise InvalidAnswer("the solver says: MODEL_INVALID")
    values: list[int] = []
    for match in _SOLUTION.finditer(text):
        values += map(int, (match["value"] or match["list"]).replace(",", " ").split())
    if len(values) != puzzle.layout.cell_count:
        raise InvalidAnswer(f"half an answer: {len(values)} values for {puzzle.layout.cell_count} cells")
    return Reply(Verdict.SAT, [[value] for value in values])
