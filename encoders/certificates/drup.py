"""Proofs by a solver of PySAT (DRUP): made, and trimmed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

from ...puzzles.text.any_puzzle import any_puzzle
from ...reference.certificates.checker import Look, Propagation, RuleClauses, clauses_of, given_clauses
from ...reference.certificates.statement import Statement
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import InvalidCertificate, OptionError, PuzzleError, Unsupported, WrongAnswer
from ...reference.contract.judgement import check_solutions
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.search.refutation import Literals
from ..backends.pysat_table import PROVING
from ..cnf.formula import Formula
from ..cnf.variables import VariableMap
from ..naming.sessions import backend_named

if TYPE_CHECKING:
    from ..backends.sat import SatBackend


# A proof that there is no (other) solution, by a solver of PySAT.

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
    from ..backends.pysat_solver import PySatSolver

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


# Proofs without the steps that the contradiction does not depend on.
#
# The propagation of the checker adds all steps up to the contradiction, then takes them back one by one. Each step
# that is needed is checked against the steps before it, and the clauses by which that check ends are needed, too.
# Heule, Hunt and Wetzler, "Trimming while checking clausal proofs" (2013). Nothing here has to be trusted: `verify`
# checks the result, and rejects it where a step is missing. The trimming propagates by the checker's own code; a
# mistake there could let pass only what the checker lets pass without it, as the checker imports nothing of this.


def trimmed(clauses: RuleClauses, given: Iterable[Literals], steps: Iterable[Literals], look: Look) -> list[Literals]:
    """Returns the steps that the proof of a contradiction needs, in their order.

    `given` are clauses that hold besides those of the rules. Raises ValueError for a step that is needed and does not
    follow, and for a proof without contradiction; and what `look` raises, which is called at every piece of work.
    """
    trimmer = _Trimmer(clauses, look)
    for clause in given:
        trimmer.add(clause)
    if trimmer.refuted:
        return []
    if not any(map(trimmer.take, steps)):
        raise ValueError("the proof ends without a contradiction")
    return trimmer.needed_steps()


class _Trimmer(Propagation):
    """Propagation that takes steps back, and knows which of them a contradiction goes by."""

    def __init__(self, clauses: RuleClauses, look: Look) -> None:
        self._taken: list[tuple[Literals, list[int], int]] = []
        """Each step, its clause in the lists of the checker, and how many literals were true before it."""
        self._number_of: dict[int, int] = {}
        """By the identity of a clause, the number of its step."""
        self._needed: set[int] = set()
        super().__init__(clauses, look)

    def take(self, step: Literals) -> bool:
        """Adds a step; returns whether there is a contradiction now."""
        true = self._true
        # What is false stays so until the step is taken back: these literals are watched last.
        clause = sorted(set(step), key=lambda literal: bool(true[-literal]))
        self._number_of[id(clause)] = len(self._taken)
        self._taken.append((step, clause, len(self._trail)))
        self._watch(clause)
        free = [literal for literal in clause if not true[-literal]]
        if len(free) > 1 or any(true[literal] for literal in free):
            return False
        conflict: Sequence[int] | None = clause
        if free:
            conflict = self._imply(free)
            true[free[0]] = clause
        if conflict is not None:
            self._need(conflict)
        return conflict is not None

    def needed_steps(self) -> list[Literals]:
        """Takes all steps back, and returns those that a contradiction or a needed step goes by."""
        for number in range(len(self._taken) - 1, -1, -1):
            step, clause, length = self._taken[number]
            self._unwatch(clause)
            self._undo(length)
            if number in self._needed:
                conflict = self._imply([-literal for literal in step])
                if conflict is None:
                    raise ValueError(f"step {number} does not follow")
                self._need(conflict)
        return [self._taken[number][0] for number in sorted(self._needed)]

    def _need(self, conflict: Sequence[int]) -> None:
        """Notes the steps that made the literals of a clause false."""
        clauses, seen = [conflict], set[int]()
        while clauses:
            clause = clauses.pop()
            number = self._number_of.get(id(clause))
            if number is not None:
                self._needed.add(number)
            for literal in clause:
                reason = self._true[-literal]
                if reason and literal not in seen:
                    seen.add(literal)
                    clauses.append((-reason,) if isinstance(reason, int) else reason)


# Proofs by a solver of PySAT, on the clauses that the checker derives from the rules, and trimmed.


def sat_proof(statement: Statement, layout: Layout, solver: SatBackend, deadline: Deadline) -> list[Literals] | None:
    """Returns a proof of a statement about a puzzle on the layout: that there is no solution, or no other one.

    None when the time is over first. Raises `Unsupported` for sums whose clauses the checker does not derive, and
    `WrongAnswer` where there is another solution.
    """
    try:
        clauses = clauses_of(statement.rules)
    except InvalidCertificate as error:
        raise Unsupported(str(error)) from error
    given = [*given_clauses(statement)]
    both = ((-variable, -rival) for variable in range(1, clauses.held + 1) for rival in clauses.rivals(variable))
    distinct = (clause for clause in both if clause[0] > clause[1])
    auxiliaries = clauses.variables - clauses.held
    formula = Formula(VariableMap(layout), (*map(tuple, clauses.long), *distinct, *given), auxiliaries)
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
