"""A proof that there is no (other) solution, by a solver of PySAT."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import OptionError, PuzzleError
from ...reference.contract.judgement import check_solutions
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ..naming.objects import backend_named
from .pysat.solver_table import PROVING

if TYPE_CHECKING:
    from ..cnf.formula import Formula
    from .sat import SatBackend

_EMPTY_CLAUSE = "0"
"""The last line of a proof."""


class Proof(NamedTuple):
    """An unsatisfiable formula, and the proof that it is."""

    formula: Formula
    lines: tuple[str, ...]
    """DRUP text without newlines (Wetzler, Heule and Hunt, "DRAT-trim: efficient checking and trimming using expressive
    clausal proofs", 2014); the last line is the empty clause, `0`."""
    solution: Grid | None
    """The one solution, which the formula forbids; None where there is none at all."""

    def __repr__(self) -> str:
        claim = "no solution" if self.solution is None else "no other solution"
        return f"<Proof: {claim}, {len(self.lines):,} lines, of {self.formula!r}>"


def prove(
    puzzle: object,
    backend: str = "sat",
    seconds: float | None = None,
    *,
    layout: Layout | str | None = None,
) -> Proof | None:
    """Returns a proof that the puzzle has no solution, or no other than one; None when the time is over first.

    The formula is that of the puzzle, givens as unit clauses, and for "no other" a clause that forbids the one
    solution, by its shown cells. The puzzle has any form that `solve` takes. `backend` names a solver of PySAT and
    maybe an encoding. A proof is about the clauses of the formula: that those of sums say what the rules say, with
    their auxiliary variables, is not part of it; `certify` is about the rules. Raises `OptionError` for a backend that
    writes no verifiable proofs or cannot be stopped, and `PuzzleError` for a puzzle with several solutions.
    """
    puzzle = any_puzzle(puzzle, layout)
    deadline = Deadline(seconds)
    found = proof_backend(backend)
    formula = found.cnf.encode(puzzle)
    solution, lines = ask_for_proof(found, formula, deadline)
    if solution is not None:
        check_solutions([solution], puzzle, 1, found.name)
        formula = formula.forbidding(solution, puzzle)
        other, lines = ask_for_proof(found, formula, deadline)
        if other is not None:
            raise PuzzleError("the puzzle has several solutions: there is nothing to prove")
    return Proof(formula, lines, solution) if lines is not None else None


def proof_backend(name: str) -> SatBackend:
    """Returns the solver of PySAT of this name; raises `OptionError` for one without verifiable proofs or an end."""
    found = backend_named(name, {})
    able = [f"sat:{solver}" for solver in PROVING]
    if ":".join(found.name.split(":")[:2]) not in able:
        raise OptionError(f"{found.name} gives no proofs; these do: {', '.join(able)}")
    return cast("SatBackend", found)


def ask_for_proof(
    backend: SatBackend, formula: Formula, deadline: Deadline
) -> tuple[Grid | None, tuple[str, ...] | None]:
    """Returns a solution, the lines of a proof that there is none, or neither after the deadline.

    A new solver object answers: no proof under assumptions verifies against the formula alone.
    """
    from .pysat.solver import PySatSolver

    if deadline.expired:
        return None, None
    solver = PySatSolver(backend.solver, formula, with_proof=True)
    try:
        satisfiable = solver.ask([], deadline)
        if satisfiable:
            return solver.grid(backend.name), None
        if satisfiable is None:
            return None, None
        lines = solver.proof()
    finally:
        solver.delete()
    # For a contradiction by unit propagation some solvers write nothing, and others go on to delete clauses.
    end = lines.index(_EMPTY_CLAUSE) if _EMPTY_CLAUSE in lines else len(lines)
    return None, (*lines[:end], _EMPTY_CLAUSE)
