"""The contract that every backend keeps, and the part of it that all sessions share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from time import perf_counter
from types import MappingProxyType, TracebackType
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

from .deadline import Deadline
from .errors import BackendError, BackendOutOfMemory, InvalidAnswer, PuzzleError, UnitdokuError
from .grid import Grid
from .judgement import check_solutions
from .layout import Layout
from .puzzle import Puzzle
from .result import Result


class Capabilities(NamedTuple):
    """What a backend can do beyond answering, told truthfully."""

    incremental: bool = False
    """The solver stays loaded from puzzle to puzzle: a session tells it no more than what is new."""
    assumptions: bool = False
    """The solver takes what holds for one question only as assumptions."""
    interrupt: bool = False
    """A search that runs can be stopped from outside, short of ending its process."""
    conflict_budget: bool = False
    """A search can be bounded by a number of conflicts."""
    proof: bool = False
    """The solver can write a proof of a "no" that programs of others verify."""
    cores: bool = False
    """The solver can name the givens that a "no" follows from."""
    statistics: bool = False
    """The solver counts its decisions, conflicts and propagations, or what takes their place."""
    cardinality: bool = False
    """The solver takes "at most one of these" as it is, without clauses for it."""


_Session = TypeVar("_Session", bound="Session")


@runtime_checkable
class Backend(Protocol):
    """A way to solve puzzles: `open` pays once for a layout, the session answers puzzle after puzzle."""

    name: str
    capabilities: Capabilities

    def open(self, layout: Layout) -> Session:
        """A new session for puzzles on this layout."""
        ...


class Found(NamedTuple):
    """What one search brought: the raw material of a `Result`."""

    solutions: Sequence[Grid] = ()
    exhausted: bool = False
    statistics: Mapping[str, float] = MappingProxyType({})
    backend: str = ""
    """Who answered, where it is not the session's own backend."""


