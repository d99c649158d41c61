"""What runs in the process of a backend, a racer: it asks the puzzles of a batch, times each, and judges the answers.

A racer answers a `Race` with lists of results, in order, and `Entered` messages. `Failed` says that there is no session
for the layout of the next puzzle. Results are sent when they are worth a message: after some milliseconds, or, for a
careful race, each alone.
"""

from __future__ import annotations

import os
import platform
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter, perf_counter_ns, process_time_ns

from ...encoders.answering.in_worker import made_backend, opened_here
from ...encoders.workers.limits import WARM_UP_SECONDS, Done, Entered, Failed, Phase, Send
from ...encoders.workers.processes import peak_bytes, reset_peak, running_ns
from ...encoders.workers.worker_process import portable
from ...reference.contract.judgement import result_or_error
from ...reference.contract.result import Result
from ...reference.contract.session import NO_SETUP, Backend, Session
from ...reference.model.layout import Layout, forget
from ...reference.model.puzzle import Puzzle
from ..generators.constructions import renamed_puzzle
from .columns import RaceResult
from .judging import Batch, judged

_WORTH_SECONDS = 0.005
"""Seconds after which results are sent."""

_MOST_MET = 64
"""Layouts for which the racer keeps how long a session took to open."""

_MANY = 100
"""Solutions beyond which judging them is a phase of its own."""


@dataclass(frozen=True)
class Race:
    """Ask the puzzles of a batch from `begin` on, and send the results that are not known."""

    batch: Batch
    warm_up: bool
    careful: bool
    """Whether each result is sent alone."""


class Racing:
    """The session that is open, and the results that are to be sent."""

    def __init__(self, name: str, made_by: str | bytes, send: Send) -> None:
        self._name = name
        self._made_by = made_by
        self._send = send
        self._backend: Backend | None = None
        self._session: Session | None = None
        self._phase = Phase.OPENING
        self._results: list[RaceResult] = []
        self._sent_at = 0.0
        self._met: dict[Layout, tuple[int, int]] = {}
        self._worn = False

    def __call__(self, race: Race) -> Done:
        """Runs a batch, up to the puzzle after which the session is worn."""
        if race.warm_up:
            self._warm_up(race.batch)
        reset_peak()
        self._sent_at = perf_counter()
        self._phase = Phase.OPENING
        try:
            for index in range(race.batch.begin, len(race.batch)):
                self._run(race.batch, index, race.careful)
                if self._worn:
                    break
        except BaseException as error:  # there is no session: what a session raises is an answer
            self._send_results()
            self._send(Failed(portable(error)))
        self._close()
        return Done(None, self._worn)

    def _warm_up(self, batch: Batch) -> None:
        """Asks a puzzle like the next one, in a session of its own: libraries are loaded, and nothing is learned.

        Failures are ignored: they come again where they are measured.
        """
        seconds = min(WARM_UP_SECONDS, batch.limits.seconds or WARM_UP_SECONDS)
        puzzle = batch.puzzles[batch.begin]
        size = puzzle.layout.size
        self._enter(Phase.OPENING)
        with suppress(BaseException), self._new_session(puzzle.layout) as session:
            self._enter(Phase.WARM_UP)
            session.solve(renamed_puzzle(puzzle, [*range(2, size + 1), 1]), batch.limit, seconds)

    def _run(self, batch: Batch, index: int, careful: bool) -> None:
        """Asks one puzzle, in a session that is opened if need be and closed if it cannot go on."""
        puzzle = batch.puzzles[index]
        session, encode, load = self._session, 0, 0
        if session is None or session.layout != puzzle.layout:
            session, encode, load = self._open(puzzle.layout, batch.cold)
        phase = Phase.SOLVING_AGAIN if index < batch.known else Phase.SOLVING
        if phase is not self._phase or phase is Phase.SOLVING_AGAIN:
            self._enter(phase)  # known puzzles have time for each
        # A known puzzle was answered in full. On a busy machine it may take longer than its time limit now.
        seconds = batch.limits.seconds if index >= batch.known else None
        result = self._ask(session, puzzle, batch, seconds, RaceResult(batch.numbers[index], encode=encode, load=load))
        if index >= batch.known:
            self._results.append(result)
        if batch.cold or not result.is_settled(batch.limit):
            self._close()
        if careful or perf_counter() - self._sent_at > _WORTH_SECONDS:
            self._send_results()

    def _open(self, layout: Layout, cold: bool) -> tuple[Session, int, int]:
        """Opens and returns a session, with the nanoseconds of encoding and loading on a layout that is new.

        Cold: they are measured each time. Warm: they are measured once, and returned again for later sessions on the
        layout. These keep what sessions share, which a search fills: without it the reference solver takes twice as
        long for an easy puzzle.
        """
        self._close()
        self._enter(Phase.OPENING)
        if cold or layout not in self._met:
            forget(layout)
        watch = Stopwatch()
        session = self._new_session(layout)
        encode = round(1e9 * session.setup_seconds["encode_seconds"])
        session.setup_seconds.update(NO_SETUP)
        took, _ = watch.stop()
        session.checks_solutions = False
        self._session = session
        times = encode, max(0, took - encode)
        if len(self._met) == _MOST_MET:
            self._met.clear()
        return session, *(times if cold else self._met.setdefault(layout, times))

    def _new_session(self, layout: Layout) -> Session:
        if self._backend is None:
            self._backend = made_backend(self._made_by)
        session = opened_here(self._backend, layout)
        session._on_preparation = self._on_preparation
        return session

    def _on_preparation(self, begins: bool) -> None:
        self._send_results()
        self._send(Entered(Phase.OPENING if begins else self._phase))

    def _ask(
        self, session: Session, puzzle: Puzzle, batch: Batch, seconds: float | None, measured: RaceResult
    ) -> RaceResult:
        watch = Stopwatch()
        answer: Result | Exception
        try:
            answer = result_or_error(session.solve(puzzle, batch.limit, seconds), self._name)
        except BaseException as error:
            answer = portable(error)
        measured.wall, measured.cpu = watch.stop()
        self._worn |= session._worn
        if isinstance(answer, Result) and len(answer.solutions) > _MANY:
            self._enter(Phase.JUDGING)
        return judged(answer, puzzle, measured, batch, seconds)

    def _close(self) -> None:
        """Sends the results, and closes the session, if one is open: the end of the process costs no result then."""
        session, self._session = self._session, None
        self._send_results()
        if session is not None:
            self._enter(Phase.CLOSING)
            with suppress(Exception):  # it has answered
                session.close()

    def _enter(self, phase: Phase) -> None:
        self._phase = phase
        self._send(Entered(phase))

    def _send_results(self) -> None:
        if self._results:
            peak = peak_bytes() >> 10
            for result in self._results:
                result.peak = peak
            self._send(self._results)
            self._results = []
        self._sent_at = perf_counter()


