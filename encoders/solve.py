"""The questions of a caller: one puzzle, many puzzles, a stream of lines, a proof that there is no (other) solution.

Modules that not every question needs are imported where they are needed: `solve` with the reference solver takes less
time than those imports.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import groupby
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ..reference.contract import Session, check_limit
from ..reference.deadline import Deadline
from ..reference.errors import BackendTimedOut, OptionError, PuzzleError, UnitdokuError
from ..reference.grid import Grid
from ..reference.judgement import check_solutions
from ..reference.puzzle import Puzzle
from ..reference.result import Result
from ..reference.text.plain_lines import PlainBlock
from .backends.registry import Sessions, find_backend

if TYPE_CHECKING:
    from ..reference.native.backend import NativeSession
    from ..reference.native.bulk import BulkAnswers
    from ..reference.text.files import PuzzleEntry
    from .backends.sat import SatBackend
    from .cnf.formula import Formula

_GRID_BYTES = 2**25
"""The largest memory for the grids of puzzles that are answered at once."""

_SECONDS_IN_BULK = 0.1
"""The time limit of a puzzle in bulk; puzzles that need more are asked alone."""


def solve(
    puzzle: Puzzle, backend: str = "auto", limit: int = 1, seconds: float | None = None, **options: object
) -> Result:
    """Returns at most `limit` distinct solutions of a puzzle; see `Session.solve`.

    `backend` is a name, with options of that backend. `auto` takes the backend that was measured to be best on puzzles
    like it, which `backend` of the result names. Every call opens a session, which is not part of `seconds`: for many
    puzzles use `solve_many`.
    """
    with find_backend(backend, **options).open(puzzle.layout) as session:
        return session.solve(puzzle, limit, seconds)


def solve_many(
    puzzles: Iterable[Puzzle],
    backend: str = "auto",
    limit: int = 1,
    seconds: float | None = None,
    processes: int = 1,
    **options: object,
) -> Iterator[Result]:
    """Yields the results for each puzzle, in order; see `Session.solve`.

    Puzzles may be on different layouts. They are taken from the iterable a few at a time, so that memory stays bounded
    for any number of them. With `processes` above 1 that many child processes answer, until the iterator ends or is
    closed: this pays where a puzzle takes milliseconds, not where it takes a tenth of one. The process that gets a
    puzzle depends on the clock, and so does which of several solutions come first. Raises what `find_backend` and
    `Session.solve` raise: the former and ValueError at once, the latter in the puzzle's turn, which ends the iterator.
    """
    check_limit(limit)
    Deadline(seconds)  # raises for a bad time
    if isinstance(processes, bool) or not isinstance(processes, int) or processes < 1:
        raise ValueError(f"a number of processes is a whole number from 1 up, not {processes!r}")
    if backend == "auto" and "puzzles" not in options:
        options["puzzles"] = 1000
    found = find_backend(backend, **options)
    if processes == 1:
        return _one_by_one(puzzles, Sessions(found), limit, seconds)
    from .workers.pool import results_in_order

    return results_in_order(found.name, puzzles, processes, limit, seconds)


def _one_by_one(puzzles: Iterable[Puzzle], sessions: Sessions, limit: int, seconds: float | None) -> Iterator[Result]:
    with sessions:
        for layout, alike in groupby(puzzles, key=lambda puzzle: puzzle.layout):
            yield from sessions.on(layout).solve_many(alike, limit, seconds)


class PuzzleAnswer(NamedTuple):
    """The answer to the puzzle on one line of a stream: a result or an error."""

    line: int
    puzzle: Puzzle | None
    """None where the line could not be read."""
    result: Result | None
    error: UnitdokuError | None = None
    name: str | None = None
    """The name that a JSON object gives the puzzle."""


class BlockAnswers(NamedTuple):
    """The answers to a block of plain lines, all finished, without an object a puzzle."""

    block: PlainBlock
    answers: BulkAnswers
    session: NativeSession
    seconds: float
    """The time that all of them took."""

    def results(self) -> Iterator[Result]:
        """Yields a result for each puzzle, in order."""
        return self.session.results(self.answers, self.seconds)


def solve_stream(
    entries: Iterable[PuzzleEntry | PlainBlock],
    backend: str = "auto",
    limit: int = 1,
    seconds: float | None = None,
    **options: object,
) -> Generator[PuzzleAnswer | BlockAnswers, None, None]:
    """Yields the answers to the puzzles of a file, in order, for the entries of `read_blocks` or `read_puzzles`.

    Blocks of plain lines are answered in bulk, a million puzzles in seconds, where the backend is `native`, or `auto`
    prefers that one. A puzzle that is not finished soon is asked alone, with a new time limit: `auto` may then prefer
    another backend. All other puzzles are asked one by one.

    A puzzle that cannot be read, or that its backend refuses or fails on, is a `PuzzleAnswer` with the error, and the
    next one is asked. Ctrl-C yields what was found so far, then raises KeyboardInterrupt. Raises at once what
    `find_backend` raises, and ValueError for a limit below 1 or a bad time.
    """
    check_limit(limit)
    Deadline(seconds)  # raises for a bad time
    return _Stream(Sessions(find_backend(backend, **options)), limit, seconds).answers(entries)


class _Stream:
    """The sessions and the limits of one stream."""

    def __init__(self, sessions: Sessions, limit: int, seconds: float | None) -> None:
        self._sessions = sessions
        self._limit = limit
        self._seconds = seconds

    def answers(
        self, entries: Iterable[PuzzleEntry | PlainBlock]
    ) -> Generator[PuzzleAnswer | BlockAnswers, None, None]:
        """Yields the answers in order."""
        with self._sessions:
            for entry in entries:
                if isinstance(entry, PlainBlock):
                    # Each puzzle may have as many grids as the limit allows.
                    for part in entry.parts(max(1, _GRID_BYTES // (self._limit * entry.layout.cell_count))):
                        yield from self._block(part)
                elif entry.puzzle is None:
                    yield PuzzleAnswer(entry.line, None, None, entry.error)
                else:
                    yield from self._one(entry.line, entry.puzzle, entry.name)

    def _one(self, line: int, puzzle: Puzzle, name: str | None = None) -> Iterator[PuzzleAnswer]:
        found: list[Grid] = []
        try:
            result = self._sessions.on(puzzle.layout).solve(puzzle, self._limit, self._seconds, found.append)
        except KeyboardInterrupt:
            if found:
                yield PuzzleAnswer(line, puzzle, Result(tuple(found), False), name=name)
            raise
        except UnitdokuError as error:
            self._sessions.drop(puzzle.layout)
            yield PuzzleAnswer(line, puzzle, None, error, name)
        else:
            yield PuzzleAnswer(line, puzzle, result, name=name)

    def _block(self, block: PlainBlock) -> Iterator[PuzzleAnswer | BlockAnswers]:
        from ..reference.native.bulk import BulkInterrupted

        soon = _SECONDS_IN_BULK if self._seconds is None else min(_SECONDS_IN_BULK, self._seconds)
        session = answers = interruption = None
        started = 0.0
        try:
            if len(block) * self._limit * block.layout.cell_count <= _GRID_BYTES:
                session = bulk_session(self._sessions.on(block.layout), block.puzzle(0), self._limit)
            if session is not None:
                started = perf_counter()
                answers = session.solve_bulk(block.values, self._limit, soon)
        except BulkInterrupted as error:
            interruption, answers = error, error.answers
        except UnitdokuError:
            pass  # each line reports it
        if session is None or answers is None:
            for index in range(len(block)):
                yield from self._one(block.line + index, block.puzzle(index))
            return
        answered = BlockAnswers(block, answers, session, perf_counter() - started)
        if all(answers.finished):
            yield answered
        else:
            for index, result in enumerate(answered.results()):
                if answers.finished[index]:
                    yield PuzzleAnswer(block.line + index, block.puzzle(index), result)
                elif interruption is None:
                    yield from self._one(block.line + index, block.puzzle(index))
        if interruption is not None:
            raise interruption


def bulk_session(session: Session, puzzle: Puzzle, limit: int) -> NativeSession | None:
    """Returns the session that answers puzzles like this in bulk; None where there is none, or others are better."""
    from ..reference.native.backend import NativeSession
    from .backends.auto import AutoSession

    chosen = session.session_for(puzzle, limit) if isinstance(session, AutoSession) else session
    return chosen if isinstance(chosen, NativeSession) else None


class Proof(NamedTuple):
    """An unsatisfiable formula, and the proof that it is."""

    formula: Formula
    lines: tuple[str, ...]
    """DRUP text without newlines (Wetzler, Heule and Hunt, "DRAT-trim: efficient checking and trimming using expressive
    clausal proofs", 2014); the last line is the empty clause, `0`."""
    solution: Grid | None
    """The one solution, which the formula forbids; None where there is none at all."""


def prove(puzzle: Puzzle, backend: str = "sat", seconds: float | None = None) -> Proof | None:
    """Returns a proof that the puzzle has no solution, or no other than one; None when the time is over first.

    The formula is that of the puzzle, givens as unit clauses, and for "no other" a clause that forbids the one
    solution. `backend` names a solver of PySAT and maybe an encoding; one that cannot be stopped runs in a worker,
    whose start takes a part of the time. Raises `OptionError` for a backend that writes no verifiable proofs, and
    `PuzzleError` for a puzzle with several solutions.
    """
    from .backends.listing import installed_backends

    deadline = Deadline(seconds)
    found = find_backend(backend)
    if not found.capabilities.proof:
        able = [name for name in installed_backends() if find_backend(name).capabilities.proof]
        raise OptionError(f"{found.name} gives no proofs; these do: {', '.join(able) or 'those of the extra sat'}")
    # Only now it is known that PySAT is installed.
    from .backends.sat import SatBackend

    if not isinstance(found, SatBackend):
        raise OptionError(f"{found.name} is of another package, and gives no proofs here")
    formula = found.cnf.encode(puzzle)
    if formula.at_most_ones:
        raise OptionError(f"{found.name}: a proof is about clauses, and native constraints are none")
    solution, lines = _ask_for_proof(found, formula, puzzle, deadline)
    if solution is not None:
        check_solutions([solution], puzzle, 1, found.name)
        formula = formula.forbidding(solution, puzzle)
        other, lines = _ask_for_proof(found, formula, puzzle, deadline)
        if other is not None:
            raise PuzzleError("the puzzle has several solutions: there is nothing to prove")
    return Proof(formula, lines, solution) if lines is not None else None


def _ask_for_proof(
    backend: SatBackend, formula: Formula, puzzle: Puzzle, deadline: Deadline
) -> tuple[Grid | None, tuple[str, ...] | None]:
    """Returns a solution, the lines of a proof that there is none, or neither after the deadline.

    A solver that cannot be stopped answers in a worker, which is killed at the deadline.
    """
    if backend.capabilities.conflict_budget:
        from .backends.pysat.sessions import ask_for_proof

        return ask_for_proof(backend.solver, formula, puzzle, deadline)
    from .workers.limits import Limits
    from .workers.messages import Phase, Prove, Proved
    from .workers.supervisor import SpawnedWorker, WorkerSlot

    seconds = None if deadline.seconds is None else max(0.0, deadline.remaining)
    slot = WorkerSlot(backend.name, lambda: SpawnedWorker(backend.name), Limits(seconds))
    try:
        proved: Proved = slot.ask(Prove(backend.solver, formula, puzzle), Phase.SOLVING)
    except BackendTimedOut:
        return None, None
    finally:
        slot.end()
    return proved.solution, proved.lines
