"""The solvers of 0/1 programs that come with OR-Tools as backends, `ilp:SOLVER`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from ortools.linear_solver import linear_solver_pb2 as messages  # type: ignore[import-untyped]  # no type hints
from ortools.linear_solver.pywraplp import Solver  # type: ignore[import-untyped]  # no type hints

from ...reference.contract import Backend, Capabilities, Session
from ...reference.errors import BackendUnavailable, OptionError
from ...reference.layout import Layout
from ..workers.session import WorkerSession
from ..workers.worker_process import inside_a_worker
from .ilp_session import IlpSession
from .options import Options


class _Kind(NamedTuple):
    """What OR-Tools calls a solver, how a parameter is written (None: it takes none), and the parameters it needs."""

    problem: str
    form: str | None
    parameters: Mapping[str, str] = MappingProxyType({})


# One thread, a fixed seed, no output, and Ctrl-C left to Python. CBC has all this without being told.
SOLVERS = {
    "scip": _Kind(
        "SCIP_MIXED_INTEGER_PROGRAMMING",
        "{} = {}\n",
        {"randomization/randomseedshift": "0", "misc/catchctrlc": "FALSE"},
    ),
    "highs": _Kind(
        "HIGHS_MIXED_INTEGER_PROGRAMMING",
        "{}={}\n",
        # First the output: without it, HiGHS prints a line before it reads of any other setting.
        {"output_flag": "false", "threads": "1", "parallel": "off", "random_seed": "0"},
    ),
    "cbc": _Kind("CBC_MIXED_INTEGER_PROGRAMMING", None),
    "sat": _Kind(
        "SAT_INTEGER_PROGRAMMING",
        "{}:{} ",
        # The presolve for linear programs may end with "infeasible or unbounded"; CP-SAT has its own after it.
        {"num_workers": "1", "random_seed": "0", "catch_sigint_signal": "false", "mip_presolve_level": "0"},
    ),
}
"""The solvers by name."""


def solver_names() -> list[str]:
    """The names in `SOLVERS` that the installed OR-Tools was built with; takes microseconds."""
    return [name for name, kind in SOLVERS.items() if _is_built_in(kind)]


def _is_built_in(kind: _Kind) -> bool:
    types = messages.MPModelRequest.SolverType
    return kind.problem in types.keys() and bool(Solver.SupportsProblemType(types.Value(kind.problem)))  # noqa: SIM118


class IlpBackend:
    """One solver of `SOLVERS`, with further parameters in that solver's own words.

    It answers in a worker, since none of them can be stopped. `OptionError` for an unknown solver or parameters where
    it takes none, `BackendUnavailable` where the installed OR-Tools lacks it.
    """

    # The program goes to a new solver with every question.
    capabilities = Capabilities()

    def __init__(self, solver: str, parameters: Mapping[str, str] = MappingProxyType({})) -> None:
        if solver not in SOLVERS:
            raise OptionError(f"{solver!r} is no solver for 0/1 programs; there are {', '.join(SOLVERS)}")
        kind = SOLVERS[solver]
        if parameters and kind.form is None:
            raise OptionError(f"OR-Tools passes no parameters on to {solver}")
        self.name = f"ilp:{solver}" + "".join(f":{name}={value}" for name, value in parameters.items())
        if not _is_built_in(kind):
            raise BackendUnavailable(f"backend {self.name}: the installed OR-Tools was built without {solver}")
        self.solver = solver
        self.problem = kind.problem
        self.parameters = {**kind.parameters, **parameters}

    def open(self, layout: Layout) -> Session:
        """A session with the program of the layout built."""
        if not inside_a_worker():
            return WorkerSession(layout, self.name)
        form = SOLVERS[self.solver].form or ""
        return IlpSession(
            layout, self.name, self.problem, "".join(form.format(*item) for item in self.parameters.items())
        )


class IlpFamily:
    """The solvers that the installed OR-Tools was built with."""

    def variants(self) -> list[str]:
        """Their names."""
        return solver_names()

    def make(self, variant: str, options: Options) -> Backend | None:
        """The backend of a solver, with any parameter of that solver as an option."""
        if variant not in SOLVERS:
            return None
        # Options have hyphens where these solvers have underscores.
        return IlpBackend(variant, {name.replace("-", "_"): str(value) for name, value in options.rest().items()})


FAMILY = IlpFamily()
