"""The solvers of PySAT as backends, `sat:SOLVER`, with a choice of encoding.

    LoadedSession     a formula is loaded once, and a puzzle is a list of assumptions
    OneShotSession    each puzzle has its own formula and solver object: for encodings that drop what the givens
                      decide, and for solvers that take no assumptions or answer only once

In both, a clause over the variables of the shown cells forbids each solution found, so that solutions are distinct in
these cells with any auxiliary variables. In a loaded formula the clause holds while the puzzle's guard, a variable of
its own, is true; after the puzzle the guard is false for good, and the clause has no effect.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendUnavailable, install_advice
from ...reference.contract.session import Backend, Ended, Search, Session
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..answering.worker_session import BackendInWorker, WorkerSession
from ..cnf.encodings import CnfOptions
from ..cnf.variables import OpenVariables, different, given_literals
from ..naming.families import Family, Options
from .pysat_solver import PySatSolver
from .pysat_table import DEFAULT, LATE, TABLE, solver_names

_WITH_MODES = ("cadical153", "cadical195", "cadical300")
"""Solvers that PySAT lets choose a mode."""

_MOST_CLAUSES_HERE = 1_000_000
"""Larger formulas are loaded in a worker: a single step of a solver takes longer than a time limit may be exceeded."""

_MOST_VARIABLES_HERE = 20_000
"""Of the formula of one puzzle; a larger one is written and loaded in a worker, for the same reason."""

_MOST_CANDIDATES_HERE = 500_000
"""Cells times values of a layout; for larger ones even the variables of a puzzle are found out in a worker."""

_ADDITIONS_PER_LOADING = 1000
"""After this many additions (guards, and clauses that forbid solutions) a formula is loaded again before the next
puzzle. Each guard stays a variable, which lengthens every assignment that the solver returns: without this, a session
becomes slower with each puzzle."""


class SatBackend(BackendInWorker):
    """One solver, one encoding.

    It answers in this process where it keeps a conflict budget, so that it can be stopped; otherwise in a worker.
    """

    def __init__(self, name: str, solver: str, cnf: CnfOptions, stable: bool) -> None:
        self.name = name
        self.solver = solver
        self.cnf = cnf
        self.stable = stable
        able = TABLE[solver]
        rules = not cnf.one_puzzle
        self.capabilities = able._replace(sums=rules, pairs=rules, shown=True, repeatable=True)
        if cnf.one_puzzle:
            # Nothing stays loaded, and nothing is assumed.
            self.capabilities = self.capabilities._replace(incremental=False, assumptions=False)
        self._can_stop = able.incremental and able.conflict_budget and solver not in LATE

    def open(self, layout: Layout) -> Session:
        """Opens a session with the encoding of the layout loaded; raises `FormulaTooLarge`."""
        able = self._can_stop and self.cnf.one_puzzle and layout.cell_count * layout.size <= _MOST_CANDIDATES_HERE
        return LargeSession(layout, self) if able and not self.stops(layout) else super().open(layout)

    def open_here(self, layout: Layout) -> Session:
        """Opens it in this process."""
        able = self.capabilities
        return (LoadedSession if able.assumptions and able.incremental else OneShotSession)(layout, self)

    def stops(self, layout: Layout) -> bool:
        """Returns whether the solver, on any formula of this layout, checks its conflict budget often enough."""
        if self.cnf.one_puzzle:
            return self._can_stop and layout.cell_count * layout.size <= _MOST_VARIABLES_HERE
        return self._can_stop and self.cnf.size(layout).clauses <= _MOST_CLAUSES_HERE


class _SatSession(Session):
    """What both kinds share: the search for solutions."""

    _made_by: SatBackend
    _counts_work = True

    def _solutions(
        self, solver: PySatSolver, puzzle: Puzzle, limit: int, deadline: Deadline, assumptions: Sequence[int] = ()
    ) -> Generator[Grid, None, Ended]:
        """Yields up to `limit` solutions. The clauses that forbid them hold under the guard, if any."""
        found, exhausted, before, added = 0, False, solver.counts, solver.additions
        guard = solver.guard if self._capabilities.assumptions else 0
        try:
            while found < limit:
                answer = solver.ask(assumptions, deadline)
                if not answer:
                    exhausted = answer is False
                    break
                grid = solver.grid(self.backend)
                yield grid
                found += 1
                if found == limit:
                    break
                clause = different(grid, solver.formula.variables, puzzle)
                if not clause:
                    exhausted = True
                    break
                if guard:
                    clause = [-guard, *clause]
                    # Only now, as a clause has it: some solvers reject an assumption on a variable without a clause.
                    if guard not in assumptions:
                        assumptions = [*assumptions, guard]
                solver.add(clause)
        finally:
            if guard and solver.additions > added:
                solver.guard += 1
                solver.add([-guard])
        return Ended(exhausted, {word: count - before.get(word, 0) for word, count in solver.counts.items()})


class LoadedSession(_SatSession):
    """One formula in one solver, for any number of puzzles."""

    def __init__(self, layout: Layout, backend: SatBackend) -> None:
        super().__init__(layout, backend)
        with self._measuring("encode_seconds"):
            self._formula = backend.cnf.encode(layout)
        self._solver: PySatSolver | None = None
        self._load()

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: ARG002 - the same for all puzzles
        if self._solver is None or self._solver.additions >= _ADDITIONS_PER_LOADING:
            with self._preparing():
                self._release()
                self._load()

    def _load(self) -> PySatSolver:
        self._solver = PySatSolver(self._made_by.solver, self._formula, stable=self._made_by.stable)
        self.setup_seconds["load_seconds"] += self._solver.load_seconds
        return self._solver

    def _release(self) -> None:
        solver, self._solver = self._solver, None
        if solver is not None:
            solver.delete()

    # After any failure, Ctrl-C included, the next puzzle gets a new solver.
    _recover = _release

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Returns the search for solutions of the formula under the givens."""
        solver = self._solver or self._load()
        return self._solutions(solver, puzzle, limit, deadline, given_literals(puzzle))


