"""The solvers of PySAT as backends, `sat:SOLVER`, with a choice of encoding."""

from __future__ import annotations

from ...reference.contract import Backend, Session
from ...reference.errors import OptionError
from ...reference.layout import Layout
from ..cnf.at_most_one.table import AT_MOST_ONE
from ..cnf.encodings import NATIVE, CnfOptions
from ..workers.session import WorkerSession
from ..workers.worker_process import inside_a_worker
from .options import Options
from .pysat.sessions import LoadedSession, OneShotSession
from .pysat.table import DEFAULT, LATE, capabilities_of, full_name, solver_names
from .registry import Family

_MOST_CLAUSES_HERE = 1_000_000
"""Larger formulas are loaded in a worker: a single step of a solver takes longer than a time limit may be exceeded."""

_MOST_VARIABLES_HERE = 20_000
"""Cells times values; for more of them formulas of single puzzles are written in a worker, for the same reason."""


class SatBackend:
    """One solver, one encoding.

    It answers in this process where it keeps a conflict budget, so that it can be stopped; otherwise in a worker.
    """

    def __init__(self, solver: str, cnf: CnfOptions) -> None:
        self.solver = solver
        self.cnf = cnf
        able = capabilities_of(solver)
        self.solver_capabilities = able
        # With a formula for each puzzle nothing stays loaded, and nothing is assumed.
        self.capabilities = able._replace(incremental=False, assumptions=False) if cnf.one_puzzle else able
        self.name = f"sat:{solver}{cnf.suffix}"

    def open(self, layout: Layout) -> Session:
        """Opens a session with the encoding of the layout loaded; raises `FormulaTooLarge`."""
        if not inside_a_worker() and not self._stoppable(layout):
            return WorkerSession(layout, self.name)
        able = self.solver_capabilities
        if self.cnf.one_puzzle or not (able.assumptions and able.incremental):
            return OneShotSession(layout, self.name, self.solver, able, self.cnf.encode)
        return LoadedSession(layout, self.name, self.solver, able, self.cnf.encode)

    def _stoppable(self, layout: Layout) -> bool:
        """Returns whether the solver, on a formula of this layout, checks its conflict budget often enough."""
        able = self.solver_capabilities
        if not (able.incremental and able.conflict_budget) or self.solver in LATE:
            return False
        if self.cnf.one_puzzle:
            return layout.cell_count * layout.size <= _MOST_VARIABLES_HERE
        return self.cnf.clauses(layout) <= _MOST_CLAUSES_HERE


def _make(variant: str, options: Options) -> Backend | None:
    """Returns the backend of a solver, by its name or one of PySAT's aliases; `sat` alone is the default solver."""
    solver = full_name(variant or DEFAULT)
    if solver is None:
        return None
    cnf = options.cnf([*AT_MOST_ONE, NATIVE])
    if cnf.at_most_one == NATIVE and not capabilities_of(solver).cardinality:
        able = [name for name in solver_names() if capabilities_of(name).cardinality]
        raise OptionError(f"sat:{solver} takes no at-most-one constraints as they are; {', '.join(able)} do")
    return SatBackend(solver, cnf)


# One solver does not come with PySAT.
FAMILY = Family(_make, solver_names, lambda variant: "pycryptosat" if variant == "cryptominisat" else None)
