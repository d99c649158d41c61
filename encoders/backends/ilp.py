"""The solvers of 0/1 programs that come with OR-Tools as backends, `ilp:SOLVER`.

A program is built once; a puzzle gets a copy of it, with other bounds.

    given                       its variable is bound to 1
    value ruled out in a cell   its variable is bound to 0
    a solution found            a row that forbids it: of its values in the open cells that are shown, not all

The whole program goes to a new solver with every question, as a message: the only interface of OR-Tools that serves all
of them and says why a solver stopped. So no state of a puzzle remains.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from time import perf_counter, process_time
from types import MappingProxyType
from typing import NamedTuple

from ortools.linear_solver import linear_solver_pb2 as messages  # type: ignore[import-untyped]  # no type hints
from ortools.linear_solver.pywraplp import Solver  # type: ignore[import-untyped]  # no type hints

from ...reference.contract.capabilities import ANY_RULES
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, BackendUnavailable, InvalidAnswer, OptionError
from ...reference.contract.session import Backend, Search, Session, one_by_one
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..answering.worker_session import BackendInWorker
from ..cnf.variables import VariableMap
from ..constraints.linear import LinearRow, check_floating_point, fixed_variables, grid_of, other_than, rows
from ..naming.families import Family, Options

_EARLY_SECONDS = 0.1
"""How early a solver may stop because of its time limit. It may also stop with as much time left as it has spent."""


class _SolverKind(NamedTuple):
    """OR-Tools' name of a solver, the form of a parameter (None: it takes none), and the parameters that it needs."""

    problem: str
    form: str | None
    parameters: Mapping[str, str] = MappingProxyType({})

    @property
    def is_built_in(self) -> bool:
        """Whether the installed OR-Tools has the solver; takes microseconds."""
        types = messages.MPModelRequest.SolverType
        return self.problem in types.keys() and bool(Solver.SupportsProblemType(types.Value(self.problem)))  # noqa: SIM118


# One thread, a fixed seed, no output, and Ctrl-C left to Python. CBC does so by default.
SOLVERS = {
    "scip": _SolverKind(
        "SCIP_MIXED_INTEGER_PROGRAMMING",
        "{} = {}\n",
        {
            "randomization/randomseedshift": "0",
            "misc/catchctrlc": "FALSE",
            # With knapsacks of its own SCIP (of OR-Tools 9.15) calls a killer infeasible that has a solution.
            "constraints/linear/upgrade/knapsack": "FALSE",
        },
    ),
    "cbc": _SolverKind("CBC_MIXED_INTEGER_PROGRAMMING", None),
}
"""The solvers by name."""


def solver_names() -> list[str]:
    """Returns the names in `SOLVERS` that the installed OR-Tools was built with."""
    return [name for name, kind in SOLVERS.items() if kind.is_built_in]


class IlpBackend(BackendInWorker):
    """One solver of `SOLVERS`, with further parameters by that solver's own names.

    It answers in a worker, since none of them can be stopped. Raises `OptionError` for parameters where it takes none,
    `BackendUnavailable` where the installed OR-Tools lacks it.
    """

    def __init__(self, solver: str, parameters: Mapping[str, str] = MappingProxyType({})) -> None:
        kind = SOLVERS[solver]
        if parameters and kind.form is None:
            raise OptionError(f"OR-Tools passes no parameters on to {solver}")
        self.name = f"ilp:{solver}" + "".join(f":{name}={value}" for name, value in parameters.items())
        if not kind.is_built_in:
            raise BackendUnavailable(f"backend {self.name}: the installed OR-Tools was built without {solver}")
        # A new solver gets the program with every question.
        self.capabilities = ANY_RULES
        self.problem = messages.MPModelRequest.SolverType.Value(kind.problem)
        self.parameters = "".join((kind.form or "").format(*item) for item in {**kind.parameters, **parameters}.items())

    def open_here(self, layout: Layout) -> Session:
        """Opens a session with the program of the layout built, in this process."""
        return IlpSession(layout, self)


