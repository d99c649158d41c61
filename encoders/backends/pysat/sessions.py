"""Two ways to put puzzles to a SAT solver.

    LoadedSession     a formula is loaded once, and a puzzle is a list of assumptions
    OneShotSession    each puzzle has its own formula and solver object: for encodings that drop what the givens
                      decide, and for solvers that take no assumptions or answer only once

Either way a solution that was found is forbidden by a clause over its cells' variables, whatever auxiliary ones there
are, so that solutions are distinct as grids. For a loaded formula that clause holds while the puzzle's activation
literal is true; after the puzzle that literal is false for good, and the clause says nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from ....reference.contract import Capabilities, Found, Session
from ....reference.deadline import Deadline
from ....reference.errors import InvalidAnswer
from ....reference.grid import Grid
from ....reference.layout import Layout
from ....reference.puzzle import Puzzle
from ...cnf.formula import Formula
from ...cnf.givens import different, given_literals
from ...cnf.variables import VariableMap
from ...formats.decoding import only_values
from .solver import PySatSolver

_ADDITIONS_PER_LOADING = 1000
"""After this many additions (activation literals, and clauses that forbid solutions) a formula is loaded anew before
the next puzzle. Each literal stays a variable for good, and so lengthens every assignment that the solver returns:
without this, a session gets slower puzzle by puzzle."""


class LoadedSession(Session):
    """One formula in one solver, for any number of puzzles."""

    def __init__(
        self, layout: Layout, backend: str, solver: str, capabilities: Capabilities, encode: Callable[[Layout], Formula]
    ) -> None:
        super().__init__(layout, backend)
        self._solver_name = solver
        self._capabilities = capabilities
        started = perf_counter()
        self._formula = encode(layout)
        self._variables = VariableMap(layout)
        self._setup_seconds["encode_seconds"] += perf_counter() - started
        self._solver: PySatSolver | None = None
        self._activations = 0
        self._additions = 0
        self._load()

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - alike for all puzzles
        if self._solver is not None and self._additions < _ADDITIONS_PER_LOADING:
            return
        with self._preparing():
            self._release()
            self._load()

    def _load(self) -> PySatSolver:
        started = perf_counter()
        self._solver = PySatSolver(self._solver_name, self._capabilities, self._formula)
        self._activations = self._additions = 0
        self._setup_seconds["load_seconds"] += perf_counter() - started
        return self._solver

    def _recover(self) -> None:
        # Whatever the solver is left with, Ctrl-C included, the next puzzle gets a new one.
        self._release()

    def _release(self) -> None:
        solver, self._solver = self._solver, None
        if solver is not None:
            solver.delete()

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        solver = self._solver or self._load()
        solutions: list[Grid] = []
        counted = solver.statistics()
        exhausted = self._collect(solver, puzzle, limit, deadline, solutions)
        now = solver.statistics()
        return Found(solutions, exhausted, {word: count - counted.get(word, 0) for word, count in now.items()})

    def _collect(
        self, solver: PySatSolver, puzzle: Puzzle, limit: int, deadline: Deadline, solutions: list[Grid]
    ) -> bool:
        """Appends up to `limit` solutions; True when there are proven to be no more."""
        assumptions = given_literals(puzzle, self._variables)
        activation = 0
        exhausted = False
        while len(solutions) < limit:
            answer = solver.ask(assumptions, deadline)
            if not answer:
                exhausted = answer is False
                break
            solutions.append(grid_of(solver, self._formula, puzzle, self.backend))
            self._announce(solutions[-1])
            if len(solutions) == limit:
                break
            if not activation:
                # Not before there is a clause with it: some solvers take no assumption about a variable without one.
                activation = self._activate()
                assumptions.append(activation)
            self._forbid(solver, solutions[-1], puzzle, activation)
        if activation:
            solver.add([-activation])
        return exhausted

    def _activate(self) -> int:
        self._activations += 1
        self._additions += 1
        return self._formula.variable_count + self._activations

    def _forbid(self, solver: PySatSolver, grid: Grid, puzzle: Puzzle, activation: int) -> None:
        self._additions += 1
        solver.add([-activation, *different(grid, self._formula.variables, puzzle)])


class OneShotSession(Session):
    """A formula and a solver for each puzzle; for each solution, where the solver answers only once."""

    def __init__(
        self,
        layout: Layout,
        backend: str,
        solver: str,
        capabilities: Capabilities,
        encode: Callable[[Puzzle, Deadline], Formula],
    ) -> None:
        super().__init__(layout, backend)
        self._solver_name = solver
        self._capabilities = capabilities
        self._encode = encode

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        started = perf_counter()
        try:
            formula = self._encode(puzzle, deadline)
        except TimeoutError:
            return Found()
        statistics: dict[str, float] = {"encode_seconds": perf_counter() - started, "load_seconds": 0.0}
        solutions: list[Grid] = []
        forbidden: list[list[int]] = []
        solver = None
        exhausted = False
        try:
            while len(solutions) < limit and not deadline.expired:
                if solver is None:
                    solver = self._load(formula, forbidden, statistics)
                answer = solver.ask((), deadline)
                if not answer:
                    exhausted = answer is False
                    break
                solutions.append(grid_of(solver, formula, puzzle, self.backend))
                self._announce(solutions[-1])
                forbidden.append(different(solutions[-1], formula.variables, puzzle))
                if not forbidden[-1]:
                    # Everything was given: there is nothing else to be.
                    exhausted = len(solutions) < limit
                    break
                if self._capabilities.incremental:
                    solver.add(forbidden[-1])
                else:
                    solver.delete()
                    solver = None
            if solver is not None:
                statistics.update(solver.statistics())
        finally:
            if solver is not None:
                solver.delete()
        return Found(solutions, exhausted, statistics)

    def _load(self, formula: Formula, forbidden: list[list[int]], statistics: dict[str, float]) -> PySatSolver:
        started = perf_counter()
        solver = PySatSolver(self._solver_name, self._capabilities, formula, forbidden)
        statistics["load_seconds"] += perf_counter() - started
        return solver


def grid_of(solver: PySatSolver, formula: Formula, puzzle: Puzzle, backend: str) -> Grid:
    """The grid of the solver's last assignment; `InvalidAnswer` where it is none."""
    assignment = solver.assignment()
    if assignment is None:
        raise InvalidAnswer(f"{backend} said SAT, but has no assignment")
    # A literal a variable, ascending; auxiliary variables come after those of the map. Some solvers leave out the last
    # variables, if no clause has them.
    true = [literal for literal in assignment[: formula.variables.count] if literal > 0]
    grid = formula.variables.grid(true)
    return grid if grid is not None else only_values(formula.variables.values(true), puzzle, backend)
