"""Proofs by a solver of PySAT, on the clauses that the checker derives from the rules, and trimmed."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

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
from .written import Refutation, Step, written

if TYPE_CHECKING:
    from ..backends.sat import SatBackend


_SOLVERS = ("sat:glucose4", "sat:glucose3", "sat:cadical195")
"""They are asked where none is named: the lengths of their proofs of one formula differ up to tenfold."""

_FIRST_SECONDS = 1.0
"""Time for each of several solvers in the first round; each round takes ten times that of the one before."""


def provers(name: str | None) -> tuple[SatBackend, ...]:
    """Returns the solver of PySAT of this name, or those asked by default for None.

    Raises `OptionError` for a solver that writes no verifiable proofs, and `BackendUnavailable` without PySAT.
    """
    return tuple(map(proof_backend, _SOLVERS if name is None else (name,)))


def sat_proof(
    puzzle: Puzzle, solution: Grid | None, solvers: Sequence[SatBackend], deadline: Deadline, *, trim_all: bool = False
) -> Refutation | None:
    """Returns a proof that there is no solution, or no other one; None when the time is over first.

    Of several solvers the proof is taken that is the shortest before it is trimmed, or with `trim_all` after that.
    Raises `Unsupported` for sums whose clauses the checker does not derive, and `WrongAnswer` where there is another
    solution.
    """
    clauses, given = premises(puzzle, solution)
    both = ((-variable, -rival) for variable in range(1, clauses.held + 1) for rival in clauses.rivals(variable))
    distinct = (clause for clause in both if clause[0] > clause[1])
    auxiliaries = clauses.variables - clauses.held
    formula = Formula(VariableMap(puzzle.layout), (*map(tuple, clauses.long), *distinct, *given), auxiliaries)
    proofs = sorted(_proofs(solvers, formula, puzzle, deadline), key=_added)
    made = []
    for lines in proofs if trim_all else proofs[:1]:
        kept = trimmed(clauses, given, [_step(line) for line in lines], deadline)
        if kept is not None:
            made.append(Refutation(kept, _added(lines)))
    return min(made, key=Refutation.length, default=None)


def premises(puzzle: Puzzle, solution: Grid | None) -> tuple[Clauses, list[Literals]]:
    """Returns the clauses that the checker derives from the rules, and those of the candidates and the solution."""
    statement = read_statement(written(puzzle, "one" if solution else "none", [solution] if solution else [], []))
    try:
        return clauses_of(statement.rules), given_clauses(statement)
    except InvalidCertificate as error:
        raise Unsupported(str(error)) from error


def _proofs(
    solvers: Sequence[SatBackend], formula: Formula, puzzle: Puzzle, deadline: Deadline
) -> list[tuple[str, ...]]:
    """Returns the lines of the proofs; solvers get more time until one of them has a proof."""
    seconds = _FIRST_SECONDS if len(solvers) > 1 else inf
    found: list[tuple[str, ...]] = []
    while not found and not deadline.expired:
        for solver in solvers:
            other, lines = ask_for_proof(solver, formula, puzzle, deadline.sooner(seconds))
            if other is not None:
                raise WrongAnswer(f"{solver.name} finds a solution that was not found before")
            if lines is not None:
                found.append(lines)
        seconds *= 10
    return found


def _added(lines: Sequence[str]) -> int:
    """Returns how many clauses a proof adds."""
    return sum(not line.startswith("d") for line in lines)


def _step(line: str) -> Step:
    words = line.split()
    deletes = words[0] == "d"
    return Step(tuple(map(int, words[deletes:-1])), deletes)


def given_clauses(statement: Statement) -> list[Literals]:
    """Returns the clauses of the candidates, and the one that forbids the solution."""
    size = statement.rules.size
    given: list[Literals] = []
    for cell, candidates in enumerate(statement.candidates):
        given += [(-(cell * size + value),) for value in range(1, size + 1) if value not in candidates]
    return given + [tuple(-(cell * size + value) for cell, value in enumerate(grid)) for grid in statement.grids]
