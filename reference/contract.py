"""The contract that every backend keeps, and the `Session` class that implements the shared part of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import perf_counter
from typing import Any, NoReturn, Protocol, TypeAlias, TypeVar, runtime_checkable

from .capabilities import Capabilities, check_rules
from .deadline import Deadline
from .errors import (
    BackendError,
    BackendOutOfMemory,
    InvalidAnswer,
    LayoutError,
    PuzzleError,
    UnitdokuError,
    Unsupported,
)
from .found import Found, Slices, to_the_end
from .grid import Grid
from .judgement import check_solutions, is_settled
from .layout import Layout
from .puzzle import Puzzle
from .result import Result
from .rooms_above import any_puzzle, each_puzzle
from .unit import whole_number

_Session = TypeVar("_Session", bound="Session")


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

    A backend derives from it and implements `_search`, and where needed `_prepare`, `_recover` and `_release`. This
    class checks arguments, measures times, shapes the result and checks the solutions: solvers are known to have
    returned wrong ones.
    """

    checks_solutions = True
    """Whether every solution is checked against the rules before it is returned; about 0.05 ms for a 9x9."""

    takes_sums = False
    """Whether answers keep to sums; else the session refuses layouts with sums, so that none is left out by mistake."""

    takes_pairs = False
    """The same for pairs."""

    takes_shown = False
    """Whether no two solutions agree in all shown cells; else the session refuses layouts that do not show all."""

    takes_repeatable = False
    """Whether values may repeat in units that say so; else the session refuses layouts with such units."""

    held_bytes = 1 << 20
    """An estimate of the memory that the session holds, in bytes; the table of kept sessions goes by it."""

    on_preparation: Callable[[bool], object] | None = None
    """Called with True before work that may take long and is no part of a puzzle's time, with False after it."""

    def __init__(self, layout: Layout, backend: str) -> None:
        if not isinstance(layout, Layout):
            # What a caller typed may be anything.
            raise LayoutError(f"open() takes a layout, not {layout!r}: layout_named(name) is one")
        taken = {"sums": self.takes_sums, "pairs": self.takes_pairs, "shown": self.takes_shown}
        check_rules(layout, backend, **taken, repeatable=self.takes_repeatable)
        self.layout = layout
        self.backend = backend
        self.closed = False
        self._setup_seconds = {"encode_seconds": 0.0, "load_seconds": 0.0}
        self._report_solution: Callable[[Grid, bool], None] | None = None
        self._turn = Lock()

    def solve(
        self,
        puzzle: Any,
        limit: int = 1,
        seconds: float | None = None,
        on_solution: Callable[[Grid], object] | None = None,
    ) -> Result:
        """Returns at most `limit` distinct solutions, found within `seconds` of wall-clock time (None: no limit).

        Solutions are distinct in the shown cells of the layout, which are all cells unless it says otherwise.
        `exhausted` is set only where it is proven that there are no others, so `limit=2` asks whether a solution is
        unique. A search that runs out of time returns what it found; opening the session is not part of that time.
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
            return self._answer_one(puzzle, limit, seconds, on_solution)
        finally:
            self._turn.release()

    def _take_turn(self) -> None:
        """Begins every method that answers, which releases `_turn` at its end.

        Raises `BackendError` if the session is closed or answering already.
        """
        if not self._turn.acquire(blocking=False):
            raise BackendError(f"{self.backend}: the session is answering another puzzle; one thread at a time")
        if self.closed:
            self._turn.release()
            raise BackendError(f"{self.backend}: the session is closed")

    def _answer_one(
        self, puzzle: Puzzle, limit: int, seconds: float | None, on_solution: Callable[[Grid], object] | None
    ) -> Result:
        Deadline(seconds)  # raises for a bad time
        self._begin(puzzle, limit, on_solution)
        deadline = Deadline(seconds)
        started = perf_counter()
        try:
            found = self._search(puzzle, limit, deadline)
            self._check(found, puzzle, limit)
        except BaseException as error:
            self._fail(error)
        return self._measured(found, puzzle, perf_counter() - started)

    def slices(
        self, puzzle: Puzzle, limit: int, deadline: Deadline, on_solution: Callable[[Grid], object] | None = None
    ) -> Slices:
        """Searches in slices of work, so that several sessions can take turns; checks and errors are those of `solve`.

        The session answers no other puzzle until the generator ends or is closed. Its value has the set-up seconds that
        no result has reported yet.
        """
        self._take_turn()
        try:
            self._begin(puzzle, limit, on_solution)
            try:
                found = yield from self._slices(puzzle, limit, deadline)
                self._check(found, puzzle, limit)
            except GeneratorExit:
                raise  # its answer is not needed any more
            except BaseException as error:
                self._fail(error)
        finally:
            self._turn.release()
        statistics = dict(found.statistics)
        for part, paid in self.take_setup_seconds().items():
            statistics[part] = statistics.get(part, 0.0) + paid
        return Found(found.solutions, found.exhausted, statistics, found.backend or self.backend)

    def _begin(self, puzzle: Puzzle, limit: int, on_solution: Callable[[Grid], object] | None) -> None:
        """Checks the arguments, and prepares the session for a puzzle."""
        self._check_layout(puzzle)
        check_limit(limit)
        report = _solution_callback(on_solution, puzzle, self.backend) if on_solution is not None else None
        self._report_solution = report
        self._prepare(puzzle, limit)

    def _check(self, found: Found, puzzle: Puzzle, limit: int) -> None:
        """Checks and announces the solutions."""
        if self.checks_solutions:
            check_solutions(found.solutions, puzzle, limit, self.backend)
        if self._report_solution is not None:
            for grid in found.solutions:
                self._report_solution(grid, False)

    def _fail(self, error: BaseException) -> NoReturn:
        """Restores the solver after an error, and raises it; one of the solver as an error of the package."""
        if not isinstance(error, Unsupported):
            self._recover()
        if isinstance(error, UnitdokuError) or not isinstance(error, Exception):
            raise error
        if isinstance(error, MemoryError):
            raise BackendOutOfMemory(f"{self.backend} ran out of memory") from error
        raise BackendError(f"{self.backend} failed: {type(error).__name__}: {error}") from error

    def _measured(self, found: Found, puzzle: Puzzle, solving: float) -> Result:
        """Returns the result of a search that took so many seconds, set-up within the search included."""
        statistics = dict(found.statistics)
        for part, paid in self.take_setup_seconds().items():
            # Set-up seconds that the search itself reports are no solving time.
            solving -= statistics.get(part, 0.0)
            statistics[part] = statistics.get(part, 0.0) + paid
        statistics["solve_seconds"] = solving
        try:
            return Result(tuple(found.solutions), found.exhausted, statistics, found.backend or self.backend, puzzle)
        except (TypeError, ValueError) as error:
            self._recover()
            raise InvalidAnswer(f"{self.backend} returned what is no result: {error}") from error

    def _check_layout(self, puzzle: Puzzle) -> None:
        if puzzle.layout is not self.layout and puzzle.layout != self.layout:
            raise PuzzleError(f"the puzzle is on {puzzle.layout.name}, the session on {self.layout.name}")

    def solve_many(self, puzzles: Iterable[Any], limit: int = 1, seconds: float | None = None) -> Iterator[Result]:
        """Yields the result of `solve` for each puzzle, in order and lazily; `seconds` is per puzzle."""
        for puzzle in each_puzzle(puzzles, self.layout):
            yield self.solve(puzzle, limit, seconds)

    def take_setup_seconds(self) -> dict[str, float]:
        """Returns the set-up seconds (encoding, loading) not yet reported by a result, and resets them."""
        reported, self._setup_seconds = self._setup_seconds, dict.fromkeys(self._setup_seconds, 0.0)
        return reported

    def skip_checks(self) -> None:
        """Disables solution checks, for callers that check solutions themselves."""
        self.checks_solutions = False

    def close(self) -> None:
        """Releases what the session holds; it answers no more puzzles. A second call does nothing."""
        if not self.closed:
            self.closed = True
            self._release()

    def __enter__(self: _Session) -> _Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _announce(self, grid: Grid) -> None:
        """Passes a solution to `on_solution` while the search runs; `_search` may call it for each one it finds."""
        if self._report_solution is not None:
            self._report_solution(grid, self.checks_solutions)

    @abstractmethod
    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        """Returns up to `limit` distinct solutions; must end soon after the deadline."""

    def _slices(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Slices:
        """Searches in slices, each of which begins anew and lasts that time; see `SlicedSession` for another way."""
        work = yield ()
        while True:
            time = deadline.sooner(work / 1000)
            found = self._search(puzzle, limit, time)
            if is_settled(len(found.solutions), found.exhausted, limit) or deadline.expired or not time.expired:
                return found  # not settled before its time: the solver gave up
            work = yield found.solutions
            self._prepare(puzzle, limit)  # a worker or a program that was late has been ended

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs before each search, outside its time limit; adds its cost to `_setup_seconds`. See `_preparing`."""

    @contextmanager
    def _preparing(self) -> Iterator[None]:
        """Marks a part of `_prepare` that may take long: `on_preparation` is called before and after it."""
        self._report_preparation(True)
        try:
            yield
        finally:
            self._report_preparation(False)

    def _report_preparation(self, begins: bool) -> None:
        if self.on_preparation is not None:
            self.on_preparation(begins)

    def _recover(self) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs after a search that failed, was interrupted or returned a wrong answer, to restore the solver."""

    def _release(self) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs once, when the session is closed."""


class SlicedSession(Session):
    """A session that counts its work, and can stop and go on: it implements `_slices`, and `_search` follows."""

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        return to_the_end(self._slices(puzzle, limit, deadline))

    @abstractmethod
    def _slices(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Slices:
        """Finds up to `limit` distinct solutions in slices; must end soon after the deadline."""


def _solution_callback(
    on_solution: Callable[[Grid], object], puzzle: Puzzle, backend: str
) -> Callable[[Grid, bool], None]:
    """Returns a function of a grid and whether to check it first; it calls `on_solution` once for each grid."""
    reported: set[Grid] = set()
    shown_part = puzzle.layout.shown_part

    def report(grid: Grid, check: bool) -> None:
        if check:
            check_solutions([grid], puzzle, 1, backend)
        part = shown_part(grid)
        if part not in reported:
            reported.add(part)
            on_solution(grid)

    return report


def check_limit(limit: int) -> None:
    """Raises ValueError unless this is a whole number from 1 up; integers of NumPy are."""
    if type(limit) is int and limit > 0:
        return
    number = whole_number(limit)
    if number is None or number < 1:
        every = "; a large one finds all, and count() counts them" if limit is None else ""
        raise ValueError(f"a limit is a whole number from 1 up, not {limit!r}{every}")
