"""Proofs by a solver of PySAT, on the clauses that the checker derives from the rules, and trimmed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...reference.certificates.checker import Clauses, clauses_of
from ...reference.certificates.statement import Statement, read_statement
from ...reference.deadline import Deadline
from ...reference.errors import InvalidCertificate, Unsupported, WrongAnswer
from ...reference.grid import Grid
from ...reference.puzzle import Puzzle
from ...reference.search.refutation import Literals
from ..backends.proof import ask_for_proof, proof_backend
from ..cnf.formula import Formula
from ..cnf.variables import VariableMap
from .trimming import trimmed
from .written import written


class SatProof(NamedTuple):
    """The steps that are needed, and how many the solver wrote."""

    steps: Sequence[Literals]
    untrimmed: int


def sat_proof(puzzle: Puzzle, solution: Grid | None, solver: str, deadline: Deadline) -> SatProof | None:
    """Returns a proof that there is no solution, or no other one; None when the time is over first.

    Raises `OptionError` for a solver that writes no verifiable proofs, `Unsupported` for sums whose clauses the checker
    does not derive, and `WrongAnswer` where there is another solution.
    """
    backend = proof_backend(solver)
    statement = read_statement(written(puzzle, "one" if solution else "none", [solution] if solution else [], []))
    try:
        clauses = clauses_of(statement.rules)
    except InvalidCertificate as error:
        raise Unsupported(str(error)) from error
    given = _given(statement)
    formula = Formula(
        VariableMap(puzzle.layout), (*_all(clauses), *given), auxiliaries=clauses.variables - clauses.held
    )
    other, lines = ask_for_proof(backend, formula, puzzle, deadline)
    if other is not None:
        raise WrongAnswer(f"{backend.name} finds a solution that was not found before")
    if lines is None:
        return None
    steps = [tuple(map(int, line.split()[:-1])) for line in lines if not line.startswith("d")]
    kept = trimmed(clauses, given, steps, deadline)
    return None if kept is None else SatProof(kept, len(steps))


def _given(statement: Statement) -> list[Literals]:
    """Returns the clauses of the candidates, and the one that forbids the solution."""
    size = statement.rules.size
    given: list[Literals] = []
    for cell, candidates in enumerate(statement.candidates):
        given += [(-(cell * size + value),) for value in range(1, size + 1) if value not in candidates]
    return given + [tuple(-(cell * size + value) for cell, value in enumerate(grid)) for grid in statement.grids]


def _all(clauses: Clauses) -> list[Literals]:
    both = [
        (-variable, -rival)
        for variable in range(1, clauses.held + 1)
        for rival in clauses.rivals(variable)
        if variable < rival
    ]
    return [*map(tuple, clauses.long), *both]