class OneShotSession(_SatSession):
    """A formula and a solver for each puzzle."""

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields the solutions of the puzzle's own formula."""
        with self._measuring("encode_seconds"):
            try:
                formula = self._made_by.cnf.encode(puzzle, deadline)
            except TimeoutError:
                return False
        solver = PySatSolver(self._made_by.solver, formula, stable=self._made_by.stable)
        try:
            return (yield from self._solutions(solver, puzzle, limit, deadline))
        finally:
            self.setup_seconds["load_seconds"] += solver.load_seconds
            solver.delete()


class LargeSession(OneShotSession):
    """The same for a large layout: a formula that is too large for this process is made in a worker."""

    _worker: WorkerSession | None = None

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:
        self._is_large = OpenVariables(puzzle).count > _MOST_VARIABLES_HERE
        if self._is_large:
            worker = self._worker or self._start()
            worker._prepare(puzzle, limit)  # a new process, where the last one was killed

    def _start(self) -> WorkerSession:
        with self._preparing():
            self._worker = WorkerSession(self.layout, self._made_by)
        self._worker.checks_solutions = False  # this session checks
        self._adopt(self._worker)
        return self._worker

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Returns the search here or in the worker, by the number of open candidates."""
        if self._worker is not None and self._is_large:
            return self._worker.search(puzzle, limit, deadline)
        return super().search(puzzle, limit, deadline)

    def _release(self) -> None:
        if self._worker is not None:
            self._worker.close()


def _make(variant: str, options: Options) -> Backend | None:
    """Returns the backend of a solver; `sat` alone is the default solver."""
    solver = variant or DEFAULT
    if solver not in solver_names():
        if solver == "cryptominisat":  # it does not come with PySAT
            advice = install_advice("cryptominisat")
            raise BackendUnavailable(f"backend sat:cryptominisat needs pycryptosat, which is not installed: {advice}")
        return None
    cnf = options.cnf()
    stable = solver in _WITH_MODES and options.choice("mode", ("default", "stable"), "default") == "stable"
    return SatBackend(f"sat:{solver}{options.suffix}", solver, cnf, stable)


# One solver does not come with PySAT.
FAMILY = Family(_make, solver_names, lambda variant: "pycryptosat" if variant == "cryptominisat" else None)
