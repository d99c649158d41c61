"""Solvers of PySAT as backends: the formula is loaded once, a puzzle is a list of assumptions.

given                       its literal is assumed
value ruled out in a cell   the opposite of its literal is assumed
a solution found            a clause is added that forbids it while this puzzle's activation literal is true; after
                            the puzzle that literal is false for good, and the clause says nothing any more
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from pysat import solvers  # type: ignore[import-untyped]  # python-sat has no type hints

from ..reference.contract import Capabilities, Found, Session
from ..reference.deadline import Deadline
from ..reference.errors import BackendError
from ..reference.grid import Grid
from ..reference.layout import Layout
from ..reference.puzzle import Puzzle, values_in
from .decoding import only_values
from .extended import extended

_ADDITIONS_PER_LOADING = 1000
"""After this many additions (activation literals, and clauses that forbid solutions) the formula is loaded anew before
the next puzzle. Each literal stays a variable for good, and so lengthens every assignment that the solver returns:
without this, a session gets slower puzzle by puzzle."""

_FIRST_SLICE_WORK = 2_000_000
"""Conflicts times clauses of the first slice, before which nothing is known of the pace: a conflict takes microseconds
on a 9x9, and up to a tenth of a second on the three million clauses of a 36x36."""

_SLICE_SECONDS = 0.05
"""How long a slice of search should take, so that time limits and Ctrl-C are kept to about this precision."""

_SLICE_GROWTH = 8
"""How much longer, in conflicts, a slice may be than the one before."""


class _NotTheMainThread:
    """What PySAT asks whether it may take over Ctrl-C for the time of a call.

    It would jump out of the solver, and leave the solver and the process's own handler behind as they are. Told no, it
    lets Python's handler wait until the slice is over, which is soon.
    """

    @staticmethod
    def check() -> bool:
        return False


class SatBackend:
    """One solver of PySAT, by the name that PySAT gives it."""

    def __init__(self, name: str, capabilities: Capabilities, solver: str) -> None:
        self.name = name
        self.capabilities = capabilities
        self.solver = solver

    def open(self, layout: Layout) -> SatSession:
        """A session with the extended encoding of the layout loaded."""
        return SatSession(layout, self.name, self.solver)


class SatSession(Session):
    """One formula in one solver, for any number of puzzles."""

    def __init__(self, layout: Layout, backend: str, solver: str) -> None:
        super().__init__(layout, backend)
        started = perf_counter()
        self._formula = extended(layout)
        self._unpaid["encode_seconds"] += perf_counter() - started
        self._solver_name = solver
        self._solver: Any = None
        self._activations = 0
        self._additions = 0
        self._refresh()

    def _refresh(self) -> None:
        if self._solver is not None and self._additions < _ADDITIONS_PER_LOADING:
            return
        started = perf_counter()
        self._release()
        self._solver = solvers.Solver(name=self._solver_name, bootstrap_with=self._formula.clauses)
        self._activations = self._additions = 0
        self._unpaid["load_seconds"] += perf_counter() - started

    def _recover(self) -> None:
        # Whatever the solver is left with, Ctrl-C included, the next puzzle gets a new one.
        self._release()

    def _release(self) -> None:
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        solutions: list[Grid] = []
        counted = self._solver.accum_stats() or {}
        exhausted = self._collect(puzzle, limit, deadline, solutions)
        now = self._solver.accum_stats() or {}
        return Found(solutions, exhausted, {word: count - counted.get(word, 0) for word, count in now.items()})

    def _collect(self, puzzle: Puzzle, limit: int, deadline: Deadline, solutions: list[Grid]) -> bool:
        """Appends up to `limit` solutions; True when there are proven to be no more."""
        assumptions = self._assumptions(puzzle)
        activation = 0
        if limit > 1:
            self._activations += 1
            self._additions += 1
            activation = self._formula.variables.count + self._activations
            assumptions.append(activation)
        exhausted = False
        while len(solutions) < limit:
            answer = self._ask(assumptions, deadline)
            if not answer:
                exhausted = answer is False
                break
            solutions.append(self._grid(puzzle))
            if activation:
                self._forbid(solutions[-1], puzzle, activation)
        if activation:
            self._solver.add_clause([-activation])
        return exhausted

    def _ask(self, assumptions: list[int], deadline: Deadline) -> bool | None:
        """Whether the formula holds under the assumptions; None when the time is over first."""
        conflicts = max(1, _FIRST_SLICE_WORK // len(self._formula.clauses))
        while not deadline.expired:
            started = perf_counter()
            self._solver.conf_budget(conflicts)
            answer = self._slice(assumptions)
            if answer is not None:
                return bool(answer)
            took = max(perf_counter() - started, 1e-6)
            conflicts = max(1, int(conflicts * min(_SLICE_SECONDS / took, _SLICE_GROWTH)))
        return None

    def _slice(self, assumptions: list[int]) -> bool | None:
        told, solvers.MainThread = solvers.MainThread, _NotTheMainThread
        try:
            answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
        finally:
            solvers.MainThread = told
        return answer

    def _assumptions(self, puzzle: Puzzle) -> list[int]:
        literal = self._formula.variables.literal
        everything = self.layout.all_values
        assumptions = []
        for cell, mask in enumerate(puzzle.candidates):
            if mask == everything:
                continue
            if mask & (mask - 1):
                assumptions += [-literal(cell, value) for value in values_in(everything & ~mask)]
            else:
                assumptions.append(literal(cell, mask.bit_length()))
        return assumptions

    def _grid(self, puzzle: Puzzle) -> Grid:
        assignment = self._solver.get_model()
        if assignment is None:
            raise BackendError(f"{self.backend} said SAT, but has no assignment")
        variables = self._formula.variables
        # An assignment lists a literal a variable, ascending; activation literals come after those of the map.
        values = variables.values([literal for literal in assignment[: variables.count] if literal > 0])
        return only_values(values, puzzle, self.backend)

    def _forbid(self, grid: Grid, puzzle: Puzzle, activation: int) -> None:
        literal = self._formula.variables.literal
        self._additions += 1
        others = [-literal(cell, grid[cell]) for cell, mask in enumerate(puzzle.candidates) if mask & (mask - 1)]
        self._solver.add_clause([-activation, *others])
