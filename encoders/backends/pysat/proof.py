"""One question to a solver of PySAT that is to prove its "no"."""

from __future__ import annotations

from typing import NamedTuple

from ....reference.deadline import Deadline
from ....reference.grid import Grid
from ....reference.puzzle import Puzzle
from ...cnf.formula import Formula
from .sessions import grid_of
from .solver import PySatSolver
from .table import capabilities_of

_EMPTY_CLAUSE = "0"


class Answer(NamedTuple):
    """A solution, the lines of a proof that there is none, or neither when the time was over first."""

    solution: Grid | None = None
    lines: tuple[str, ...] | None = None


def ask_for_proof(solver: str, formula: Formula, puzzle: Puzzle, deadline: Deadline) -> Answer:
    """The answer of a new solver object: no proof under assumptions verifies against the formula alone."""
    loaded = PySatSolver(solver, capabilities_of(solver), formula, with_proof=True)
    try:
        satisfiable = loaded.ask((), deadline)
        if satisfiable:
            return Answer(solution=grid_of(loaded, formula, puzzle, f"sat:{solver}"))
        return Answer(lines=_ended(loaded.proof())) if satisfiable is False else Answer()
    finally:
        loaded.delete()


def _ended(lines: list[str]) -> tuple[str, ...]:
    """The proof with the empty clause at its end.

    For a contradiction by unit propagation some solvers write nothing, and others go on to delete clauses.
    """
    end = lines.index(_EMPTY_CLAUSE) if _EMPTY_CLAUSE in lines else len(lines)
    return (*lines[:end], _EMPTY_CLAUSE)