def _make(variant: str, options: Options) -> Backend | None:
    """Returns the backend of a solver, with any parameter of that solver as an option."""
    if variant not in SOLVERS:
        return None
    # Options have hyphens where these solvers have underscores.
    return IlpBackend(variant, {name.replace("-", "_"): str(value) for name, value in options.rest().items()})


FAMILY = Family(_make, solver_names)


class IlpSession(Session):
    """One program, for any number of puzzles."""

    def __init__(self, layout: Layout, backend: IlpBackend) -> None:
        super().__init__(layout, backend)
        check_floating_point(layout, backend.name)
        with self._measuring("encode_seconds"):
            self._request = messages.MPModelRequest()
            self._request.solver_type = backend.problem
            self._request.solver_specific_parameters = backend.parameters
            self._map = VariableMap(layout)
            for _ in range(self._map.count):
                self._request.model.variable.add(lower_bound=0, upper_bound=1, is_integer=True)
            for row in rows(layout):
                _add_row(self._request, row)

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields a solution for each call of the solver; a row of the next call forbids it."""
        request = messages.MPModelRequest()
        request.CopyFrom(self._request)
        for variable, value in fixed_variables(puzzle).items():
            entry = request.model.variable[variable - 1]
            entry.lower_bound = entry.upper_bound = value

        def forbid(grid: Grid) -> None:
            _add_row(request, other_than(grid, self._map, puzzle))

        return (yield from one_by_one(puzzle, limit, lambda: self._ask(request, deadline), forbid))

    def _ask(self, request: messages.MPModelRequest, deadline: Deadline) -> Grid | bool:
        """Returns a solution found within all the time that is left; without one, whether there provably is none.

        Raises `BackendError` where the solver fails.
        """
        seconds = deadline.remaining
        if not seconds:
            return False
        if not math.isinf(seconds):
            # CBC takes whole milliseconds, and 0 would mean no limit.
            request.solver_time_limit_seconds = max(1, math.ceil(seconds * 1000)) / 1000
        started, processor = perf_counter(), process_time()
        response = solve_program(request)
        # CBC measures its time by the processor's clock, which can be ahead of the wall clock.
        spent = max(perf_counter() - started, process_time() - processor)
        left = seconds - spent
        if response.status in (messages.MPSOLVER_OPTIMAL, messages.MPSOLVER_FEASIBLE):
            values: Sequence[float] = response.variable_value
            if len(values) != self._map.count:
                raise InvalidAnswer(f"{self.backend} returned {len(values)} values for {self._map.count} variables")
            return grid_of(enumerate(values, start=1), self._map, self.backend)
        if response.status == messages.MPSOLVER_INFEASIBLE:
            # CBC calls programs infeasible, solvable ones too, when its time runs out before the search. (Infeasible or
            # unbounded is reported as infeasible too, and is: every variable has bounds.)
            return left > 0
        stopped = response.status in (messages.MPSOLVER_NOT_SOLVED, messages.MPSOLVER_UNKNOWN_STATUS)
        if stopped and left < max(spent, _EARLY_SECONDS):
            return False
        name = messages.MPSolverResponseStatus.Name(response.status)
        detail = f" ({response.status_str})" if response.status_str else ""
        raise BackendError(f"{self.backend} stopped with status {name}{detail}")


def _add_row(request: messages.MPModelRequest, row: LinearRow) -> None:
    request.model.constraint.add(
        var_index=[variable - 1 for variable in row.variables],
        coefficient=row.coefficients or [1.0] * len(row.variables),
        lower_bound=-math.inf if row.lower is None else row.lower,
        upper_bound=math.inf if row.upper is None else row.upper,
    )


def solve_program(request: messages.MPModelRequest) -> messages.MPSolutionResponse:
    """Returns the response of the solver that the request names."""
    response = messages.MPSolutionResponse()
    Solver.SolveWithProto(request, response)
    return response
