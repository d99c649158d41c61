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
from time import perf_counter
from types import MappingProxyType

import highspy
import numpy as np

from ...reference.contract.capabilities import Capabilities
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, OptionError
from ...reference.contract.session import Backend, Ended, Search, Session
from ...reference.model.grid import Grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..answering.worker_session import BackendInWorker
from ..cnf.variables import VariableMap
from ..constraints.linear import check_floating_point, fixed_variables, rows, true_variables
from ..naming.families import Family, Options

_PARAMETERS = {"output_flag": "false", "threads": "1", "parallel": "off", "random_seed": "0"}
"""One thread and a fixed seed, so that answers repeat."""

_COUNTS = ("mip_node_count", "simplex_iteration_count")


class HighsBackend(BackendInWorker):
    """HiGHS with further parameters by its own names; they override those in `_PARAMETERS`."""

    capabilities = Capabilities(incremental=True, statistics=True, sums=True, pairs=True, shown=True, repeatable=True)

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
        started = perf_counter()
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
            self._add_row(row.lower, row.upper, row.variables, row.coefficients)
        self._rows = self._solver.getNumRow()
        self.setup_seconds["encode_seconds"] += perf_counter() - started

    def _add_row(
        self,
        lower: int | None,
        upper: int | None,
        variables: tuple[int, ...],
        coefficients: tuple[int, ...] | None = None,
    ) -> None:
        self._solver.addRow(
            -highspy.kHighsInf if lower is None else lower,
            highspy.kHighsInf if upper is None else upper,
            len(variables),
            np.array(variables, np.int32) - 1,
            np.array(coefficients or [1] * len(variables), np.float64),
        )

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields a solution for each call of the solver; a row of the next call forbids it."""
        lower, upper = np.zeros(self._map.count), np.ones(self._map.count)
        for variable, value in fixed_variables(puzzle).items():
            lower[variable - 1] = upper[variable - 1] = value
        self._solver.changeColsBounds(self._map.count, self._columns, lower, upper)
        cells = puzzle.cells_of_difference
        counted: Counter[str] = Counter()
        try:
            for _ in range(limit):
                grid = self._solved(deadline, counted)
                if not isinstance(grid, tuple):
                    return Ended(grid, counted)
                yield grid
                if not cells:
                    return Ended(True, counted)  # no shown cell is open
                held = tuple(self._map.literal(cell, grid[cell]) for cell in cells)
                self._add_row(None, len(cells) - 1, held)
        finally:
            count = self._solver.getNumRow() - self._rows
            self._solver.deleteRows(count, np.arange(self._rows, self._rows + count, dtype=np.int32))
        return Ended(False, counted)

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
            values = enumerate(self._solver.getSolution().col_value, start=1)
            return self._map.grid(true_variables(values, self._map, self.backend), self.backend)
        if status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kTimeLimit):
            return bool(status == highspy.HighsModelStatus.kInfeasible)
        raise BackendError(f"{self.backend} stopped with status {self._solver.modelStatusToString(status)}")
