"""The native solver as a backend."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from time import perf_counter
from typing import Any

from ..contract.capabilities import ANY_RULES
from ..contract.deadline import Deadline
from ..contract.errors import BackendOutOfMemory, FormulaTooLarge, UnitdokuError
from ..contract.judgement import check_limit, settled
from ..contract.result import Count, Result
from ..contract.session import NO_SETUP, Ended, Search, Session
from ..model.grid import Grid
from ..model.layout import Layout
from ..model.puzzle import Puzzle
from ..model.rooms_above import each_puzzle
from .bulk import ITEM_FORMATS, BulkAnswers, BulkInterrupted, answers_of, bad_item, flat_items, grids_in, soon
from .counting import count_by_turns
from .loading import kernel
from .rules import implied_by, kernel_rules

_SLICE = 0.05
"""Seconds that the kernel works before Python handles signals."""

MOST_LANES = 64
"""That search one puzzle; a machine vector has no more."""

_MOST_VALUES = 128
"""A candidate mask has up to 128 bits."""

_MOST_CELLS = 2**15

_CHUNK = 512
"""Puzzles that `solve_many` passes to the kernel at a time; more gain little, see benchmarks/native.py."""

_CHUNK_SECONDS = 0.1
"""A chunk that takes longer, to arrive or to answer, is followed by one of half its length: results do not wait."""

_GRID_BYTES = 2**23
"""Memory for the grids of a chunk; where a few puzzles may need more, puzzles are answered one by one."""

_BYTES_A_MILLISECOND = 220_000
"""The masks of cells, in bytes of one lane, that rounds visit in about a millisecond, with guesses in between."""

_MILLISECONDS_AT_ONCE = 0.5
"""Approximate time of a search, counted in rounds, before its solutions are streamed."""


class NativeBackend:
    """Singles, locked candidates and depth-first search for many puzzles at once, compiled, on several threads.

    A search that goes to the end returns the same solutions on every machine. Where the limit ends it, the instruction
    set, the other puzzles of the call and the threads decide which solutions come; but not with `lanes=1`, where one
    lane searches a puzzle alone. The number of guesses may differ a little. The solutions of `solve_bulk`, and those of
    a search that is over soon, are ascending.
    """

    capabilities = ANY_RULES._replace(incremental=True, statistics=True)

    def __init__(self, name: str = "native", *, threads: int = 1, lanes: int = MOST_LANES) -> None:
        self.name = name
        self.threads = threads
        self.lanes = lanes
        kernel()  # raises BackendUnavailable if there is none

    def open(self, layout: Layout) -> NativeSession:
        """Returns a session with the layout compiled; raises `FormulaTooLarge` for more than 128 values."""
        return NativeSession(layout, self)


class NativeSession(Session):
    """Answers one puzzle, a stream of puzzles, or a buffer of them; keeps no state between puzzles."""

    # As with the reference solver, the tests and the cross-check check the answers.
    checks_solutions = False
    _counts_work = True

    def __init__(self, layout: Layout, backend: NativeBackend) -> None:
        super().__init__(layout, backend)
        if layout.size > _MOST_VALUES or layout.cell_count > _MOST_CELLS:
            most = f"at most {_MOST_VALUES} values and {_MOST_CELLS} cells"
            size = f"the layout {layout.name} has {layout.size} values and {layout.cell_count} cells"
            raise FormulaTooLarge(f"{backend.name} takes {most}, but {size}")
        with self._measuring("encode_seconds"):
            self._threads = backend.threads
            self._lanes = backend.lanes
            self.kernel = kernel()
            self._implied = implied_by(layout)
            different = (unit.cells for unit in layout.units if not unit.repeatable)
            units = [*different, *self._implied.units]
            impossible = self._implied.impossible
            rules = kernel_rules(layout) if layout.has_other_rules else {}
            self.program = self.kernel.Program(layout.size, layout.cell_count, units, impossible, **rules)
            cells = sum(len(unit) for unit in layout.units) + sum(map(len, rules.values()))
            self._rounds_a_millisecond = _BYTES_A_MILLISECOND / (1 + self.program.mask_bytes * cells)
            self._rounds_at_once = self.rounds(_MILLISECONDS_AT_ONCE)
            self._item = ITEM_FORMATS[min(self.program.mask_bytes, 8)]
            self._search = self.kernel.Search(self.program, self._lanes)

    def solve_bulk(
        self,
        puzzles: object,
        limit: int = 1,
        seconds: float | None = None,
        *,
        threads: int | None = None,
        grids: bool = True,
    ) -> BulkAnswers:
        """Returns the answers to puzzles in a buffer (bytes, array, NumPy array, ...), without an object for each.

        The buffer is contiguous and holds cells in reading order, puzzle after puzzle. A cell is one byte, its value or
        0 if it is open; or it is a candidate mask, of 16 bits for up to 16 values, 32 for up to 32, 64 for up to 64,
        else two items of 64 bits, that of the low values first. The buffer must not change during the call. A list or
        tuple takes its place, of puzzles in any form that `solve` takes, such as lines of text. `seconds` counts from
        when a puzzle is begun; up to 64 puzzles are searched side by side and share it. `threads` (None: the number
        that the backend was made with) work on it while other Python threads continue. `grids=False` only counts, up to
        any limit, in little memory.

        Raises TypeError for anything else, `PuzzleError` for a length or an item that fits no puzzle of the layout,
        ValueError for a bad limit, time or number of threads, and `BackendOutOfMemory`. Ctrl-C raises
        `BulkInterrupted` with the answers so far.
        """
        check_limit(limit)
        Deadline(seconds)  # raises for a bad time
        threads = self._threads if threads is None else threads
        if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
            raise ValueError(f"a number of threads is a whole number from 1 to 1024, not {threads!r}")
        self._take_turn()
        try:
            if isinstance(puzzles, (list, tuple)):
                puzzles = self.masks(each_puzzle(puzzles, self.layout))
            items = flat_items(puzzles, self.layout, self.program.mask_bytes)
            options = {"as_values": items.itemsize == 1, "threads": threads, "grids": grids}
            job = self._job(items, limit, seconds, **options)
            bad = job.first_bad_item()
            if bad >= 0:
                raise bad_item(items, bad, self.layout)
            width = self.layout.cell_count if grids else None
            try:
                while not job.run(_SLICE):
                    pass  # Python handles signals here
            except KeyboardInterrupt:
                raise BulkInterrupted(answers_of(job, width)) from None
            return answers_of(job, width)
        except MemoryError as error:
            raise BackendOutOfMemory(f"{self.backend} ran out of memory") from error
        finally:
            self._turn.release()

    def count(self, puzzle: Puzzle, limit: int | None = None, seconds: float | None = None) -> Count:
        """Returns how many solutions a puzzle has, up to `limit` (None: all of them); no grid is kept.

        It lists them and counts them by parts, by turns, until one of the two is done. Counting by parts multiplies the
        counts of parts that share no unit any more and of values that are interchangeable, and keeps counts in a cache
        of up to 256 MiB; with more than 1,024 cells, with sums or with pairs solutions are only listed. When the time
        is over the larger of the two numbers that are proven until then comes back. Raises what `solve` raises.
        """
        if limit is not None:
            check_limit(limit)
        self._check_layout(puzzle)
        deadline = Deadline(seconds)
        self._take_turn()
        try:
            most = self.kernel.no_limit if limit is None else limit
            listing = self._job(self.masks([puzzle]), most, None, as_values=False, threads=self._threads, grids=False)
            return count_by_turns(self.kernel, self._program_of_parts(), puzzle, listing, limit, deadline)
        except MemoryError as error:
            raise BackendOutOfMemory(f"{self.backend} ran out of memory") from error
        finally:
            self._turn.release()

    def _program_of_parts(self) -> Any:
        """Returns the units of the layout alone: implied ones would join parts that share no other unit.

        Solutions of a layout with other rules are only listed, by the program of all rules.
        """
        if not self._implied.units or self.layout.has_other_rules:
            return self.program
        units = [unit.cells for unit in self.layout.units]
        return self.kernel.Program(self.layout.size, self.layout.cell_count, units)

    def _answers(
        self, puzzles: Iterable[Puzzle], limit: int, seconds: float | None
    ) -> Iterator[Result | UnitdokuError]:
        """Yields the result of each puzzle, or its error; without a time limit all puzzles are answered in chunks."""
        Deadline(seconds)  # raises for a bad time
        if seconds is None:
            return self._in_chunks(puzzles, limit, None)
        return self.bulk_first(puzzles, limit, seconds, self)

    def bulk_first(
        self, puzzles: Iterable[Puzzle], limit: int, seconds: float | None, session: Session
    ) -> Iterator[Result | UnitdokuError]:
        """Yields the result of each puzzle, or its error; the puzzles of a chunk share a short time limit.

        A puzzle that needs longer is asked again alone, as by `solve` of the session and with its whole time.
        """
        for answer in self._in_chunks(puzzles, limit, soon(seconds)):
            if isinstance(answer, UnitdokuError) or answer.puzzle is None or settled(answer, limit):
                yield answer
            else:
                for part in NO_SETUP:
                    session.setup_seconds[part] += answer.statistics[part]  # that result is dropped
                yield from Session._answers(session, [answer.puzzle], limit, seconds)

    def _in_chunks(
        self, puzzles: Iterable[Puzzle], limit: int, seconds: float | None
    ) -> Iterator[Result | UnitdokuError]:
        """Yields answers to chunks of puzzles, up to 512 if all are easy; the puzzles of a chunk share the seconds.

        A chunk is answered as a whole. The `solve_seconds` of a result are its share of the chunk's.
        """
        check_limit(limit)
        most = min(_CHUNK, _GRID_BYTES // (limit * self.layout.cell_count))
        if most <= 1:
            yield from super()._answers(puzzles, limit, seconds)
            return
        stream = iter(puzzles)
        size = 1
        while True:
            started = perf_counter()
            chunk: list[Puzzle] = []
            failure: Exception | None = None
            try:
                for each in islice(stream, size):
                    chunk.append(each)
            except Exception as error:
                failure = error  # raised after the results of the puzzles before it
            results = self._results_in_bulk(chunk, limit, seconds)
            took = perf_counter() - started
            yield from results
            if failure is not None:
                raise failure
            if len(chunk) < size:
                return
            size = min(2 * size, most) if took < _CHUNK_SECONDS else max(size // 2, 1)

    def _results_in_bulk(
        self, puzzles: list[Puzzle], limit: int, seconds: float | None
    ) -> Iterator[Result | UnitdokuError]:
        started = perf_counter()
        try:
            answers = self.solve_bulk(self.masks(puzzles), limit, seconds)
        except BackendOutOfMemory:
            return super()._answers(puzzles, limit, seconds)  # one of them needs it
        return self.results(answers, perf_counter() - started, puzzles)

    def results(self, answers: BulkAnswers, seconds: float, puzzles: Iterable[Puzzle]) -> Iterator[Result]:
        """Yields answers of `solve_bulk` to these puzzles, with grids, as results; `seconds` is the time of all."""
        grids = grids_in(answers.grids, self.layout)
        for number, (count, puzzle) in enumerate(zip(answers.counts, puzzles, strict=True)):
            statistics = {
                "guesses": answers.guesses[number],
                "rounds": answers.rounds[number],
                **self.setup_seconds,
                "solve_seconds": seconds / len(answers),
            }
            self.setup_seconds.update(NO_SETUP)
            solutions = tuple(islice(grids, count))
            yield Result(solutions, bool(answers.exhausted[number]), statistics, self.backend, puzzle)

    def search(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> Search:
        """Returns the end of a search that is soon over, as most are; else yields the solutions as they come."""
        at_once = self._rounds_at_once if deadline.work > _MILLISECONDS_AT_ONCE else self.rounds(deadline.work)
        seconds = -1.0 if deadline.seconds is None else deadline.remaining
        end = self._search.begin(puzzle.candidates, min(limit, self.kernel.no_limit), seconds, _SLICE, at_once)
        return self._stream(deadline) if end is None else _ended(end)

    def _stream(self, deadline: Deadline) -> Search:
        """Yields the solutions of the search that has begun."""
        search = self._search
        stop = self.rounds(deadline.work)
        found: Sequence[Grid] = ()
        try:
            while not search.run(_SLICE, stop):
                new = search.take()
                yield from new
                found = found or new
                if search.rounds >= stop:
                    if not found:
                        deadline.work = 0.0
                        return Ended(statistics={"rounds": search.rounds})
                    # A search that finds solutions goes on: no other solver lists them as fast.
                    found = ()
                    stop = search.rounds + self.rounds(deadline.work)
        except KeyboardInterrupt:
            yield from search.take()
            raise
        ended = _ended(search.end())
        yield from ended.solutions
        return ended._replace(solutions=())

    def rounds(self, work: float) -> int:
        """Returns the rounds of the kernel that take about so many milliseconds; at least one."""
        return int(min(self.kernel.no_limit // 2, 1 + work * self._rounds_a_millisecond))

    def _job(self, items: array[int] | memoryview, limit: int, seconds: float | None, **options: bool | int) -> Any:
        limits = {"limit": min(limit, self.kernel.no_limit), "seconds": -1.0 if seconds is None else seconds}
        return self.kernel.Job(self.program, items, lanes=self._lanes, **limits, **options)

    def masks(self, puzzles: Iterable[Puzzle]) -> array[int]:
        """Returns the candidates of puzzles as a buffer for `solve_bulk`."""
        masks: Iterable[int] = chain.from_iterable(puzzle.candidates for puzzle in puzzles)
        if self.program.mask_bytes > 8:
            masks = (part for mask in masks for part in (mask & 2**64 - 1, mask >> 64))
        return array(self._item, masks)


def _ended(end: tuple[Sequence[Grid], bool, int, int]) -> Ended:
    solutions, exhausted, guesses, rounds = end
    return Ended(exhausted, {"guesses": guesses, "rounds": rounds}, solutions=solutions)
