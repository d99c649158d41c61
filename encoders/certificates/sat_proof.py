"""Proofs by a solver of PySAT, on the clauses that the checker derives from the rules, and trimmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...reference.certificates.checker import clauses_of
from ...reference.certificates.statement import Statement, read_statement
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import InvalidCertificate, Unsupported, WrongAnswer
from ...reference.model.grid import Grid
from ...reference.model.puzzle import Puzzle
from ...reference.search.refutation import Literals
from ..backends.proof import ask_for_proof
from ..cnf.formula import Formula
from ..cnf.variables import VariableMap
from .trimming import trimmed
from .written import written

if TYPE_CHECKING:
    from ..backends.sat import SatBackend


def sat_proof(puzzle: Puzzle, solution: Grid | None, solver: SatBackend, deadline: Deadline) -> list[Literals] | None:
    """Returns a proof that there is no solution, or no other one; None when the time is over first.

    Raises `Unsupported` for sums whose clauses the checker does not derive, and `WrongAnswer` where there is another
    solution.
    """
    statement = read_statement(written(puzzle, "one" if solution else "none", [solution] if solution else [], []))
    try:
        clauses = clauses_of(statement.rules)
    except InvalidCertificate as error:
        raise Unsupported(str(error)) from error
    given = given_clauses(statement)
    both = ((-variable, -rival) for variable in range(1, clauses.held + 1) for rival in clauses.rivals(variable))
    distinct = (clause for clause in both if clause[0] > clause[1])
    auxiliaries = clauses.variables - clauses.held
    formula = Formula(VariableMap(puzzle.layout), (*map(tuple, clauses.long), *distinct, *given), auxiliaries)
    other, lines = ask_for_proof(solver, formula, deadline)
    if other is not None:
        raise WrongAnswer(f"{solver.name} finds a solution that was not found before")
    if lines is None:
        return None
    # Deletions save the solver time; all steps may be used here.
    steps = (tuple(map(int, line.split()[:-1])) for line in lines if not line.startswith("d"))
    try:
        return trimmed(clauses, given, steps, deadline.check)
    except TimeoutError:
        return None


def given_clauses(statement: Statement) -> list[Literals]:
    """Returns the clauses of the candidates, and the one that forbids the solution."""
    size = statement.rules.size
    given: list[Literals] = []
    for cell, candidates in enumerate(statement.candidates):
        given += [(-(cell * size + value),) for value in range(1, size + 1) if value not in candidates]
    return given + [tuple(-(cell * size + value) for cell, value in enumerate(grid)) for grid in statement.grids]
