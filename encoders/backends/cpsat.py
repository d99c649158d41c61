"""CP-SAT of OR-Tools as a backend: constraints are built once, a puzzle only changes domains.

`cpsat` is `cpsat:exactly-one`; the other form is `cpsat:all-different`. CP-SAT enumerates assignments to all variables:
where some cells only are shown, it is asked for one solution after the other, each of which is forbidden then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from threading import Event, Thread
from typing import TypeAlias

from ortools.sat.python import cp_model

from ...reference.contract.capabilities import ANY_RULES
from ...reference.contract.deadline import Deadline
from ...reference.contract.errors import BackendError, InvalidAnswer
from ...reference.contract.session import Backend, Ended, Search, Session
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..constraints.cpsat import AllDifferent, CpSatForm, ExactlyOne, set_parameter
from ..naming.families import Family, Options

_WITHOUT_THREAD_SECONDS = 0.1
"""The longest delay of Ctrl-C."""

_ANNOUNCEMENT_SECONDS = 0.05
"""The longest delay between a solution, in enumeration, and its announcement."""

_DETERMINISTIC_A_MILLISECOND = 0.001
"""CP-SAT's deterministic time that takes about a millisecond."""

_USED_UP = 0.9
"""CP-SAT looks at its deterministic time now and then: it may end a little before."""

FORMS: dict[str, type[CpSatForm]] = {"exactly-one": ExactlyOne, "all-different": AllDifferent}
"""The forms by their names."""

_DEFAULT = "exactly-one"

_COUNTS = ("branches", "conflicts", "binary_propagations")

_Solutions: TypeAlias = Generator[Sequence[int], None, None]


