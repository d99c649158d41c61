"""Sessions in worker processes: what they survive, and what they leave behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from bad import bad as bad
from hard_puzzles import PIGEONS

from unitdoku import BackendError, Grid, Puzzle, UnknownBackend, Verdict, classic, latin
from unitdoku.encoders.workers.messages import Failed, Open, Opened
from unitdoku.encoders.workers.session import WorkerSession
from unitdoku.encoders.workers.supervisor import SpawnedWorker

EMPTY = Puzzle.empty(classic(4))


@pytest.fixture
def session() -> Iterator[WorkerSession]:
    with WorkerSession(EMPTY.layout, "reference") as opened:
        yield opened


def process_of(session: WorkerSession) -> int:
    assert session._slot.worker is not None
    return session._slot.worker.child.pid


def alive(process: int) -> bool:
    if not Path("/proc").exists():
        pytest.skip("looks into /proc")
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_worker_answers_as_the_backend_does(session: WorkerSession) -> None:
    first = process_of(session)
    heard: list[Grid] = []
    result = session.solve(EMPTY, 1000, None, heard.append)
    assert (len(result.solutions), result.exhausted, result.backend) == (288, True, "reference")
    assert tuple(heard) == result.solutions
    assert result.statistics["nodes"] > 288
    assert result.statistics["load_seconds"] > 0
    again = session.solve(Puzzle.from_givens(EMPTY.layout, {"A1": 1, "A2": 1}))
    assert (again.verdict, again.statistics["load_seconds"]) == (Verdict.UNSAT, 0)
    assert process_of(session) == first


def test_a_worker_that_is_late_is_killed_and_replaced() -> None:
    pytest.importorskip("pysat")
    with WorkerSession(PIGEONS, "sat:lingeling") as session:
        first = process_of(session)
        result = session.solve(Puzzle.empty(PIGEONS), seconds=0.5)
        assert result.verdict is Verdict.UNKNOWN
        assert not alive(first)
        clash = Puzzle.from_givens(PIGEONS, {"A1": 1, "A2": 1})
        assert session.solve(clash).verdict is Verdict.UNSAT
        assert process_of(session) != first


def test_to_start_anew_is_not_part_of_the_time_limit() -> None:
    """A limit that is shorter than a new worker takes to start: the puzzle after one that was late is solved in it."""
    pytest.importorskip("pysat")
    easy = Puzzle.from_givens(PIGEONS, {"A1": 1, "A2": 1})
    with WorkerSession(PIGEONS, "sat:lingeling") as session:
        for _ in range(3):
            assert session.solve(Puzzle.empty(PIGEONS), seconds=0.05).verdict is Verdict.UNKNOWN
            assert session.solve(easy, seconds=0.05).verdict is Verdict.UNSAT


@pytest.mark.usefixtures("bad")
def test_nor_is_what_a_session_in_the_worker_prepares() -> None:
    heard: list[bool] = []
    with WorkerSession(EMPTY.layout, "bad:prepares") as session:
        first = process_of(session)
        session.on_preparation = heard.append
        result = session.solve(Puzzle.from_givens(EMPTY.layout, {"D4": 1}), seconds=0.2)
        assert result.verdict is Verdict.SAT
        assert process_of(session) == first
    assert heard == [True, False]


def test_a_limit_of_years(session: WorkerSession) -> None:
    assert session.solve(EMPTY, 2, seconds=1e10).verdict is Verdict.SAT


def test_what_a_late_worker_had_found_is_kept() -> None:
    with WorkerSession(classic(), "reference") as session:
        result = session.solve(Puzzle.empty(classic()), 10**9, seconds=1)
    assert len(result.solutions) > 10
    assert not result.exhausted


def test_a_worker_that_ends_by_itself_in_time_is_kept(session: WorkerSession) -> None:
    first = process_of(session)
    assert session.solve(EMPTY, seconds=0).verdict is Verdict.UNKNOWN
    assert session.solve(EMPTY, seconds=60).verdict is Verdict.SAT
    assert process_of(session) == first


def test_a_worker_that_crashes_is_an_error_and_replaced(session: WorkerSession) -> None:
    for kind in (signal.SIGKILL, signal.SIGSEGV):
        os.kill(process_of(session), kind)
        with pytest.raises(BackendError, match=f"reference: its process was killed by {kind.name}"):
            session.solve(EMPTY)
        assert session.solve(EMPTY).verdict is Verdict.SAT


def test_the_last_words_of_a_crash_are_passed_on() -> None:
    pytest.importorskip("pysat")
    with WorkerSession(EMPTY.layout, "sat:kissat404") as session:
        assert len(session.solve(EMPTY, 20).solutions) == 20
        assert isinstance(session._slot.worker, SpawnedWorker)
        session._slot.worker._printed.extend([b"first\n", b"kissat: fatal error\n"])
        os.kill(process_of(session), signal.SIGABRT)
        with pytest.raises(BackendError, match=r"was killed by SIGABRT: kissat: fatal error"):
            session.solve(EMPTY)


def test_errors_of_the_backend_come_through() -> None:
    with pytest.raises(UnknownBackend, match="known: reference"):
        WorkerSession(EMPTY.layout, "nope")


def test_a_closed_session_leaves_no_process(session: WorkerSession) -> None:
    first = process_of(session)
    session.close()
    assert not alive(first)


@pytest.mark.parametrize("busy", [True, False])
def test_a_worker_ends_with_its_parent(busy: bool) -> None:
    """Though the parent is killed and the worker is deep in a solver's code."""
    pytest.importorskip("pysat")
    script = "\n".join(
        [
            "from unitdoku import *",
            "from unitdoku.encoders.workers.session import WorkerSession",
            "layout = from_units(11, [[a, b] for a in range(12) for b in range(a)], shape=(1, 12))",
            "session = WorkerSession(layout, 'sat:lingeling')",
            "print(session._slot.worker.child.pid, flush=True)",
            "session.solve(Puzzle.empty(layout))" if busy else "input()",
        ]
    )
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        time.sleep(0.5)
        assert alive(worker)
        parent.kill()
    until = time.monotonic() + 10
    while alive(worker) and time.monotonic() < until:
        time.sleep(0.02)
    assert not alive(worker)


def test_what_solvers_print_is_no_message() -> None:
    """Messages do not go through standard output of a worker."""
    worker = SpawnedWorker("reference")
    try:
        worker.send(Open(latin(2), check=True))
        assert [type(message) for _, message in worker.receive(60)] == [Opened]
        assert list(worker.receive(0)) == []
        worker.send("nonsense")
        assert [type(message) for _, message in worker.receive(60)] == [Failed]
    finally:
        worker.kill()
        worker.kill()
