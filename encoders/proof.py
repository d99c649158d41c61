"""Proofs of a "no": that a puzzle has no solution, or none but one, as a formula and lines that others verify.

The formula is the puzzle's, givens as unit clauses, and for "no other" a clause that forbids the one solution. The
lines are in the DRUP format that drat-trim and others read: a clause each that follows from those before it by unit
propagation, `d` before one that is not needed any more, at the end the empty clause. (Wetzler, Heule and Hunt,
"DRAT-trim: efficient checking and trimming using expressive clausal proofs", 2014.)
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ..reference.answer_checks import check_solution
from ..reference.contract import Backend
from ..reference.deadline import Deadline
from ..reference.errors import OptionError, PuzzleError
from ..reference.grid import Grid
from ..reference.puzzle import Puzzle
from .cnf.formula import Formula
from .cnf.givens import different
from .listing import installed_backends
from .registry import find_backend


class Proof(NamedTuple):
    """A formula that nothing satisfies, and why not."""

    formula: Formula
    lines: tuple[str, ...]
    """DRUP, without newlines; the last is the empty clause, `0`."""
    solution: Grid | None
    """The one solution, which the formula forbids; None where there is none at all."""


def prove(puzzle: Puzzle, backend: str = "sat", seconds: float | None = None) -> Proof | None:
    """A proof that the puzzle has no solution, or no other than one; None when the time is over first.

    `backend` names a solver of PySAT and maybe an encoding. Raises `OptionError` for one that gives no proofs that
    others verify, and `PuzzleError` for a puzzle with several solutions.
    """
    deadline = Deadline(seconds)
    found = find_backend(backend)
    if not _proves(found):
        able = [name for name in installed_backends() if _proves(find_backend(name))]
        raise OptionError(f"{found.name} gives no proofs; these do: {', '.join(able) or 'those of the extra sat'}")
    # Here, as only now it is known that PySAT is installed.
    from .sat import SatBackend
    from .sat_proof import ask_for_proof

    if not isinstance(found, SatBackend):
        raise OptionError(f"{found.name} is of another package, and gives no proofs here")
    formula = found.cnf.encode(puzzle)
    if formula.at_most_ones:
        raise OptionError(f"{found.name}: a proof is about clauses, and native constraints are none")
    answer = ask_for_proof(found.solver, formula, puzzle, deadline)
    if answer.solution is None:
        return Proof(formula, answer.lines, None) if answer.lines is not None else None
    check_solution(answer.solution, puzzle, found.name)
    other = _forbidding(answer.solution, formula, puzzle)
    again = ask_for_proof(found.solver, other, puzzle, deadline)
    if again.solution is not None:
        raise PuzzleError("the puzzle has several solutions: there is nothing to prove")
    return Proof(other, again.lines, answer.solution) if again.lines is not None else None


def _forbidding(grid: Grid, formula: Formula, puzzle: Puzzle) -> Formula:
    """The formula with one more clause, which forbids the grid."""
    clause = tuple(different(grid, formula.variables, puzzle))
    if clause:
        return replace(formula, clauses=(*formula.clauses, clause))
    # Everything is given, and nothing left to be different. An empty clause would say so, but solvers do not take it.
    nothing = formula.variable_count + 1
    clauses = (*formula.clauses, (nothing,), (-nothing,))
    return replace(formula, clauses=clauses, auxiliaries=formula.auxiliaries + 1)


def _proves(backend: Backend) -> bool:
    """Whether the solver writes proofs, and can be stopped meanwhile."""
    return backend.capabilities.proof and backend.capabilities.conflict_budget
