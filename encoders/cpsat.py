"""CP-SAT of OR-Tools as a backend: constraints are built once, a puzzle only rewrites domains."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Event, Thread
from time import perf_counter

from ortools.sat.python import cp_model

from ..reference.contract import Capabilities, Found, Session
from ..reference.deadline import Deadline
from ..reference.errors import BackendError
from ..reference.layout import Layout
from ..reference.puzzle import Puzzle
from .cpsat_forms import AllDifferent, ExactlyOne, Form
from .decoding import only_values

_WITHOUT_THREAD_SECONDS = 0.1
"""How long Ctrl-C may have to wait."""


class CpSatBackend:
    """CP-SAT with one worker and a fixed seed, so that the same question gets the same answer."""

    def __init__(self, name: str, capabilities: Capabilities, *, all_different: bool = False) -> None:
        self.name = name
        self.capabilities = capabilities
        self.form = AllDifferent if all_different else ExactlyOne

    def open(self, layout: Layout) -> CpSatSession:
        """A session with the constraints of the layout built."""
        return CpSatSession(layout, self.name, self.form)


class CpSatSession(Session):
    """One set of constraints whose variable domains are written anew for each puzzle."""

    def __init__(self, layout: Layout, backend: str, form: type[AllDifferent | ExactlyOne]) -> None:
        super().__init__(layout, backend)
        started = perf_counter()
        self._form: Form = form(layout)
        self._unpaid["encode_seconds"] += perf_counter() - started
        self._solver = cp_model.CpSolver()
        parameters = self._solver.parameters
        parameters.num_workers = 1
        parameters.catch_sigint_signal = False
        parameters.random_seed = 0
        parameters.cp_model_presolve = self._form.presolve
        # Measured on 17-clue puzzles: looking for symmetries and linear relaxations costs more than it brings.
        parameters.symmetry_level = 0
        parameters.linearization_level = 0

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        if deadline.expired:
            return Found()
        self._form.write(puzzle)
        self._solver.parameters.enumerate_all_solutions = limit > 1
        collector = _Collector(limit) if limit > 1 else None
        status = self._run(collector, deadline)
        response = self._solver.response_proto
        raw = collector.solutions if collector else [response.solution] if len(response.solution) else []
        exhausted = self._exhausted(status, len(raw), limit)
        solutions = [only_values(self._form.values(solution), puzzle, self.backend) for solution in raw]
        statistics = {
            "branches": response.num_branches,
            "conflicts": response.num_conflicts,
            "binary_propagations": response.num_binary_propagations,
        }
        return Found(solutions, exhausted, statistics)

    def _run(self, collector: _Collector | None, deadline: Deadline) -> object:
        """The status of a solve that Ctrl-C stops.

        CP-SAT can take over the signal itself, but then reports an ordinary stop, and leaves the process without
        Python's handler. So it runs in a thread, while this one waits where an interruption reaches it. A single
        solution is mostly found before a thread would be worth its time, so that is tried without one first. (Not with
        a collector: an interruption must not be raised in the midst of what CP-SAT calls back.)
        """
        if collector is None:
            self._solver.parameters.max_time_in_seconds = min(deadline.remaining, _WITHOUT_THREAD_SECONDS)
            status: object = self._solver.solve(self._form.constraints)
            if status != cp_model.UNKNOWN or deadline.expired:
                return status
        self._solver.parameters.max_time_in_seconds = deadline.remaining
        return self._in_thread(collector)

    def _in_thread(self, collector: _Collector | None) -> object:
        done = Event()
        statuses: list[object] = []
        failures: list[BaseException] = []

        def target() -> None:
            try:
                statuses.append(self._solver.solve(self._form.constraints, collector))
            except BaseException as error:
                failures.append(error)
            finally:
                done.set()

        # Waiting for an event, not for the thread: a join that was interrupted takes the thread for finished.
        Thread(target=target, name="cp-sat", daemon=True).start()
        try:
            done.wait()
        except BaseException:
            while not done.wait(0.01):
                self._solver.stop_search()
            raise
        if failures:
            raise failures[0]
        return statuses[0]

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
        self.solutions: list[Sequence[int]] = []

    def on_solution_callback(self) -> None:
        if len(self.solutions) < self._limit:
            self.solutions.append(list(self.response_proto.solution))
        if len(self.solutions) >= self._limit:
            self.stop_search()