# The machine of a race: its facts and its clocks, to judge the times that are measured on it.


class Stopwatch:
    """Measures nanoseconds from when it is made."""

    def __init__(self) -> None:
        self._children = _children_ns()
        self._cpu = process_time_ns()
        self._wall = perf_counter_ns()

    def stop(self) -> tuple[int, int]:
        """Returns wall-clock time, and processor time of this process and children; of running ones only on Linux."""
        wall = perf_counter_ns() - self._wall
        cpu = process_time_ns() - self._cpu
        return wall, cpu + _children_ns() - self._children


@cache
def machine() -> dict[str, str]:
    """Returns processor, governor, cores, memory, system and Python of this machine, in words.

    Nothing in it names the owner. The governor sets the clock rate by the load: it is unknown outside of Linux.
    """
    return {
        "processor": _processor(),
        "governor": _governor(),
        "cores": str(os.cpu_count() or "unknown"),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def load() -> float | str:
    """Returns how many processes of this machine were running or waiting to run, as a mean over the last minute."""
    with suppress(AttributeError, OSError):  # AttributeError: Windows
        return round(os.getloadavg()[0], 2)
    return "unknown"


def _governor() -> str:
    with suppress(OSError):
        return Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").read_text(encoding="utf-8").strip()
    return "unknown"


def _memory() -> str:
    with suppress(ImportError):  # Pyodide
        import psutil

        return f"{psutil.virtual_memory().total / 2**30:.0f} GiB"
    return "unknown"


def _processor() -> str:
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name.strip() in ("model name", "Model", "Hardware"):
                return value.strip()
    with suppress(OSError, subprocess.SubprocessError):
        sysctl = ["/usr/sbin/sysctl", "-n", "machdep.cpu.brand_string"]  # macOS
        return subprocess.run(sysctl, capture_output=True, text=True, timeout=10, check=True).stdout.strip()  # noqa: S603 - our own
    return platform.processor() or platform.machine()


def _children_ns() -> int:
    running = running_ns()  # first: it notices which have ended
    with suppress(ImportError):  # Windows: the processor time of children is not known there
        import resource

        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        running += round((used.ru_utime + used.ru_stime) * 1e9)
    return running