class CpSatBackend:
    """CP-SAT in one of its forms; with one worker and one seed the same question gets the same answer.

    `parameters` are those of CP-SAT (`sat_parameters.proto`), by their names; they override those set here.
    """

    capabilities = ANY_RULES._replace(incremental=True, statistics=True)

    def __init__(
        self, name: str, form: type[CpSatForm], workers: int, seed: int, parameters: Mapping[str, object]
    ) -> None:
        self.name = name
        self.form = form
        self.workers = workers
        self.seed = seed
        self.parameters = {**form.parameters, **{name: str(value) for name, value in parameters.items()}}
        self.solver()  # raises for unknown parameters

    def solver(self) -> cp_model.CpSolver:
        """Returns a solver with the parameters set."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = self.workers
        solver.parameters.random_seed = self.seed
        solver.parameters.catch_sigint_signal = False
        for name, value in self.parameters.items():
            set_parameter(solver.parameters, name, value)
        return solver

    def open(self, layout: Layout) -> CpSatSession:
        """Opens a session with the constraints of the layout built."""
        return CpSatSession(layout, self)


def _make(variant: str, options: Options) -> Backend | None:
    """Returns the backend of a form, with `workers`, `seed`, and any parameter of CP-SAT."""
    form = variant or _DEFAULT
    if form not in FORMS:
        return None
    name = "cpsat" if form == _DEFAULT else f"cpsat:{form}"
    workers, seed, others = options.whole("workers", 1, 1, 1000), options.whole("seed", 0), options.rest()
    return CpSatBackend(name + options.suffix, FORMS[form], workers, seed, others)


FAMILY = Family(_make)


class CpSatSession(Session):
    """One set of constraints whose variable domains are set again for each puzzle."""

    _counts_work = True

    def __init__(self, layout: Layout, backend: CpSatBackend) -> None:
        super().__init__(layout, backend)
        with self._measuring("encode_seconds"):
            self._form = backend.form(layout)
        self._workers = backend.workers
        self._solver = backend.solver()
        self._most_work = self._solver.parameters.max_deterministic_time
        self._work = self._most_work

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields solutions; asks for them one by one where some cells are shown."""
        self._work = min(self._most_work, deadline.work * _DETERMINISTIC_A_MILLISECOND)
        self._solver.parameters.max_deterministic_time = self._work
        self._form.write(puzzle)
        constraints, each, cells = self._form.constraints, limit, puzzle.cells_of_difference
        if limit > 1 and self.layout.shown is not None:
            constraints, each = constraints.clone(), 1  # constraints cannot be removed again
        counted: Counter[str] = Counter()
        total = 0
        while True:
            found = 0
            with closing(self._run(constraints, each, deadline)) as solutions:
                for values in solutions:
                    found += 1
                    yield (grid := self._form.grid(values, self.backend))
            total += found
            response = self._solver.response_proto
            counted.update({word: getattr(response, f"num_{word}") for word in _COUNTS})
            if self._exhausted(response.status, found, each):
                return Ended(True, counted)
            if self._work < self._most_work and self._work_is_done():
                deadline.work = 0.0
            if each == limit or not found or total == limit or deadline.expired:
                return Ended(statistics=counted)
            if not cells:
                return Ended(True, counted)  # with all shown cells given there is no other solution
            self._form.forbid(constraints, grid, cells)

    def _work_is_done(self) -> bool:
        """Whether the last search used its deterministic time up; if not, it ended for another reason."""
        return bool(self._solver.response_proto.deterministic_time >= _USED_UP * self._work)

    def _run(self, constraints: cp_model.CpModel, limit: int, deadline: Deadline) -> _Solutions:
        """Solves in a way that Ctrl-C stops: yields the values of each solution.

        CP-SAT can take over the signal itself, but then reports an ordinary stop, and leaves the process without
        Python's handler. So it runs in a thread, while this one waits where an interruption reaches it. A single
        solution is mostly found before a thread is worth its time, which is milliseconds on a busy machine: this thread
        tries first. (Not with a collector: an interruption must not be raised inside a callback of CP-SAT.)
        """
        parameters = self._solver.parameters
        parameters.enumerate_all_solutions = limit > 1
        if limit > 1:
            parameters.num_workers = 1  # enumeration needs one
            yield from self._in_thread(constraints, deadline, _Collector(limit))
            return
        parameters.num_workers = self._workers
        parameters.max_time_in_seconds = min(deadline.remaining, _WITHOUT_THREAD_SECONDS)
        status = self._solver.solve(constraints)
        if status == cp_model.UNKNOWN and not (deadline.expired or self._work_is_done()):
            yield from self._in_thread(constraints, deadline)
        if len(self._solver.response_proto.solution):
            yield self._solver.response_proto.solution

    def _in_thread(
        self, constraints: cp_model.CpModel, deadline: Deadline, collector: _Collector | None = None
    ) -> _Solutions:
        self._solver.parameters.max_time_in_seconds = deadline.remaining
        done = Event()
        errors: list[BaseException] = []

        def solve() -> None:
            try:
                self._solver.solve(constraints, collector)
            except BaseException as error:
                errors.append(error)
            finally:
                done.set()

        # Waits for an event, not for the thread: an interrupted join takes the thread for finished.
        Thread(target=solve, name="cp-sat", daemon=True).start()
        found = collector.solutions if collector else []
        yielded = 0
        try:
            while not done.wait(_ANNOUNCEMENT_SECONDS if collector else None):
                for values in found[yielded:]:
                    yielded += 1
                    yield values
        except BaseException:
            while not done.wait(0.01):
                self._solver.stop_search()
            raise
        if errors:
            raise errors[0]
        yield from found[yielded:]

    def _exhausted(self, status: object, found: int, limit: int) -> bool:
        """Returns whether the status proves that there are no others; raises `InvalidAnswer` for a contradiction."""
        if status == cp_model.INFEASIBLE:
            if found:
                raise InvalidAnswer(f"{self.backend} found {found} solutions and called the puzzle infeasible")
            return True
        if status == cp_model.OPTIMAL:
            # In enumeration the search is complete. With a limit of 1, it ended at its solution.
            if not found:
                raise InvalidAnswer(f"{self.backend} called the puzzle solved, but gave no solution")
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
