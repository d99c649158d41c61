"""Answers to the puzzles of a file, for the command `solve`: in bulk where the backend can, else one by one."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from ..puzzles.text.entries import PlainBlock, PuzzleEntry, each_entry
from ..reference.contract.deadline import Deadline
from ..reference.contract.errors import UnitdokuError
from ..reference.contract.judgement import check_limit
from ..reference.contract.result import Result
from ..reference.model.grid import Grid
from .naming.find import Sessions, find_backend
from .naming.sessions import lend_session

if TYPE_CHECKING:
    from ..reference.native.backend import NativeSession
    from ..reference.native.bulk import BulkAnswers

_GRID_BYTES = 2**25
"""The largest memory for the grids of puzzles that are answered at once."""


class PuzzleAnswer(NamedTuple):
    """The answer to one entry of a file: a result or an error."""

    entry: PuzzleEntry
    result: Result | None
    """None where the entry has no puzzle, and after an error."""
    error: UnitdokuError | None = None


class BlockAnswers(NamedTuple):
    """The answers to a block of plain lines, all finished, without an object a puzzle."""

    block: PlainBlock
    answers: BulkAnswers
    session: NativeSession
    seconds: float
    """The time that all of them took."""

    def results(self) -> Iterator[Result]:
        """Yields a result for each puzzle, in order."""
        puzzles = map(self.block.puzzle, range(len(self.block)))
        return self.session.results(self.answers, self.seconds, puzzles)


def solve_stream(
    entries: Iterable[PuzzleEntry | PlainBlock], backend: str = "auto", limit: int = 1, seconds: float | None = None
) -> Generator[PuzzleAnswer | BlockAnswers, None, None]:
    """Yields the answers to the puzzles of a file, in order, for the entries of `read_blocks` or `read_puzzles`.

    Blocks of plain lines are answered in bulk, a million puzzles in seconds, where the backend is `native`, or `auto`
    prefers that one. A puzzle that is not finished soon is asked alone, with a new time limit: `auto` may then prefer
    another backend. All other puzzles are asked one by one.

    A puzzle that cannot be read, or that its backend refuses or fails on, is a `PuzzleAnswer` with the error, and the
    next one is asked. After Ctrl-C the answers up to the first unfinished puzzle come, with the solutions found of that
    one where it was asked alone; then KeyboardInterrupt is raised. Raises at once what `find_backend` raises, and
    ValueError for a limit below 1 or a bad time.
    """
    check_limit(limit)
    Deadline(seconds)  # raises for a bad time
    find_backend(backend)  # raises for a bad name
    return _Stream(Sessions(partial(lend_session, backend, {})), limit, seconds).answers(entries)


class _Stream(NamedTuple):
    """The sessions and the limits of one stream."""

    sessions: Sessions
    limit: int
    seconds: float | None

    def answers(
        self, entries: Iterable[PuzzleEntry | PlainBlock]
    ) -> Generator[PuzzleAnswer | BlockAnswers, None, None]:
        """Yields the answers in order."""
        with closing(self.sessions):
            for entry in entries:
                if isinstance(entry, PlainBlock):
                    # Each puzzle may have as many grids as the limit allows.
                    for part in entry.parts(max(1, _GRID_BYTES // (self.limit * entry.layout.cell_count))):
                        yield from self._block(part)
                else:
                    yield from self._one(entry)

    def _one(self, entry: PuzzleEntry) -> Iterator[PuzzleAnswer]:
        puzzle = entry.puzzle
        if puzzle is None:
            yield PuzzleAnswer(entry, None, entry.error)
            return
        found: list[Grid] = []
        try:
            result = self.sessions.on(puzzle.layout).solve(puzzle, self.limit, self.seconds, found.append)
        except KeyboardInterrupt:
            if found:
                yield PuzzleAnswer(entry, Result(tuple(found), False, puzzle=puzzle))
            raise
        except UnitdokuError as error:
            self.sessions.drop(puzzle.layout)
            yield PuzzleAnswer(entry, None, error)
        else:
            yield PuzzleAnswer(entry, result)

    def _block(self, block: PlainBlock) -> Iterator[PuzzleAnswer | BlockAnswers]:
        from ..reference.native.bulk import BulkInterrupted, soon
        from .backends.portfolio import compiled_search

        session = answers = interruption = None
        started = 0.0
        try:
            if len(block) * self.limit * block.layout.cell_count <= _GRID_BYTES:
                session = compiled_search(self.sessions.on(block.layout))
            if session is not None:
                started = perf_counter()
                answers = session.solve_bulk(block.values, self.limit, soon(self.seconds))
        except BulkInterrupted as error:
            interruption, answers = error, error.answers
        except UnitdokuError:
            pass  # each line reports it
        if session is None or answers is None:
            for entry in each_entry([block]):
                yield from self._one(entry)
            return
        answered = BlockAnswers(block, answers, session, perf_counter() - started)
        if all(answers.finished):
            yield answered
        else:
            for entry, finished, result in zip(each_entry([block]), answers.finished, answered.results(), strict=True):
                if finished:
                    yield PuzzleAnswer(entry, result)
                elif interruption is None:
                    yield from self._one(entry)
                else:
                    break  # the kernel works on many puzzles at once: later ones may be finished
        if interruption is not None:
            raise interruption
