"""Answers in the file that `glpsol --write` makes: a status, and columns by their numbers."""

from __future__ import annotations

import re

from ...reference.errors import InvalidAnswer
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from ..cnf.variables import VariableMap, Variables
from .named_reply import truth
from .reply import NO, OPEN, Reply

_STATUS = re.compile(r"^s mip [0-9]+ (?P<columns>[0-9]+) (?P<status>[ofnu]) ", re.MULTILINE)
_COLUMN = re.compile(r"^j (?P<column>[0-9]{1,9}) (?P<value>[-+0-9.eE]+)\s*$", re.MULTILINE)


def fits(text: str) -> bool:
    """Whether there is a status of an integer program, `s mip ROWS COLUMNS STATUS OBJECTIVE`."""
    return _STATUS.search(text) is not None


def read(text: str, puzzle: Puzzle, _: Variables) -> Reply:
    """The values of the columns that are 1: the files that we write have them in the order of the variables."""
    status = _STATUS.search(text)
    if status is None or status["status"] == "u":
        return OPEN
    if status["status"] == "n":
        return NO
    variables = VariableMap(puzzle.layout)
    if int(status["columns"]) != variables.count:
        raise InvalidAnswer(
            f"the solver's answer is to another puzzle: {status['columns']} columns, not {variables.count}"
        )
    held = {int(match["column"]): match["value"] for match in _COLUMN.finditer(text)}
    if sorted(held) != list(range(1, variables.count + 1)):
        raise InvalidAnswer(f"half an answer: {len(held)} of {variables.count} columns")
    return Reply(Verdict.SAT, variables.values(column for column in held if truth(f"column {column}", held[column])))
