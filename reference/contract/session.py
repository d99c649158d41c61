"""The contract that every backend keeps, and the `Session` class that implements the shared part of it.

A backend writes one method, `Session.search`, a generator of solutions. Everything else is one loop here: the number
of solutions, checks, `on_solution`, measured times and errors. The search keeps its `Deadline`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from time import perf_counter
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn, Protocol, TypeAlias, TypeVar, runtime_checkable

from ..model.grid import Grid
from ..model.layout import Layout, check_layout
from ..model.puzzle import Puzzle
from ..model.rooms_above import any_puzzle, each_puzzle
from .capabilities import Capabilities
from .deadline import NEVER, Deadline
from .errors import HARMLESS, BackendError, BackendOutOfMemory, InvalidAnswer, PuzzleError, UnitdokuError, Unsupported
from .judgement import check_limit, check_solutions, defect_of
from .result import Result

_Session = TypeVar("_Session", bound="Session")

NO_SETUP = {"encode_seconds": 0.0, "load_seconds": 0.0}
"""The parts of set-up, as statistics name them."""


# A search as a generator, and its end.


class Ended(NamedTuple):
    """The end of a search."""

    exhausted: bool = False
    """Whether it is proven that there are no solutions but those that were yielded."""
    statistics: Mapping[str, float] = MappingProxyType({})
    """Counters under the solver's own names."""
    backend: str = ""
    """The backend that answered, where it is not the session's own."""
    solutions: Sequence[Grid] = ()
    """Those of a search that ended at once, and yields nothing."""


Search: TypeAlias = "Generator[Grid, None, Ended | bool | None] | Ended"
"""A search: yields each solution when it is found, and returns whether there are no others. One that is soon over may
be its end alone, with the solutions in it."""

CheckedSearch: TypeAlias = Generator[Grid, None, Ended]


def in_steps(search: CheckedSearch | Ended) -> CheckedSearch:
    """Returns a search as a generator, also where it has ended at once."""
    return _solutions_of(search) if isinstance(search, Ended) else search


def _solutions_of(ended: Ended) -> CheckedSearch:
    yield from ended.solutions
    return ended


def one_by_one(
    puzzle: Puzzle, limit: int, ask: Callable[[], Grid | bool], forbid: Callable[[Grid], object]
) -> Generator[Grid, None, bool]:
    """Yields up to `limit` solutions of a solver that gives one at a time; returns whether there are no others.

    `ask` returns a solution; without one, whether there provably is none. `forbid` keeps the solver from solutions that
    have the values of this one in the open cells that are shown.
    """
    for number in range(1, limit + 1):
        found = ask()
        if isinstance(found, bool):
            return found
        yield found
        if not puzzle.cells_of_difference:
            return True  # no shown cell is open
        if number < limit:
            forbid(found)
    return False


def to_the_end(
    search: CheckedSearch | Ended, on_solution: Callable[[Grid], object] | None = None
) -> tuple[Sequence[Grid], Ended]:
    """Returns the solutions of a search, each of which is passed to `on_solution`, and its end."""
    if isinstance(search, Ended) and on_solution is None:
        return search.solutions, search
    search = in_steps(search)
    solutions: list[Grid] = []
    try:
        while True:
            try:
                grid = next(search)
            except StopIteration as end:
                return solutions, end.value
            solutions.append(grid)
            if on_solution is not None:
                on_solution(grid)
    finally:
        search.close()


@runtime_checkable
class Backend(Protocol):
    """A way to solve puzzles: `open` pays once for a layout, then the session answers puzzle after puzzle."""

    name: str
    capabilities: Capabilities

    def open(self, layout: Layout) -> Session:
        """Returns a new session for puzzles on this layout; raises `Unsupported` for one that it does not do."""


AnyBackend: TypeAlias = "str | Backend | Callable[[Any], object]"
"""What callers name a backend by: its name, an object, or a function of a puzzle."""


