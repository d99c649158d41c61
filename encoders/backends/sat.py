"""The solvers of PySAT as backends, `sat:SOLVER`, with a choice of encoding."""

from __future__ import annotations

from ...reference.contract import Backend, Session
from ...reference.deadline import Deadline
from ...reference.ended import CheckedSearch
from ...reference.errors import OptionError
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..cnf.at_most_one import NATIVE
from ..cnf.encodings import CnfOptions
from ..cnf.variables import OpenVariables
from ..naming.families import Family
from ..naming.options import Options
from ..workers.session import WorkerSession
from ..workers.worker_process import inside_a_worker
from .pysat.sessions import LoadedSession, OneShotSession
from .pysat.solver import SolverChoice
from .pysat.table import DEFAULT, LATE, capabilities_of, full_name, solver_names

_WITH_MODES = ("cadical153", "cadical195", "cadical300")
"""Solvers that PySAT lets choose a mode."""

_MOST_CLAUSES_HERE = 1_000_000
"""Larger formulas are loaded in a worker: a single step of a solver takes longer than a time limit may be exceeded."""

_MOST_VARIABLES_HERE = 20_000
"""Of the formula of one puzzle; a larger one is written and loaded in a worker, for the same reason."""

_MOST_CANDIDATES_HERE = 500_000
"""Cells times values of a layout; for larger ones even the variables of a puzzle are found out in a worker."""


class SatBackend:
    """One solver, one encoding.

    It answers in this process where it keeps a conflict budget, so that it can be stopped; otherwise in a worker.
    """

    def __init__(self, choice: SolverChoice, cnf: CnfOptions) -> None:
        self.solver = choice.name
        self.cnf = cnf
        self._choice = choice
        able = choice.capabilities._replace(
            sums=not cnf.one_puzzle, pairs=not cnf.one_puzzle, shown=True, repeatable=True
        )
        # With a formula for each puzzle nothing stays loaded, and nothing is assumed.
        self.capabilities = able._replace(incremental=False, assumptions=False) if cnf.one_puzzle else able
        self.name = f"sat:{self.solver}{cnf.suffix}{':mode=stable' if choice.stable else ''}"

    def open(self, layout: Layout) -> Session:
        """Opens a session with the encoding of the layout loaded; raises `FormulaTooLarge`."""
        if not inside_a_worker() and not self._stoppable(layout):
            return WorkerSession(layout, self)
        able = self._choice.capabilities
        if self.cnf.one_puzzle or not (able.assumptions and able.incremental):
            here = OneShotSession(layout, self, self._choice, self.cnf.encode)
            if inside_a_worker() or not self.cnf.one_puzzle or _candidates(layout) <= _MOST_VARIABLES_HERE:
                return here
            return _SizeSession(layout, self, here)
        return LoadedSession(layout, self, self._choice, self.cnf.encode)

    def _stoppable(self, layout: Layout) -> bool:
        """Returns whether the solver, on a formula of this layout, checks its conflict budget often enough."""
        able = self._choice.capabilities
        if not (able.incremental and able.conflict_budget) or self.solver in LATE:
            return False
        if self.cnf.one_puzzle:
            return _candidates(layout) <= _MOST_CANDIDATES_HERE
        return self.cnf.size(layout).clauses <= _MOST_CLAUSES_HERE


class _SizeSession(Session):
    """A formula for each puzzle of a large layout: a small one is answered in this process, others in a worker."""

    # Both sessions check their own solutions.
    checks_solutions = False
    counts_work = True

    def __init__(self, layout: Layout, backend: Backend, here: OneShotSession) -> None:
        super().__init__(layout, backend)
        self._made_by = backend
        self._here = here
        self._worker: WorkerSession | None = None
        self._skips_checks = False

    def skip_checks(self) -> None:
        """Disables solution checks, also in a worker that is started later."""
        self._skips_checks = True
        self._here.skip_checks()
        if self._worker is not None:
            self._worker.skip_checks()

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> CheckedSearch:
        """Returns the search of the session that fits the size of the puzzle's formula."""
        small = OpenVariables(puzzle).count <= _MOST_VARIABLES_HERE
        return (self._here if small else self._worker or self._start()).turns(puzzle, limit, deadline)

    def _start(self) -> WorkerSession:
        with self._preparing():
            self._worker = WorkerSession(self.layout, self._made_by)
        self.held_bytes += self._worker.held_bytes
        self._worker.on_preparation = self._report_preparation
        if self._skips_checks:
            self._worker.skip_checks()
        return self._worker

    def _release(self) -> None:
        self._here.close()
        if self._worker is not None:
            self._worker.close()


def _candidates(layout: Layout) -> int:
    return layout.cell_count * layout.size


def _make(variant: str, options: Options) -> Backend | None:
    """Returns the backend of a solver, by its name or one of PySAT's aliases; `sat` alone is the default solver."""
    solver = full_name(variant or DEFAULT)
    if solver is None:
        return None
    cnf = options.cnf()
    stable = solver in _WITH_MODES and options.choice("mode", ("default", "stable"), "default") == "stable"
    if cnf.at_most_one == NATIVE and not capabilities_of(solver).cardinality:
        able = [name for name in solver_names() if capabilities_of(name).cardinality]
        raise OptionError(f"sat:{solver} takes no at-most-one constraints as they are; {', '.join(able)} do")
    return SatBackend(SolverChoice(solver, capabilities_of(solver), stable), cnf)


# One solver does not come with PySAT.
FAMILY = Family(_make, solver_names, lambda variant: "pycryptosat" if variant == "cryptominisat" else None)
