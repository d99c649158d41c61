"""Two kinds of sessions with a SAT solver, and the question for a proof.

    LoadedSession     a formula is loaded once, and a puzzle is a list of assumptions
    OneShotSession    each puzzle has its own formula and solver object: for encodings that drop what the givens
                      decide, and for solvers that take no assumptions or answer only once

In both, a clause over the variables of the shown cells forbids each solution found, so that solutions are distinct in
these cells with any auxiliary variables. In a loaded formula the clause holds while the puzzle's activation literal is
true; after the puzzle that literal is false for good, and the clause has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from time import perf_counter

from ....reference.contract import Backend, Session
from ....reference.deadline import Deadline
from ....reference.ended import Ended, Search
from ....reference.errors import InvalidAnswer
from ....reference.grid import Grid
from ....reference.layout import Layout
from ....reference.puzzle import Puzzle
from ...cnf.formula import Formula
from ...cnf.variables import VariableMap, different, given_literals
from ...formats.reply import only_values
from .solver import PySatSolver, SolverChoice
from .table import capabilities_of

_ADDITIONS_PER_LOADING = 1000
"""After this many additions (activation literals, and clauses that forbid solutions) a formula is loaded again before
the next puzzle. Each activation literal stays a variable, which lengthens every assignment that the solver returns:
without this, a session becomes slower with each puzzle."""

_BYTES_A_CLAUSE = 250
"""In the formula, and in the solver with its watch lists."""

_EMPTY_CLAUSE = "0"
"""The last line of a proof."""


class _PySatSession(Session):
    """What both kinds share: the choice of a solver, and the search for solutions."""

    counts_work = True

    def __init__(self, layout: Layout, backend: Backend, choice: SolverChoice) -> None:
        super().__init__(layout, backend)
        self._choice = choice

    def _collect(
        self,
        solver: PySatSolver,
        formula: Formula,
        puzzle: Puzzle,
        limit: int,
        deadline: Deadline,
        solutions: list[Grid],
        assumptions: Sequence[int] = (),
        activation: int = 0,
    ) -> Generator[Grid | None, None, bool]:
        """Yields and appends solutions up to `limit`, and pauses; returns True when there are provably no more.

        The clauses that forbid solutions hold only under the activation literal, if there is one.
        """
        while True:
            answer = yield from solver.ask_in_turns(assumptions, deadline)
            if not answer:
                return answer is False
            solutions.append(_grid_of(solver, formula, puzzle, self.backend))
            yield solutions[-1]
            if len(solutions) >= limit:
                return False
            clause = different(solutions[-1], formula.variables, puzzle)
            if activation:
                clause = [-activation, *clause]
                # Only now, as a clause has it: some solvers reject an assumption on a variable without a clause.
                if activation not in assumptions:
                    assumptions = [*assumptions, activation]
            elif not clause:
                return True
            solver.add(clause)


class LoadedSession(_PySatSession):
    """One formula in one solver, for any number of puzzles."""

    def __init__(
        self, layout: Layout, backend: Backend, choice: SolverChoice, encode: Callable[[Layout], Formula]
    ) -> None:
        super().__init__(layout, backend, choice)
        started = perf_counter()
        self._formula = encode(layout)
        self._variables = VariableMap(layout)
        self._setup_seconds["encode_seconds"] += perf_counter() - started
        self.held_bytes += _BYTES_A_CLAUSE * len(self._formula.clauses)
        self._solver: PySatSolver | None = None
        self._activations = 0
        self._load()

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - the same for all puzzles
        if self._solver is not None and self._solver.additions < _ADDITIONS_PER_LOADING:
            return
        with self._preparing():
            self._release()
            self._load()

    def _load(self) -> PySatSolver:
        started = perf_counter()
        self._solver = PySatSolver(self._choice, self._formula)
        self._activations = 0
        self._setup_seconds["load_seconds"] += perf_counter() - started
        return self._solver

    def _recover(self) -> None:
        # After any failure, Ctrl-C included, the next puzzle gets a new solver.
        self._release()

    def _release(self) -> None:
        solver, self._solver = self._solver, None
        if solver is not None:
            solver.delete()

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields the solutions of the formula under the givens."""
        solutions: list[Grid] = []
        solver = self._solver or self._load()
        counted, added = solver.statistics(), solver.additions
        assumptions = given_literals(puzzle, self._variables)
        activation = self._formula.variable_count + self._activations + 1
        try:
            exhausted = yield from self._collect(
                solver, self._formula, puzzle, limit, deadline, solutions, assumptions, activation
            )
        finally:
            if solver.additions > added:
                self._activations += 1
                solver.add([-activation])
        now = solver.statistics()
        return Ended(exhausted, {word: count - counted.get(word, 0) for word, count in now.items()})


class OneShotSession(_PySatSession):
    """A formula and a solver for each puzzle; for each solution, where the solver answers only once."""

    def __init__(
        self, layout: Layout, backend: Backend, choice: SolverChoice, encode: Callable[[Puzzle, Deadline], Formula]
    ) -> None:
        super().__init__(layout, backend, choice)
        self._encode = encode

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields the solutions of the puzzle's own formula."""
        started = perf_counter()
        try:
            formula = self._encode(puzzle, deadline)
        except TimeoutError:
            return False
        statistics: dict[str, float] = {"encode_seconds": perf_counter() - started, "load_seconds": 0.0}
        solutions: list[Grid] = []
        step = limit if self._choice.capabilities.incremental else 1
        wanted, exhausted = 0, False
        while wanted == len(solutions) < limit and not exhausted and not deadline.expired:
            if solutions:
                formula = formula.forbidding(solutions[-1], puzzle)
            wanted += step
            started = perf_counter()
            solver = PySatSolver(self._choice, formula)
            statistics["load_seconds"] += perf_counter() - started
            try:
                exhausted = yield from self._collect(solver, formula, puzzle, wanted, deadline, solutions)
                statistics.update(solver.statistics())
            finally:
                solver.delete()
        return Ended(exhausted, statistics)


def ask_for_proof(
    solver: str, formula: Formula, puzzle: Puzzle, deadline: Deadline
) -> tuple[Grid | None, tuple[str, ...] | None]:
    """Returns a solution, the lines of a proof that there is none, or neither after the deadline.

    A new solver object answers: no proof under assumptions verifies against the formula alone.
    """
    loaded = PySatSolver(SolverChoice(solver, capabilities_of(solver)), formula, with_proof=True)
    try:
        satisfiable = loaded.ask((), deadline)
        if satisfiable:
            return _grid_of(loaded, formula, puzzle, f"sat:{solver}"), None
        if satisfiable is None:
            return None, None
        lines = loaded.proof()
    finally:
        loaded.delete()
    # For a contradiction by unit propagation some solvers write nothing, and others go on to delete clauses.
    end = lines.index(_EMPTY_CLAUSE) if _EMPTY_CLAUSE in lines else len(lines)
    return None, (*lines[:end], _EMPTY_CLAUSE)


def _grid_of(solver: PySatSolver, formula: Formula, puzzle: Puzzle, backend: str) -> Grid:
    """Returns the grid of the solver's last assignment; raises `InvalidAnswer` where it is none."""
    assignment = solver.assignment()
    if assignment is None:
        raise InvalidAnswer(f"{backend} answered SAT, but has no assignment")
    # A literal a variable, ascending; auxiliary variables come after those of the map. Some solvers leave out the last
    # variables if no clause has them.
    true = [literal for literal in assignment[: formula.variables.count] if literal > 0]
    grid = formula.variables.grid(true)
    return grid if grid is not None else only_values(formula.variables.values(true), puzzle, backend)