class Session(ABC):
    """Answers puzzles on one layout; a context manager that closes itself.

    A backend derives from it and writes `search`, and where needed `_prepare`, `_recover` and `_release`. This class
    checks arguments, measures times, shapes the result and checks the solutions, as solvers return wrong ones.
    """

    checks_solutions = True
    """Whether every solution is checked against the rules before it is returned; about 0.05 ms for a 9x9."""

    _counts_work = False
    """Whether `search` ends when the steps of `deadline.work` are done."""

    _on_preparation: Callable[[bool], object] | None = None
    """Called with True before work that may take long and is no part of a puzzle's time, with False after it. Only the
    session knows when that is; a worker sets this, as its parent limits the time of a puzzle too."""

    _worn = False
    """Whether the solver has lost so much memory that a worker should end now: another answers the next puzzles."""

    def __init__(self, layout: Layout, backend: Backend) -> None:
        check_layout(layout)
        backend.capabilities.check(layout, backend.name)
        self.layout = layout
        self.backend = backend.name
        self.setup_seconds = NO_SETUP.copy()
        """Seconds of encoding and of loading that no result has reported yet."""
        self._capabilities = backend.capabilities
        self._made_by = backend
        self._closed = False
        self._turn = Lock()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a session of {self.backend} cannot be pickled or sent to another process: open it there")

    @abstractmethod
    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Yields distinct solutions, each when it is found; returns True where it is proven that there are no others.

        The end may also be an `Ended`, with statistics. The search may end once `limit` solutions are found; one that
        goes on is closed when it yields another. It has to end soon after `deadline.expired`, and then returns False. A
        search that is soon over may return an `Ended` with its solutions in place of a generator.
        """

    def solve(
        self,
        puzzle: Any,
        limit: int = 1,
        seconds: float | Deadline | None = None,
        on_solution: Callable[[Grid], object] | None = None,
    ) -> Result:
        """Returns at most `limit` distinct solutions, found within `seconds` of wall-clock time (None: no limit).

        Solutions are distinct in the shown cells of the layout, which are all cells unless it says otherwise.
        `exhausted` is set only where it is proven that there are no others, so `limit=2` asks whether a solution is
        unique. A search that runs out of time returns what it found; opening the session is not part of that time. A
        `Deadline` in place of seconds may limit the work of a search that counts its steps.

        `on_solution` is called with each checked solution: as soon as it is found where the backend supports that,
        else at the end. An interruption does not lose these solutions. Raises `PuzzleError` for a puzzle on another
        layout; `Unsupported` if the backend does not do such a puzzle; `BackendError` if the solver fails or returns a
        wrong solution, and if another thread is using the session; ValueError for a limit below 1 or a bad time. A
        puzzle in another form is read as by `any_puzzle`.
        """
        if not isinstance(puzzle, Puzzle):
            puzzle = any_puzzle(puzzle, self.layout)
        self._take_turn()
        try:
            solutions, ended = to_the_end(self._searched(puzzle, limit, seconds), on_solution)
            started, before = self._begun
            took = perf_counter() - started - (sum(self.setup_seconds.values()) - before)
            statistics = {**ended.statistics, **self.setup_seconds, "solve_seconds": took}
            self.setup_seconds.update(NO_SETUP)
            try:
                return Result(tuple(solutions), ended.exhausted, statistics, ended.backend or self.backend, puzzle)
            except (TypeError, ValueError) as error:
                self._recover()
                raise InvalidAnswer(f"{self.backend} returned what is no result: {error}") from error
        finally:
            self._turn.release()

    def _searched(self, puzzle: Puzzle, limit: int, seconds: float | Deadline | None) -> CheckedSearch | Ended:
        """Begins a search; returns its end, or a generator of up to `limit` solutions.

        Each solution is checked where the session does that. An error is one of the package, and the solver is restored
        before it is raised. The caller has the turn of the session, or the session that this one is a part of.
        """
        if puzzle.layout is not self.layout:
            self._check_layout(puzzle)
        if type(limit) is not int or limit < 1:
            check_limit(limit)
        if not self._capabilities.candidate_sets:
            self._capabilities.check(puzzle, self.backend)
        self._prepare(puzzle, limit)
        # What prepares the session is not part of the time.
        self._begun = perf_counter(), sum(self.setup_seconds.values())
        deadline = seconds if isinstance(seconds, Deadline) else NEVER if seconds is None else Deadline(seconds)
        try:
            search = self.search(puzzle, limit, deadline)
            if isinstance(search, Ended) and self.checks_solutions:
                check_solutions(search.solutions, puzzle, limit, self.backend)
        except BaseException as error:
            self._fail(error)
        return search if isinstance(search, Ended) else self._each_checked(search, puzzle, limit)

    def _each_checked(
        self, search: Generator[Grid, None, Ended | bool | None], puzzle: Puzzle, limit: int
    ) -> CheckedSearch:
        found: set[Grid] = set()
        count = 0
        try:
            while True:
                grid = next(search)
                if count == limit:
                    return Ended()
                count += 1
                if self.checks_solutions:
                    defect = defect_of(grid, puzzle)
                    if defect is not None:
                        raise defect.error(f"{self.backend} {defect.text}")
                    if limit > 1:
                        part = puzzle.layout.shown_part(grid)
                        if part in found:
                            raise InvalidAnswer(f"{self.backend} returned a solution twice")
                        found.add(part)
                yield grid
        except StopIteration as end:
            return end.value if isinstance(end.value, Ended) else Ended(bool(end.value))
        except GeneratorExit:
            raise  # its answer is not needed any more
        except BaseException as error:
            search.close()
            self._fail(error)
        finally:
            search.close()

    def _take_turn(self) -> None:
        """Begins every method that answers, which releases `_turn` at its end.

        Raises `BackendError` if the session is closed or answering already.
        """
        if not self._turn.acquire(blocking=False):
            raise BackendError(f"{self.backend}: the session is answering another puzzle; one thread at a time")
        if self._closed:
            self._turn.release()
            raise BackendError(f"{self.backend}: the session is closed")

    def _fail(self, error: BaseException) -> NoReturn:
        """Restores the solver after an error, and raises it; one of the solver as an error of the package."""
        if not isinstance(error, Unsupported):
            self._recover()
        if isinstance(error, UnitdokuError) or not isinstance(error, Exception):
            raise error
        if isinstance(error, MemoryError):
            raise BackendOutOfMemory(f"{self.backend} ran out of memory") from error
        raise BackendError(f"{self.backend} failed: {type(error).__name__}: {error}") from error

    def _check_layout(self, puzzle: Puzzle) -> None:
        if puzzle.layout != self.layout:
            raise PuzzleError(f"the puzzle is on {puzzle.layout.name}, the session on {self.layout.name}")

    def solve_many(self, puzzles: Iterable[Any], limit: int = 1, seconds: float | None = None) -> Iterator[Result]:
        """Yields the result of `solve` for each puzzle, in order and lazily; `seconds` is per puzzle.

        Puzzles have any form that `solve` takes. An error is raised in its puzzle's turn, and ends the iterator.
        """
        for answer in self._answers(each_puzzle(puzzles, self.layout), limit, seconds):
            if isinstance(answer, UnitdokuError):
                raise answer
            yield answer

    def _answers(
        self, puzzles: Iterable[Puzzle], limit: int, seconds: float | None
    ) -> Iterator[Result | UnitdokuError]:
        """Yields the result of each puzzle on this layout, or its error; a session that can answers them in bulk.

        After an error that is not in `HARMLESS` it may end: a new session should answer what is left of the puzzles.
        """
        for puzzle in puzzles:
            try:
                answer: Result | UnitdokuError = self.solve(puzzle, limit, seconds)
            except UnitdokuError as error:
                answer = error
            yield answer
            if isinstance(answer, UnitdokuError) and not isinstance(answer, HARMLESS):
                return

    def close(self) -> None:
        """Releases what the session holds; it answers no more puzzles. A second call does nothing."""
        if not self._closed:
            self._closed = True
            self._release()

    def __enter__(self: _Session) -> _Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs before each search, outside its time limit; adds its cost to `setup_seconds`. See `_preparing`."""

    @contextmanager
    def _preparing(self) -> Iterator[None]:
        """Marks a part of `_prepare` that may take long: `_on_preparation` is called before and after it."""
        self._report_preparation(True)
        try:
            yield
        finally:
            self._report_preparation(False)

    @contextmanager
    def _measuring(self, part: str) -> Iterator[None]:
        """Adds the time of a part of the set-up, `encode_seconds` or `load_seconds`, to `setup_seconds`."""
        started = perf_counter()
        yield
        self.setup_seconds[part] += perf_counter() - started

    def _report_preparation(self, begins: bool) -> None:
        if self._on_preparation is not None:
            self._on_preparation(begins)

    def _adopt(self, session: Session) -> None:
        """Lets another session report its set-up, and that it prepares, as this one's."""
        for part, seconds in session.setup_seconds.items():
            self.setup_seconds[part] += seconds
        session.setup_seconds = self.setup_seconds
        session._on_preparation = self._report_preparation

    def _recover(self) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs after a search that failed, was interrupted or returned a wrong answer, to restore the solver."""

    def _release(self) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs once, when the session is closed."""
