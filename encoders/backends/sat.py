"""The solvers of PySAT as backends, `sat:SOLVER`, with a choice of encoding."""

from __future__ import annotations

from ...reference.contract import Backend, Session
from ...reference.errors import OptionError
from ...reference.layout import Layout
from ..cnf.at_most_one.names import AT_MOST_ONE
from ..cnf.encodings import NATIVE
from ..workers.session import WorkerSession
from ..workers.worker_process import inside_a_worker
from .cnf_options import CnfOptions, cnf_options
from .options import Options
from .pysat.sessions import LoadedSession, OneShotSession
from .pysat.table import DEFAULT, LATE, capabilities_of, full_name, solver_names

_MOST_CLAUSES_HERE = 1_000_000
"""Beyond this a formula is loaded in a worker: a single step of a solver takes longer than a time limit may wait."""

_MOST_VARIABLES_HERE = 20_000
"""Cells times values beyond which formulas of single puzzles are written in a worker, for the same reason."""


class SatBackend:
    """One solver, one encoding.

    It answers in this process where it keeps a conflict budget, so that it can be stopped; otherwise in a worker.
    """

    def __init__(self, solver: str, cnf: CnfOptions) -> None:
        self.solver = solver
        self.cnf = cnf
        able = capabilities_of(solver)
        self.solver_capabilities = able
        # A formula for each puzzle: nothing stays loaded, nothing is assumed.
        self.capabilities = able._replace(incremental=False, assumptions=False) if cnf.one_puzzle else able
        self.name = f"sat:{solver}{cnf.suffix}"

    def open(self, layout: Layout) -> Session:
        """A session with the encoding of the layout loaded; `FormulaTooLarge` where that is too much."""
        if not inside_a_worker() and not self._stoppable(layout):
            return WorkerSession(layout, self.name)
        able = self.solver_capabilities
        if self.cnf.one_puzzle or not (able.assumptions and able.incremental):
            return OneShotSession(layout, self.name, self.solver, able, self.cnf.encode)
        return LoadedSession(layout, self.name, self.solver, able, self.cnf.encode)

    def _stoppable(self, layout: Layout) -> bool:
        """Whether the solver, on a formula of this layout, looks up often enough."""
        able = self.solver_capabilities
        if not (able.incremental and able.conflict_budget) or self.solver in LATE:
            return False
        if self.cnf.one_puzzle:
            return layout.cell_count * layout.size <= _MOST_VARIABLES_HERE
        return self.cnf.clauses(layout) <= _MOST_CLAUSES_HERE


class SatFamily:
    """All solvers that the installed PySAT has; `sat` alone is the default one."""

    def variants(self) -> list[str]:
        """The names of the solvers."""
        return solver_names()

    def origin(self, variant: str) -> str | None:
        """The package of the one solver that does not come with PySAT."""
        return "pycryptosat" if variant == "cryptominisat" else None

    def make(self, variant: str, options: Options) -> Backend | None:
        """The backend of a solver, by its name or one of PySAT's aliases for it."""
        solver = full_name(variant or DEFAULT)
        if solver is None:
            return None
        cnf = cnf_options(options, [*AT_MOST_ONE, NATIVE])
        if cnf.at_most_one == NATIVE and not capabilities_of(solver).cardinality:
            able = [name for name in solver_names() if capabilities_of(name).cardinality]
            raise OptionError(f"sat:{solver} takes no at-most-one constraints as they are; {', '.join(able)} do")
        return SatBackend(solver, cnf)


FAMILY = SatFamily()
