"""A 0/1 program that is built once; a puzzle rewrites bounds.

given                       its variable is bound to 1
value ruled out in a cell   its variable is bound to 0
a solution found            a row that forbids it: of its values in the open cells, not all

The program is a message that goes whole to a new solver with every question: the one way into OR-Tools that serves all
four solvers, lets rows be taken back, and says why a solver stopped. So nothing stays of a puzzle.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from time import perf_counter, process_time
from typing import NamedTuple

from ortools.linear_solver import linear_solver_pb2 as messages  # type: ignore[import-untyped]  # no type hints
from ortools.linear_solver.pywraplp import Solver  # type: ignore[import-untyped]  # no type hints

from ...reference.contract import Found, Session
from ...reference.deadline import Deadline
from ...reference.errors import BackendError, InvalidAnswer
from ...reference.grid import Grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ..cnf.variables import VariableMap
from ..formats.decoding import only_values
from ..linear.rows import bounds, rows

_TOLERANCE = 1e-6
"""How far from 0 or 1 a value may be."""

_EARLY_SECONDS = 0.1
"""How much too early a solver may stop for want of time; or as much as it has spent, since CP-SAT stops when its next
step, should it take as long as the longest so far, would end too late."""


class _Answer(NamedTuple):
    """A solver's response, the seconds that it spent, and how many it then had left: infinite without a limit."""

    response: messages.MPSolutionResponse
    spent: float
    left: float


class IlpSession(Session):
    """One program, for any number of puzzles."""

    def __init__(self, layout: Layout, backend: str, problem: str, parameters: str) -> None:
        super().__init__(layout, backend)
        started = perf_counter()
        self._request = messages.MPModelRequest()
        self._request.solver_type = messages.MPModelRequest.SolverType.Value(problem)
        self._request.solver_specific_parameters = parameters
        self._map = VariableMap(layout)
        for _ in range(self._map.count):
            self._request.model.variable.add(lower_bound=0, upper_bound=1, is_integer=True)
        program = rows(layout)
        for row in program:
            self._add_row(row.variables, row.lower, row.upper)
        self._row_count = len(program)
        self._fixed: dict[int, tuple[int, int]] = {}
        self._setup_seconds["encode_seconds"] += perf_counter() - started

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        self._write(puzzle)
        solutions: list[Grid] = []
        exhausted = False
        while len(solutions) < limit and not exhausted and not deadline.expired:
            answer = self._ask(deadline)
            if answer.response.status not in (messages.MPSOLVER_OPTIMAL, messages.MPSOLVER_FEASIBLE):
                exhausted = self._is_proof(answer)
                break
            solutions.append(self._grid(answer.response.variable_value, puzzle))
            self._announce(solutions[-1])
            exhausted = not self._forbid(solutions[-1], puzzle)
        return Found(solutions, exhausted)

    def _write(self, puzzle: Puzzle) -> None:
        """Takes back the bounds and the added rows of the puzzle before, and writes the bounds of this one."""
        model = self._request.model
        del model.constraint[self._row_count :]
        for variable in self._fixed:
            entry = model.variable[variable - 1]
            entry.lower_bound, entry.upper_bound = 0, 1
        # Noted before it is done: should the writing be interrupted, the next puzzle takes all of it back.
        self._fixed = bounds(puzzle)
        for variable, (lower, upper) in self._fixed.items():
            entry = model.variable[variable - 1]
            entry.lower_bound, entry.upper_bound = lower, upper

    def _ask(self, deadline: Deadline) -> _Answer:
        """What the solver says when it has all the time that is left."""
        seconds = deadline.remaining
        if math.isinf(seconds):
            self._request.ClearField("solver_time_limit_seconds")
        else:
            # CBC is told whole milliseconds, and 0 would mean no limit.
            self._request.solver_time_limit_seconds = max(1, math.ceil(seconds * 1000)) / 1000
        started, processor = perf_counter(), process_time()
        response = solve_program(self._request)
        # CBC keeps its time by the processor's clock, which can be ahead of the wall's.
        spent = max(perf_counter() - started, process_time() - processor)
        return _Answer(response, spent, seconds - spent)

    def _is_proof(self, answer: _Answer) -> bool:
        """Whether an answer without a solution proves that there is none; `BackendError` where it is a failure."""
        response = answer.response
        if response.status == messages.MPSOLVER_INFEASIBLE:
            # CBC calls programs infeasible, solvable ones too, when its time runs out before the search. (Infeasible or
            # unbounded comes as infeasible too, and is: every variable has bounds.)
            return answer.left > 0
        stopped = response.status in (messages.MPSOLVER_NOT_SOLVED, messages.MPSOLVER_UNKNOWN_STATUS)
        if stopped and answer.left < max(answer.spent, _EARLY_SECONDS):
            return False
        name = messages.MPSolverResponseStatus.Name(response.status)
        detail = f" ({response.status_str})" if response.status_str else ""
        raise BackendError(f"{self.backend} stopped with status {name}{detail}")

    def _grid(self, values: Sequence[float], puzzle: Puzzle) -> Grid:
        if len(values) != self._map.count:
            raise InvalidAnswer(f"{self.backend} returned {len(values)} values for {self._map.count} variables")
        true_variables = []
        for variable, value in enumerate(values, start=1):
            if abs(value - 1) <= _TOLERANCE:
                true_variables.append(variable)
            elif not abs(value) <= _TOLERANCE:
                cell, held = self._map.cell_and_value(variable)
                raise InvalidAnswer(
                    f"{self.backend} returned {value}, neither 0 nor 1, for value {held} in {self.layout.labels[cell]}"
                )
        return only_values(self._map.values(true_variables), puzzle, self.backend)

    def _forbid(self, grid: Grid, puzzle: Puzzle) -> bool:
        """Whether there is an open cell, and so maybe another solution; if so, a row now rules this one out."""
        cells = [cell for cell, mask in enumerate(puzzle.candidates) if mask & (mask - 1)]
        if cells:
            self._add_row([self._map.literal(cell, grid[cell]) for cell in cells], 0, len(cells) - 1)
        return bool(cells)

    def _add_row(self, variables: Sequence[int], lower: int, upper: int) -> None:
        self._request.model.constraint.add(
            var_index=[variable - 1 for variable in variables],
            coefficient=[1.0] * len(variables),
            lower_bound=lower,
            upper_bound=upper,
        )


def solve_program(request: messages.MPModelRequest) -> messages.MPSolutionResponse:
    """The response of the solver that the request names."""
    response = messages.MPSolutionResponse()
    Solver.SolveWithProto(request, response)
    return response
