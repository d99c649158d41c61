"""The compiled kernel as a backend."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from time import perf_counter

from ..contract import Capabilities, Found, Session, check_limit
from ..deadline import Deadline
from ..errors import BackendOutOfMemory, FormulaTooLarge, PuzzleError
from ..grid import Grid
from ..layout import Layout
from ..puzzle import Puzzle
from ..result import Result
from .bulk import ITEM_FORMATS, SLICE, BulkAnswers, answers_of, ask
from .loading import kernel

CAPABILITIES = Capabilities(incremental=True, interrupt=True, statistics=True)

_MOST_VALUES = 64
"""A candidate mask is one machine word."""

_MOST_CELLS = 2**15

_CHUNK = 512
"""Puzzles that `solve_many` hands to the kernel at a time; more bring little, see tests/benchmark/native.py."""

_CHUNK_SECONDS = 0.1
"""A chunk that takes longer, to come in or to answer, is followed by one half as long: results are not held up."""

_GRID_BYTES = 2**23
"""What the grids of a chunk may take: where a few puzzles may have more, they are answered one by one."""

_STREAM = 1024
"""Grids that a stream brings at a time, about."""


class NativeBackend:
    """Singles, locked candidates and depth-first search for many puzzles at once, compiled; on several threads.

    The order of solutions is that of a search by one thread that tries the lowest value first in the cell that it
    chooses; neither the number of puzzles that are asked at a time, nor of threads, changes it, or the statistics.
    """

    def __init__(self, name: str = "native", capabilities: Capabilities = CAPABILITIES, *, threads: int = 1) -> None:
        self.name = name
        self.capabilities = capabilities
        self.threads = threads
        kernel()  # BackendUnavailable where there is none

    def open(self, layout: Layout) -> NativeSession:
        """A session with the layout made ready; `FormulaTooLarge` for more than 64 values."""
        return NativeSession(layout, self.name, self.threads)


class NativeSession(Session):
    """Answers one puzzle, a stream of them, or a buffer full; keeps nothing of a puzzle."""

    # As with the reference: the tests and the cross-check hold the kernel to the rules.
    checks_solutions = False

    def __init__(self, layout: Layout, backend: str, threads: int) -> None:
        super().__init__(layout, backend)
        if layout.size > _MOST_VALUES or layout.cell_count > _MOST_CELLS:
            raise FormulaTooLarge(
                f"{backend}: {layout.size} values and {layout.cell_count} cells on the layout {layout.name}, "
                f"but {_MOST_VALUES} values, the bits of a machine word, and {_MOST_CELLS} cells are the most"
            )
        started = perf_counter()
        self._threads = threads
        self._kernel = kernel()
        self._program = self._kernel.Program(layout.size, layout.cell_count, [unit.cells for unit in layout.units])
        self._item = ITEM_FORMATS[self._program.mask_bytes]
        self._setup_seconds["encode_seconds"] += perf_counter() - started

    def solve_bulk(
        self,
        puzzles: object,
        limit: int = 1,
        seconds: float | None = None,
        *,
        threads: int | None = None,
        grids: bool = True,
        on_progress: Callable[[int], object] | None = None,
    ) -> BulkAnswers:
        """The answers to puzzles in a buffer (bytes, array, NumPy array, ...), without an object for each.

        The buffer is contiguous and holds cells in reading order, puzzle after puzzle: either a byte each, its value or
        0 for an open cell, or a candidate mask each, of 16 bits for up to 16 values, 32 for up to 32, else 64 bits. It
        must not change meanwhile. `seconds` is for each puzzle. `threads` work on it (None: as many as the backend was
        made with), while other Python threads go on; `grids=False` counts only, up to any limit, in little memory.
        `on_progress` hears now and then how many puzzles have been begun.

        Raises TypeError for what is no such buffer, `PuzzleError` for a length or an item that fits no puzzle of the
        layout, ValueError for a bad limit, time or number of threads, `BackendOutOfMemory`. Ctrl-C is a
        `BulkInterrupted`, which carries what was found until then.
        """
        check_limit(limit)
        Deadline(seconds)  # raises for a bad time
        threads = self._threads if threads is None else check_threads(threads)
        with self._one_at_a_time():
            try:
                return ask(
                    self._kernel, self._program, self.layout, puzzles, limit, seconds, threads, grids, on_progress
                )
            except MemoryError as error:
                raise BackendOutOfMemory(f"{self.backend} ran out of memory") from error

    def solve_many(self, puzzles: Iterable[Puzzle], limit: int = 1, seconds: float | None = None) -> Iterator[Result]:
        """The results of `solve` for each puzzle, in order; puzzles are taken in chunks, hundreds where all are easy.

        A chunk is answered when all of it is: a result may wait for a harder puzzle soon after it. `seconds` is per
        puzzle, and the `solve_seconds` of a result its share of the chunk's.
        """
        check_limit(limit)
        Deadline(seconds)  # raises for a bad time
        most = min(_CHUNK, _GRID_BYTES // (limit * self.layout.cell_count))
        if most <= 1:
            yield from super().solve_many(puzzles, limit, seconds)
            return
        stream = iter(puzzles)
        size = 1
        error: Exception | None = None
        while error is None:
            started = perf_counter()
            chunk, error = self._next_chunk(stream, size)
            if not chunk and error is None:
                return
            results = self._answer_chunk(chunk, limit, seconds)
            took = perf_counter() - started
            yield from results
            size = min(2 * size, most) if took < _CHUNK_SECONDS else max(size // 2, 1)
        raise error

    def _next_chunk(self, stream: Iterator[Puzzle], size: int) -> tuple[list[Puzzle], Exception | None]:
        """Up to so many puzzles; and what was wrong with the one after them, to be said in its turn."""
        chunk: list[Puzzle] = []
        try:
            for puzzle in islice(stream, size):
                if puzzle.layout is not self.layout and puzzle.layout != self.layout:
                    raise PuzzleError(f"the puzzle is on {puzzle.layout.name}, the session on {self.layout.name}")
                chunk.append(puzzle)
        except Exception as error:
            return chunk, error
        return chunk, None

    def _answer_chunk(self, chunk: Sequence[Puzzle], limit: int, seconds: float | None) -> list[Result]:
        if not chunk:
            return []
        started = perf_counter()
        answers = self.solve_bulk(self._masks(chunk), limit, seconds)
        return list(self.results(answers, perf_counter() - started))

    def results(self, answers: BulkAnswers, seconds: float) -> Iterator[Result]:
        """Answers of `solve_bulk` with grids, as a result each; `seconds` is what all of them took."""
        grids = iter(_rows(answers.grids, self.layout))
        for number, count in enumerate(answers.counts):
            paid = self.take_setup_seconds()
            statistics = {
                "guesses": answers.guesses[number],
                "rounds": answers.rounds[number],
                **paid,
                "solve_seconds": seconds / len(answers),
            }
            solutions = tuple(next(grids) for _ in range(count))
            yield Result(solutions, bool(answers.exhausted[number]), statistics, self.backend)

    def _masks(self, puzzles: Iterable[Puzzle]) -> array[int]:
        return array(self._item, chain.from_iterable(puzzle.candidates for puzzle in puzzles))

    def _search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Found:
        job = self._kernel.Job(
            self._program,
            self._masks([puzzle]),
            as_values=False,
            limit=min(limit, self._kernel.no_limit),
            seconds=-1.0 if deadline.seconds is None else deadline.remaining,
            threads=1,
            grids=True,
            stream=min(limit, _STREAM),
        )
        solutions: list[Grid] = []
        done = False
        while not done:
            done = job.run(SLICE)
            for grid in _rows(job.take(), self.layout):
                solutions.append(grid)
                self._announce(grid)
        answers = answers_of(job)
        statistics = {"guesses": answers.guesses[0], "rounds": answers.rounds[0]}
        return Found(solutions, bool(answers.exhausted[0]), statistics)


def _rows(grids: memoryview | bytes | None, layout: Layout) -> Iterator[Grid]:
    flat = bytes(grids or b"")
    width = layout.cell_count
    return (tuple(flat[first : first + width]) for first in range(0, len(flat), width))


def check_threads(threads: int) -> int:
    """The number of threads, if it is one."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise ValueError(f"a number of threads is a whole number from 1 to 1024, not {threads!r}")
    return threads
