"""The solvers of PySAT as backends, `sat:SOLVER`, with a choice of encoding."""

from __future__ import annotations

from functools import partial

from ..reference.contract import Backend, Session
from ..reference.errors import OptionError
from ..reference.layout import Layout
from .at_most_one.names import AT_MOST_ONE
from .cnf.encodings import DEFAULT_AT_MOST_ONE, DEFAULT_ENCODING, ENCODINGS, NATIVE, encode, size_of
from .cnf.size import MOST_CLAUSES
from .options import Options
from .pysat_table import DEFAULT, capabilities_of, full_name, solver_names
from .sat_sessions import LoadedSession, OneShotSession
from .worker_session import WorkerSession, inside_a_worker

_MOST_CLAUSES_HERE = 1_000_000
"""Beyond this a formula is loaded in a worker: a single step of a solver takes longer than a time limit may wait."""

_MOST_VARIABLES_HERE = 100_000
"""Cells times values beyond which formulas of single puzzles are written in a worker, for the same reason."""


class SatBackend:
    """One solver, one encoding.

    It answers in this process where it keeps a conflict budget, so that it can be stopped; otherwise in a worker.
    """

    def __init__(
        self,
        solver: str,
        encoding: str = DEFAULT_ENCODING,
        at_most_one: str = DEFAULT_AT_MOST_ONE,
        most_clauses: int = MOST_CLAUSES,
    ) -> None:
        self.solver = solver
        self.encoding = encoding
        self.at_most_one = at_most_one
        self.most_clauses = most_clauses
        self.capabilities = capabilities_of(solver)
        self.name = f"sat:{solver}" + "".join(
            f":{word}={value}"
            for word, value, default in (
                ("encoding", encoding, DEFAULT_ENCODING),
                ("at-most-one", at_most_one, DEFAULT_AT_MOST_ONE),
                ("most-clauses", most_clauses, MOST_CLAUSES),
            )
            if value != default
        )

    def open(self, layout: Layout) -> Session:
        """A session with the encoding of the layout loaded; `FormulaTooLarge` where that is too much."""
        one_puzzle = ENCODINGS[self.encoding].one_puzzle
        write = partial(encode, encoding=self.encoding, at_most_one=self.at_most_one, most_clauses=self.most_clauses)
        if not inside_a_worker() and not self._stoppable(layout):
            return WorkerSession(layout, self.name)
        if one_puzzle or not (self.capabilities.assumptions and self.capabilities.incremental):
            return OneShotSession(layout, self.name, self.solver, self.capabilities, write)
        return LoadedSession(layout, self.name, self.solver, self.capabilities, write)

    def _stoppable(self, layout: Layout) -> bool:
        """Whether the solver, on a formula of this layout, looks up often enough."""
        able = self.capabilities
        if not (able.incremental and able.conflict_budget):
            return False
        if ENCODINGS[self.encoding].one_puzzle:
            return layout.cell_count * layout.size <= _MOST_VARIABLES_HERE
        return size_of(layout, self.encoding, self.at_most_one).clauses <= _MOST_CLAUSES_HERE


class SatFamily:
    """All solvers that the installed PySAT has; `sat` alone is the default one."""

    def variants(self) -> list[str]:
        """The names of the solvers."""
        return solver_names()

    def make(self, variant: str, options: Options) -> Backend | None:
        """The backend of a solver, by its name or one of PySAT's aliases for it."""
        solver = full_name(variant or DEFAULT)
        if solver is None:
            return None
        at_most_one = options.choice("at-most-one", [*AT_MOST_ONE, NATIVE], DEFAULT_AT_MOST_ONE)
        if at_most_one == NATIVE and not capabilities_of(solver).cardinality:
            able = [name for name in solver_names() if capabilities_of(name).cardinality]
            raise OptionError(f"sat:{solver} takes no at-most-one constraints as they are; {', '.join(able)} do")
        return SatBackend(
            solver,
            options.choice("encoding", ENCODINGS, DEFAULT_ENCODING),
            at_most_one,
            options.whole("most-clauses", MOST_CLAUSES, 1),
        )


FAMILY = SatFamily()
