"""CP-SAT of OR-Tools as a backend: one AllDifferent a unit, built once; a puzzle only rewrites domains."""

from __future__ import annotations

from time import perf_counter

from ortools.sat.python import cp_model

from ..reference.contract import Capabilities, Found, Session
from ..reference.deadline import Deadline
from ..reference.errors import BackendError
from ..reference.grid import Grid
from ..reference.layout import Layout
from ..reference.puzzle import Puzzle, values_in
from .decoding import checked


class CpSatBackend:
    """CP-SAT with one worker and a fixed seed, so that the same question gets the same answer."""

    def __init__(self, name: str, capabilities: Capabilities) -> None:
        self.name = name
        self.capabilities = capabilities

    def open(self, layout: Layout) -> CpSatSession:
        """A session with the constraints of the layout built."""
        return CpSatSession(layout, self.name)


class CpSatSession(Session):
    """One set of constraints whose variable domains are written anew for each puzzle."""

    def __init__(self, layout: Layout, backend: str) -> None:
        super().__init__(layout, backend)
        started = perf_counter()
        self._model = cp_model.CpModel()
        cells = [self._model.new_int_var(1, layout.size, label) for label in layout.labels]
        for unit in layout.units:
            if len(unit) > 1:
                self._model.add_all_different([cells[cell] for cell in unit.cells])
        self._domains = [variable.domain for variable in self._model.proto.variables]
        self._written = [layout.all_values] * layout.cell_count
        self._unpaid["encode_seconds"] += perf_counter() - started
        self._solver = cp_model.CpSolver()
        parameters = self._solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = 0
        # Measured on 17-clue puzzles: looking for symmetries and linear relaxations costs more than it brings.
        parameters.symmetry_level = 0
        parameters.linearization_level = 0

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        if deadline.expired:
            return Found()
        self._write(puzzle)
        parameters = self._solver.parameters
        parameters.enumerate_all_solutions = limit > 1
        parameters.max_time_in_seconds = deadline.remaining
        collector = _Collector(limit)
        status = self._solver.solve(self._model, collector)
        solutions = [checked(grid, puzzle, self.backend) for grid in collector.grids]
        response = self._solver.response_proto
        statistics: dict[str, float] = {
            "branches": response.num_branches,
            "conflicts": response.num_conflicts,
            "integer_propagations": response.num_integer_propagations,
        }
        return Found(solutions, self._exhausted(status, len(solutions), limit), statistics)

    def _write(self, puzzle: Puzzle) -> None:
        """Writes the domains that differ from those of the puzzle before."""
        for cell, mask in enumerate(puzzle.candidates):
            if mask != self._written[cell]:
                domain = self._domains[cell]
                domain.clear()
                domain.extend(_intervals(mask))
                self._written[cell] = mask

    def _exhausted(self, status: object, found: int, limit: int) -> bool:
        """Whether the status proves that there are no other solutions; `BackendError` where it contradicts them."""
        if status == cp_model.INFEASIBLE:
            if found:
                raise BackendError(f"{self.backend} found {found} solutions and called the puzzle infeasible")
            return True
        if status == cp_model.OPTIMAL:
            # In enumeration: the search went through to its end. With a limit of 1: no more than that one was found.
            if not found:
                raise BackendError(f"{self.backend} called the puzzle solved, but gave no solution")
            return found < limit
        if status not in (cp_model.FEASIBLE, cp_model.UNKNOWN):
            raise BackendError(f"{self.backend} refused the puzzle with status {status}")
        return False


class _Collector(cp_model.CpSolverSolutionCallback):
    """Keeps the first `limit` solutions, then stops the search."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = limit
        self.grids: list[Grid] = []

    def on_solution_callback(self) -> None:
        if len(self.grids) < self._limit:
            self.grids.append(tuple(self.response_proto.solution))
        if len(self.grids) >= self._limit:
            self.stop_search()


def _intervals(mask: int) -> list[int]:
    """The values of a candidate set as a domain of CP-SAT: first and last of each run, ascending."""
    ends: list[int] = []
    for value in values_in(mask):
        if ends and ends[-1] == value - 1:
            ends[-1] = value
        else:
            ends += [value, value]
    return ends
