"""What runs in the process of a raced backend: it asks the puzzles of a batch, times each, and has the answers judged.

Messages, as those of `Worker`:

    to the process     race BATCH WARM_UP CAREFUL CPU   asks the puzzles from `begin` on, and tells those not `known`
    from the process   doing WORD                       begins to open a session, to warm up, to solve, to solve
                                                        again what is known, or to judge many solutions: each has a
                                                        limit of time of its own
                       results LIST                     of one puzzle or several, in order
                       unopened EXCEPTION               no session for the layout of the next puzzle; instead of done
                       done                             that was all

Results are told when they are worth a message: after some milliseconds, or, with CAREFUL, each alone.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Any

from ...encoders.backends.registry import find_backend
from ...encoders.workers.memory import forget_peak, peak_bytes
from ...encoders.workers.worker_process import Outbox, portable, serve_with
from ...reference.contract import Backend, Session
from ...reference.errors import BackendError
from ...reference.judgement import result_or_error
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ...reference.search.board import board_map
from ..results.columns import RaceResult
from .batch import WARM_UP_SECONDS, Batch, Times, judged
from .machine import Stopwatch, pace

_WORTH_SECONDS = 0.02
"""After which results are told."""

_MANY = 100
"""Solutions that take longer to judge than anybody should wait for unasked."""

_MOST_MET = 64
"""Layouts of which it is kept how long a session took to open."""

_LONG_SECONDS = 0.001
"""A puzzle that takes as long is told at once: the next one may be the last."""


def serve(name: str, lifeline: int | None, nested: bool, memory: int | None) -> None:
    """Runs batches until standard input ends, or the lifeline does; see `Worker` for the arguments."""
    serve_with(_Racing, name, lifeline, nested, memory)


class _Unopened(Exception):
    """There is no session; the cause says why."""


class _Racing:
    """The session that is open, and the results that are to be told."""

    def __init__(self, name: str, outbox: Outbox) -> None:
        self._name = name
        self._send = outbox.send
        self._backend: Backend | None = None
        self._session: Session | None = None
        self._results: list[RaceResult] = []
        self._told = 0.0
        self._pace = 0
        self._met: dict[Layout, Times] = {}

    def answer(self, message: tuple[Any, ...]) -> None:
        """Runs the batch of a message."""
        _, batch, warm_up, careful, cpu = message
        if cpu is not None:
            with suppress(AttributeError, OSError):  # the system has no such call, or no such processor
                os.sched_setaffinity(0, {cpu})
        if warm_up:
            self._warm_up(batch)
        forget_peak()
        self._pace = pace()
        self._told = perf_counter()
        try:
            for index in range(batch.begin, len(batch)):
                self._run(batch, index, careful)
        except _Unopened as error:
            self._tell()
            self._send("unopened", portable(error.__cause__ or error))
            return
        finally:
            self._close()
        self._tell()
        self._send("done")

    def _warm_up(self, batch: Batch) -> None:
        """Asks a puzzle much like the next one, in a session of its own: libraries are loaded, and nothing is learned.

        Whatever goes wrong goes wrong again where it is measured.
        """
        seconds = min(WARM_UP_SECONDS, WARM_UP_SECONDS if batch.seconds is None else batch.seconds)
        puzzle = batch.puzzles[batch.begin]
        self._send("doing", "open")
        with suppress(BaseException), self._new_session(puzzle.layout) as session:
            self._send("doing", "warm-up")
            session.on_preparation = lambda begins: self._send("doing", "open" if begins else "warm-up")
            session.solve(_renamed(puzzle), batch.limit, seconds)

    def _run(self, batch: Batch, index: int, careful: bool) -> None:
        """Asks one puzzle, in a session that is opened if need be and closed if it cannot go on."""
        puzzle = batch.puzzles[index]
        setup = Times(0, 0)
        if self._session is None or self._session.layout != puzzle.layout:
            setup = self._open(puzzle.layout, batch.cold)
            self._send("doing", "solve")
        if index < batch.known:
            self._send("doing", "solve again")
        elif index == batch.known > batch.begin:
            self._send("doing", "solve")
        result = self._ask(puzzle, batch, batch.numbers[index], setup)
        if index >= batch.known:
            self._results.append(result)
        if batch.cold or not result.is_settled(batch.limit):
            self._close()
        long = result.wall > 1e9 * _LONG_SECONDS or perf_counter() - self._told > _WORTH_SECONDS
        if careful or long:
            self._tell()

    def _open(self, layout: Layout, cold: bool) -> Times:
        """Opens a session; what that takes where nothing is known of the layout.

        Cold, that is so each time. Warm, it is so the first time, and what was measured then is told of later ones too:
        what sessions on one layout share stays, as it does where one session answers all.
        """
        self._close()
        self._tell()
        self._send("doing", "open")
        if cold or layout not in self._met:
            _forget(layout)
        watch = Stopwatch()
        try:
            session = self._new_session(layout)
            encode = round(1e9 * session.take_setup_seconds()["encode_seconds"])
        except BaseException as error:
            raise _Unopened from error
        took, _ = watch.stop()
        session.skip_checks()
        session.on_preparation = self._prepares
        self._session = session
        times = Times(0, 0, encode, max(0, took - encode))
        if len(self._met) == _MOST_MET:
            self._met.clear()
        return times if cold else self._met.setdefault(layout, times)

    def _prepares(self, begins: bool) -> None:
        """A session has to do something before it looks at the puzzle."""
        self._tell()
        self._send("doing", "open" if begins else "solve")

    def _new_session(self, layout: Layout) -> Session:
        if self._backend is None:
            self._backend = find_backend(self._name)
        return self._backend.open(layout)

    def _ask(self, puzzle: Puzzle, batch: Batch, number: int, setup: Times) -> RaceResult:
        watch = Stopwatch()
        answer = self._answer(puzzle, batch.limit, batch.seconds)
        wall, cpu = watch.stop()
        many = isinstance(answer, Result) and len(answer.solutions) > _MANY
        if many:
            self._send("doing", "judge")
        times = Times(wall, cpu, setup.encode, setup.load)
        result = judged(answer, puzzle, number, batch.limit, times, batch.seconds)
        if many:
            self._send("doing", "solve")
        return result

    def _answer(self, puzzle: Puzzle, limit: int, seconds: float | None) -> Result | Exception:
        if self._session is None:
            return BackendError(f"{self._name}: no session")
        try:
            return result_or_error(self._session.solve(puzzle, limit, seconds), self._name)
        except BaseException as error:
            return portable(error)

    def _close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(Exception):  # whatever it is, it has answered
                session.close()

    def _tell(self) -> None:
        if self._results:
            peak = peak_bytes() >> 10
            self._send("results", [replace(result, peak=peak, pace=self._pace) for result in self._results])
            self._results = []
        self._told = perf_counter()


def _forget(layout: Layout) -> None:
    """Drops what was derived from a layout before: a new session has to pay for it."""
    kept = layout.__getstate__()
    for name in list(layout.__dict__):
        if name not in kept:
            del layout.__dict__[name]
    board_map.cache_clear()


def _renamed(puzzle: Puzzle) -> Puzzle:
    """The puzzle with each value called by the next: as hard, and another one unless nothing is given."""
    size, everything = puzzle.layout.size, puzzle.layout.all_values
    turned = tuple((mask << 1 | mask >> (size - 1)) & everything for mask in puzzle.candidates)
    return Puzzle(puzzle.layout, turned)
