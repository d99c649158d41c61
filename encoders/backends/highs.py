"""HiGHS, a solver of mixed-integer programs, as a backend, `highs`: the 0/1 program of a layout, without an objective.

The program is built once; a puzzle only changes bounds.

    given                       its variable is bound to 1
    value ruled out in a cell   its variable is bound to 0
    a solution found            a row that forbids it, until the puzzle is answered

It answers in a worker: HiGHS prints a line that nothing turns off, and looks at its time limit now and then only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

import highspy
import numpy as np

from ...reference.contract.capabilities import ANY_RULES
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, OptionError
from ...reference.contract.session import Backend, Ended, Search, Session, one_by_one
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..answering.worker_session import BackendInWorker
from ..cnf.variables import VariableMap
from ..constraints.linear import LinearRow, check_floating_point, fixed_variables, grid_of, other_than, rows
from ..naming.families import Family, Options

_PARAMETERS = {"output_flag": "false", "threads": "1", "parallel": "off", "random_seed": "0"}
"""One thread and a fixed seed, so that answers repeat."""

_COUNTS = ("mip_node_count", "simplex_iteration_count")


class HighsBackend(BackendInWorker):
    """HiGHS with further parameters by its own names; they override those in `_PARAMETERS`."""

    capabilities = ANY_RULES._replace(incremental=True, statistics=True)

    def __init__(self, name: str = "highs", parameters: Mapping[str, str] = MappingProxyType({})) -> None:
        self.name = name
        self.parameters = {**_PARAMETERS, **parameters}

    def open_here(self, layout: Layout) -> Session:
        """Opens a session with the program of the layout loaded, in this process."""
        return HighsSession(layout, self)


def _make(variant: str, options: Options) -> Backend | None:
    if variant:
        return None
    # Options have hyphens where HiGHS has underscores.
    parameters = {name.replace("-", "_"): str(value) for name, value in options.rest().items()}
    return HighsBackend("highs" + options.suffix, parameters)


FAMILY = Family(_make)


class HighsSession(Session):
    """One program, for any number of puzzles; raises `OptionError` for parameters that HiGHS refuses."""

    def __init__(self, layout: Layout, backend: HighsBackend) -> None:
        super().__init__(layout, backend)
        check_floating_point(layout, backend.name)
        with self._measuring("encode_seconds"):
            self._map = VariableMap(layout)
            self._solver = highspy.Highs()  # type: ignore[no-untyped-call]  # its only method without types
            for name, value in backend.parameters.items():
                if self._solver.setOptionValue(name, value) != highspy.HighsStatus.kOk:
                    raise OptionError(f"HiGHS refuses the parameter {name}={value}")
            self._columns = np.arange(self._map.count, dtype=np.int32)
            self._solver.addVars(self._map.count, np.zeros(self._map.count), np.ones(self._map.count))
            integer = np.full(self._map.count, highspy.HighsVarType.kInteger)
            self._solver.changeColsIntegrality(self._map.count, self._columns, integer)
            for row in rows(layout):
                self._add_row(row)
            self._rows = self._solver.getNumRow()

    def _add_row(self, row: LinearRow) -> None:
        self._solver.addRow(
            -highspy.kHighsInf if row.lower is None else row.lower,
            highspy.kHighsInf if row.upper is None else row.upper,
            len(row.variables),
            np.array(row.variables, np.int32) - 1,
            np.array(row.coefficients or [1] * len(row.variables), np.float64),
        )

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields a solution for each call of the solver; a row of the next call forbids it."""
        lower, upper = np.zeros(self._map.count), np.ones(self._map.count)
        for variable, value in fixed_variables(puzzle).items():
            lower[variable - 1] = upper[variable - 1] = value
        self._solver.changeColsBounds(self._map.count, self._columns, lower, upper)
        counted: Counter[str] = Counter()

        def forbid(grid: Grid) -> None:
            self._add_row(other_than(grid, self._map, puzzle))

        try:
            exhausted = yield from one_by_one(puzzle, limit, partial(self._solved, deadline, counted), forbid)
        finally:
            count = self._solver.getNumRow() - self._rows
            self._solver.deleteRows(count, np.arange(self._rows, self._rows + count, dtype=np.int32))
        return Ended(exhausted, counted)

    def _solved(self, deadline: Deadline, counted: Counter[str]) -> Grid | bool:
        """Returns a solution; without one whether there provably is none. Raises `BackendError` where HiGHS fails."""
        if deadline.expired:
            return False
        self._solver.clearSolver()  # answers do not depend on the puzzles before
        self._solver.setOptionValue("time_limit", deadline.remaining)
        self._solver.run()
        info = self._solver.getInfo()
        counted.update({name: getattr(info, name) for name in _COUNTS})
        status = self._solver.getModelStatus()
        if status == highspy.HighsModelStatus.kOptimal:
            return grid_of(enumerate(self._solver.getSolution().col_value, start=1), self._map, self.backend)
        if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kTimeLimit):
            return bool(status == highspy.HighsModelStatus.kInfeasible)
        raise BackendError(f"{self.backend} stopped with status {self._solver.modelStatusToString(status)}")
