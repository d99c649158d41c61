"""Answers of MiniZinc: the values in one line, and the rules that it draws below solutions and at the end."""

from __future__ import annotations

import re

from ...reference.errors import InvalidAnswer
from ...reference.puzzle import Puzzle
from ...reference.result import Verdict
from ..cnf.variables import Variables
from .reply import NO, OPEN, Reply

_RULE = re.compile(r"^(?:-{10}|={10}|={5}(?P<status>[A-Za-z]+)={5})\s*$", re.MULTILINE)
_VALUES = re.compile(r"\s*-?[0-9]{1,18}(?:\s+-?[0-9]{1,18})*\s*")
"""Other lines are comments, or warnings that came between."""


def fits(text: str) -> bool:
    """Whether there is one of MiniZinc's rules."""
    return _RULE.search(text) is not None


def read(text: str, puzzle: Puzzle, _: Variables) -> Reply:
    """The values of the cells, in their order, from the lines of numbers above the first rule."""
    rule = _RULE.search(text)
    if rule is None or rule["status"] == "UNKNOWN":
        return OPEN
    if rule["status"] == "UNSATISFIABLE":
        return NO
    if rule["status"] is not None:
        raise InvalidAnswer(f"the solver says: {rule['status']}")
    lines = [line for line in text[: rule.start()].splitlines() if _VALUES.fullmatch(line)]
    words = " ".join(lines).split()
    if len(words) != puzzle.layout.cell_count:
        raise InvalidAnswer(f"half an answer: {len(words)} values for {puzzle.layout.cell_count} cells")
    return Reply(Verdict.SAT, [[int(word)] for word in words])