class Session(ABC):
    """Answers puzzles on one layout; a context manager that closes itself.

    A backend derives from it and writes `_search`, and `_prepare`, `_recover` and `_release` where it has something to
    do there. Arguments, times and the form of the result are dealt with here, alike for all, and so is the check of
    what came back: wrong answers are on record for solvers.
    """

    checks_solutions = True
    """Whether every solution is held against the rules before it is returned; about 0.05 ms for a 9x9."""

    on_preparation: Callable[[bool], object] | None = None
    """Gets True when something begins that may take long and is no part of a puzzle's time, False when it is over."""

    def __init__(self, layout: Layout, backend: str) -> None:
        self.layout = layout
        self.backend = backend
        self.closed = False
        self._setup_seconds = {"encode_seconds": 0.0, "load_seconds": 0.0}
        self._audience: _Audience | None = None
        self._turn = Lock()

    def solve(
        self,
        puzzle: Puzzle,
        limit: int = 1,
        seconds: float | None = None,
        on_solution: Callable[[Grid], object] | None = None,
    ) -> Result:
        """At most `limit` distinct solutions, found within `seconds` of wall-clock time (None: no limit).

        `exhausted` is set only where it is proven that there are no others, so `limit=2` asks whether a solution is
        unique. What was found when the time ran out is returned; opening the session is not part of that time.
        `on_solution` gets each solution as soon as it is found and checked, by backends that can tell them one by one,
        and at the end by others: so an interruption does not lose them. Raises `PuzzleError` for a puzzle on another
        layout, `BackendError` where the solver fails or returns no solution, and where the session is still at another
        puzzle (it is for one thread at a time), ValueError for a limit below 1 or a bad time.
        """
        with self._one_at_a_time():
            return self._answer_one(puzzle, limit, seconds, on_solution)

    @contextmanager
    def _one_at_a_time(self) -> Iterator[None]:
        """For all that answers: raises `BackendError` where the session is closed or still at another question."""
        if not self._turn.acquire(blocking=False):
            raise BackendError(f"{self.backend}: the session is answering another puzzle; one thread at a time")
        try:
            if self.closed:
                raise BackendError(f"{self.backend}: the session is closed")
            yield
        finally:
            self._turn.release()

    def _answer_one(
        self, puzzle: Puzzle, limit: int, seconds: float | None, on_solution: Callable[[Grid], object] | None
    ) -> Result:
        if puzzle.layout is not self.layout and puzzle.layout != self.layout:
            raise PuzzleError(f"the puzzle is on {puzzle.layout.name}, the session on {self.layout.name}")
        check_limit(limit)
        Deadline(seconds)  # raises for a bad time
        self._audience = _Audience(puzzle, self.backend, on_solution) if on_solution is not None else None
        self._prepare(puzzle, limit)
        deadline = Deadline(seconds)
        started = perf_counter()
        try:
            found = self._search(puzzle, limit, deadline)
            if self.checks_solutions:
                check_solutions(found.solutions, puzzle, limit, self.backend)
            if self._audience is not None:
                for grid in found.solutions:
                    self._audience.tell(grid)
            solving = perf_counter() - started
        except BaseException as error:
            self._recover()
            if isinstance(error, UnitdokuError) or not isinstance(error, Exception):
                raise
            if isinstance(error, MemoryError):
                raise BackendOutOfMemory(f"{self.backend} ran out of memory") from error
            raise BackendError(f"{self.backend} failed: {type(error).__name__}: {error}") from error
        statistics = dict(found.statistics)
        for part, paid in self.take_setup_seconds().items():
            # What the search itself says that it spent on these is no solving.
            solving -= statistics.get(part, 0.0)
            statistics[part] = statistics.get(part, 0.0) + paid
        statistics["solve_seconds"] = solving
        try:
            return Result(tuple(found.solutions), found.exhausted, statistics, found.backend or self.backend)
        except (TypeError, ValueError) as error:
            self._recover()
            raise InvalidAnswer(f"{self.backend} returned what is no result: {error}") from error

    def solve_many(self, puzzles: Iterable[Puzzle], limit: int = 1, seconds: float | None = None) -> Iterator[Result]:
        """The results of `solve` for each puzzle, in order, each when it is asked for; `seconds` is per puzzle."""
        for puzzle in puzzles:
            yield self.solve(puzzle, limit, seconds)

    def take_setup_seconds(self) -> dict[str, float]:
        """Returns the set-up seconds (encoding, loading) not yet reported by a result, and resets them."""
        reported, self._setup_seconds = self._setup_seconds, dict.fromkeys(self._setup_seconds, 0.0)
        return reported

    def skip_checks(self) -> None:
        """Disables solution checks, for callers that check solutions themselves."""
        self.checks_solutions = False

    def close(self) -> None:
        """Gives back what the session holds; a closed session answers no more. May be called twice."""
        if not self.closed:
            self.closed = True
            self._release()

    def __enter__(self: _Session) -> _Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _announce(self, grid: Grid) -> None:
        """To be called by `_search` for each solution as soon as it is found; those that were not follow at the end."""
        if self._audience is not None:
            self._audience.hear(grid, self.checks_solutions)

    @abstractmethod
    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        """Up to `limit` distinct solutions; must end soon after the deadline."""

    def _prepare(self, puzzle: Puzzle, limit: int) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs before each search, outside its time limit: add what it costs to `_setup_seconds`; see `_preparing`."""

    @contextmanager
    def _preparing(self) -> Iterator[None]:
        """For what may take long in `_prepare`: tells whoever watches the time that it is not the puzzle's."""
        self._report_preparation(True)
        try:
            yield
        finally:
            self._report_preparation(False)

    def _report_preparation(self, begins: bool) -> None:
        if self.on_preparation is not None:
            self.on_preparation(begins)

    def _recover(self) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs after a search that failed, was interrupted or answered wrongly: the next puzzle must not notice."""

    def _release(self) -> None:  # noqa: B027 - a hook that most backends leave empty
        """Runs once, when the session is closed."""


class _Audience:
    """Who wants to know of solutions while the search goes on, and what they know."""

    def __init__(self, puzzle: Puzzle, backend: str, on_solution: Callable[[Grid], object]) -> None:
        self._puzzle = puzzle
        self._backend = backend
        self._on_solution = on_solution
        self._told: set[Grid] = set()

    def hear(self, grid: Grid, check: bool) -> None:
        """Tells of a solution that nobody has checked, and checks it if it is to be."""
        if check:
            check_solutions([grid], self._puzzle, 1, self._backend)
        self.tell(grid)

    def tell(self, grid: Grid) -> None:
        """Tells of a solution, once."""
        if grid not in self._told:
            self._told.add(grid)
            self._on_solution(grid)


def check_limit(limit: int) -> None:
    """Raises ValueError unless this is a number of solutions that can be asked for."""
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise ValueError(f"a limit is a whole number from 1 up, not {limit!r}")
