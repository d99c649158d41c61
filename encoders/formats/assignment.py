"""What a solver answered about a puzzle in a text."""

from __future__ import annotations

from typing import NamedTuple

from ...reference.contract.result import Verdict
from ...reference.model.grid import Grid

SOLVER = "the solver"
"""The beginning of errors about answers: which program gave it is not known."""


class Assignment(NamedTuple):
    """The verdict of a solver, and with SAT its grid; `decode` checks that by the rules of the puzzle."""

    verdict: Verdict
    grid: Grid | None = None


NO = Assignment(Verdict.UNSAT)
OPEN = Assignment(Verdict.UNKNOWN)
