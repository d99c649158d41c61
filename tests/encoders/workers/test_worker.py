"""Sessions in worker processes: what they survive, and what they leave behind."""

from __future__ import annotations

import gc
import mmap
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NoReturn

import psutil
import pytest
from bad import bad as bad
from found import Named
from hard_puzzles import PIGEONS
from processes import ended

from unitdoku import (
    BackendCrashed,
    BackendError,
    Grid,
    Puzzle,
    UnknownBackend,
    Verdict,
    classic,
    find_backend,
    latin,
    parse_puzzle,
)
from unitdoku.backend import Deadline, Session
from unitdoku.check import FindingKind
from unitdoku.compare.conformance.isolated_call import CallsInWorker
from unitdoku.encoders.answering import in_worker
from unitdoku.encoders.answering.in_worker import Answering, Found, Opened, Solve
from unitdoku.encoders.answering.worker_session import WorkerSession
from unitdoku.encoders.workers.limits import Phase, Send
from unitdoku.encoders.workers.processes import Child
from unitdoku.encoders.workers.worker import Worker
from unitdoku.reference.contract.session import Ended

EMPTY = Puzzle.empty(classic(4))


@pytest.fixture
def session() -> Iterator[WorkerSession]:
    with WorkerSession(EMPTY.layout, find_backend("reference")) as opened:
        yield opened


def process_of(session: WorkerSession) -> int:
    assert session._worker.process is not None
    return session._worker.process.pid


def test_a_worker_answers_as_the_backend_does(session: WorkerSession) -> None:
    first = process_of(session)
    heard: list[Grid] = []
    result = session.solve(EMPTY, 1000, None, heard.append)
    assert (len(result.solutions), result.exhausted, result.backend) == (288, True, "reference")
    assert tuple(heard) == result.solutions
    assert result.statistics["nodes"] > 288
    assert result.statistics["load_seconds"] > 0
    again = session.solve(Puzzle.from_givens({"A1": 1, "A2": 1}, EMPTY.layout), seconds=1e10)
    assert (again.verdict, again.statistics["load_seconds"]) == (Verdict.UNSAT, 0)
    assert session.solve(EMPTY, seconds=0).verdict is Verdict.UNKNOWN  # it ends by itself
    assert session.solve(EMPTY, seconds=60).verdict is Verdict.SAT
    assert process_of(session) == first


def test_a_worker_that_is_late_is_killed_and_replaced() -> None:
    """The limit is shorter than a new worker takes to start, which is not part of it."""
    pytest.importorskip("pysat")
    easy = Puzzle.from_givens({"A1": 1, "A2": 1}, PIGEONS)
    with WorkerSession(PIGEONS, find_backend("sat:lingeling")) as session:
        for _ in range(2):
            late = process_of(session)
            assert session.solve(Puzzle.empty(PIGEONS), seconds=0.2).verdict is Verdict.UNKNOWN
            assert ended(late)
            assert session.solve(easy, seconds=0.2).verdict is Verdict.UNSAT
            assert process_of(session) != late


@pytest.mark.usefixtures("bad")
def test_a_worker_that_does_not_start_again_leaves_the_puzzle_open(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENED_ONCE", str(tmp_path / "opened"))
    with WorkerSession(EMPTY.layout, find_backend("bad:opens-once")) as session:
        session._restart_seconds = 0.5
        assert session.solve(EMPTY, seconds=30).verdict is Verdict.SAT
        session._worker.end()
        for _ in range(2):
            assert session.solve(EMPTY, seconds=30).verdict is Verdict.UNKNOWN
        (tmp_path / "opened").unlink()
        session._restart_seconds = 60
        assert session.solve(EMPTY, seconds=30).verdict is Verdict.SAT
        session._worker.end()
        session._restart_seconds = 0.001
        (tmp_path / "opened").unlink()
        assert session.solve(EMPTY).verdict is Verdict.SAT  # what has no limit waits


@pytest.mark.usefixtures("bad")
def test_nor_is_what_a_session_in_the_worker_prepares() -> None:
    heard: list[bool] = []
    with WorkerSession(EMPTY.layout, find_backend("bad:prepares")) as session:
        first = process_of(session)
        session._on_preparation = heard.append
        result = session.solve(Puzzle.from_givens({"D4": 1}, EMPTY.layout), seconds=0.2)
        assert result.verdict is Verdict.SAT
        assert process_of(session) == first
    assert heard == [True, False]


@pytest.mark.parametrize("quick", [True, False])
def test_solutions_in_quick_succession_share_messages(monkeypatch: pytest.MonkeyPatch, quick: bool) -> None:
    """Each of the first is sent at once, the last one with the answer, and of those between one in twenty waits."""
    clock = iter(range(10**6))
    monkeypatch.setattr(in_worker, "perf_counter", lambda: 0.0 if quick else next(clock))
    many = [*[1] * 19, *[2] * 10, *[3] * 6] if quick else [1] * 57
    for limit, counts in (1, [1]), (3, [1, 1, 1]), (57, many), (58, [*many, 1]):
        sent: list[Any] = []
        answered = Answering("reference", True, sent.append)(Solve(EMPTY.layout, [EMPTY.candidates], limit, None)).value
        assert isinstance(answered, Ended)
        parts = [*(message.grids for message in sent if isinstance(message, Found)), answered.solutions]
        assert [len(grids) for grids in parts] == counts
        assert len({grid for grids in parts for grid in grids}) == limit


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGSEGV])
def test_a_worker_that_crashes_is_an_error_and_replaced(kind: signal.Signals) -> None:
    endless = Puzzle.empty(classic())
    with WorkerSession(endless.layout, find_backend("reference")) as session:
        with pytest.raises(BackendError, match=f"reference: its process was killed by {kind.name}"):
            session.solve(endless, 10**9, None, lambda _: os.kill(process_of(session), kind))
        assert session.solve(endless).verdict is Verdict.SAT


def test_the_last_words_of_a_crash_are_passed_on() -> None:
    pytest.importorskip("pysat")
    with WorkerSession(EMPTY.layout, find_backend("sat:kissat404")) as session:
        assert len(session.solve(EMPTY, 20).solutions) == 20
        assert session._worker.process is not None
        session._worker.process.last_lines.extend([b"first\n", b"kissat: fatal error\n"])
        with pytest.raises(BackendError, match=r"was killed by SIGABRT: 'kissat: fatal error"):
            session.solve(EMPTY, 288, None, lambda _: os.kill(process_of(session), signal.SIGABRT))


@pytest.mark.parametrize(
    ("package", "backend"),
    [
        ("ortools", "ilp:scip"),
        ("pysat", "sat:kissat404"),
        ("unitdoku", "python:copy:copy:takes=values"),
    ],
)
def test_a_worker_that_ended_while_it_had_no_work_fails_no_puzzle(package: str, backend: str) -> None:
    pytest.importorskip(package)
    full = parse_puzzle("1234341221434321", EMPTY.layout)
    with find_backend(backend).open(EMPTY.layout) as session:
        for _ in range(2):
            process = process_of(session)  # type: ignore[arg-type]
            os.kill(process, signal.SIGKILL)
            assert ended(process)
            assert session.solve(full).verdict is Verdict.SAT


def test_errors_of_the_backend_come_through() -> None:
    with pytest.raises(UnknownBackend, match="known: reference"):
        WorkerSession(EMPTY.layout, Named("nope"))


@pytest.mark.parametrize(
    "members",
    ["sat:kissat404", "python:unitdoku:solve", "ilp:scip,sat:kissat404"],
)
def test_sessions_that_are_dropped_leave_no_process(members: str) -> None:
    for package, prefix in ("ortools", "ilp:"), ("pysat", "sat:"):
        if prefix in members:
            pytest.importorskip(package)
    name = f"portfolio:{members}" if "," in members else members
    before = {*psutil.Process().children(recursive=True)}, threading.active_count()
    session: Session | None = find_backend(name).open(EMPTY.layout)
    assert {*psutil.Process().children(recursive=True)} > before[0]
    session = None
    gc.collect()  # sessions that take turns refer to each other
    assert session is None
    assert ({*psutil.Process().children(recursive=True)}, threading.active_count()) == before


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other kernels kill no process with its parent")
OPENS = """
import os, time
from unitdoku import *
from unitdoku.encoders.answering.worker_session import WorkerSession
pigeons = from_units(11, [[a, b] for a in range(12) for b in range(a)], shape=(1, 12))
session = WorkerSession(pigeons, find_backend("sat:lingeling"))
print(session._worker.process.pid, flush=True)
"""
CALLS = """
import threading
import os, subprocess
from unitdoku.compare.conformance.isolated_call import CallsInWorker
def serve(question):
    with open("pipe", "w") as pipe:
        print(os.getpid(), subprocess.Popen(["sleep", "1000"]).pid, file=pipe)
    while question: pass
calls = CallsInWorker(serve)
threading.Thread(target=lambda: print(open("pipe").read(), flush=True)).start()
"""
PROGRAM = """
import time
from functools import partial
from unitdoku import *
from unitdoku.encoders.answering.in_worker import Answering, Found, Opened, Solve
from unitdoku.encoders.workers.limits import Phase
from unitdoku.encoders.workers.worker import Worker
name = "program:bash program.sh"
worker = Worker(name, partial(Answering, name, True))
worker.begin(Solve(latin(2), [Puzzle.empty(latin(2)).candidates], 1, None), Phase.OPENING)
print(worker.process.pid, *next(open("pipe")).split(), flush=True)
time.sleep(1000)
"""


@LINUX
@pytest.mark.parametrize(
    ("script", "count"),
    [
        (OPENS + "session.solve(Puzzle.empty(pigeons))", 1),
        # A fork has copies of all that is open.
        (OPENS + "if not os.fork(): time.sleep(5)\nelse: input()", 1),
        (CALLS + "calls.ask(True)", 2),
        (PROGRAM, 3),
    ],
    ids=["deep in a solver's code", "idle, with a fork", "a call, busy", "a program and what it started"],
)
def test_a_worker_ends_with_its_parent(script: str, count: int, tmp_path: Path) -> None:
    """Though the parent is killed."""
    pytest.importorskip("pysat")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "program.sh").write_text("trap '' IO TERM; sleep 1000 & echo $$ $! >pipe; sleep 1000")
    pipe, typed = subprocess.PIPE, [sys.executable, "-c", script]
    with subprocess.Popen(typed, stdin=pipe, stdout=pipe, cwd=tmp_path) as parent:
        assert parent.stdout
        processes = [int(word) for word in parent.stdout.readline().split()]
        time.sleep(0.2)
        assert len(processes) == count
        assert all(map(psutil.pid_exists, processes))
        parent.kill()
        assert all(map(ended, processes))


def leaves_one(_: Send) -> NoReturn:
    """Leaves a process behind with the pipes of the worker, which ends."""
    subprocess.Popen(["sleep", "30"], start_new_session=True, stdin=subprocess.DEVNULL)
    os._exit(3)


@pytest.mark.skipif(os.name != "posix", reason="runs sleep")
def test_a_process_that_keeps_the_pipe_of_a_worker_does_not_hold_up_its_end() -> None:
    worker = Worker("x", leaves_one)
    started = time.monotonic()
    with pytest.raises(BackendCrashed, match="exit code 3"):
        worker.ask("question", Phase.SOLVING)
    assert time.monotonic() - started < 20
    assert worker.process is None


def test_an_interrupted_kill_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    child = Child([sys.executable, "-c", "import time; time.sleep(60)"])
    with child.process, monkeypatch.context() as patched:
        patched.setattr(psutil.Process, "children", lambda *_, **__: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            child.kill()
        child.kill()
        assert not child.alive


def test_memory_is_that_of_a_process_and_all_that_it_started() -> None:
    inner = "import time; kept = b'x' * (1 << 26); print(flush=True); time.sleep(1000)"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    child = Child([sys.executable, "-c", script])
    with child.process as process:
        assert process.stdout
        process.stdout.readline()
        (inner_process,) = psutil.Process(process.pid).children()
        assert child.resident_bytes() > psutil.Process(process.pid).memory_info().rss + (1 << 26)
        child.kill()
    assert ended(inner_process.pid)
    assert child.resident_bytes() == 0
    assert child.how_it_ended() == "was killed by SIGKILL"


def test_code_that_prints_without_end_is_late() -> None:
    def prints(question: object) -> object:
        while True:
            os.write(1, b"x" * (1 << 16))

    calls = CallsInWorker(prints)
    outcome = calls.ask("question", 0.3)
    assert outcome.failure is not None
    assert (outcome.failure.kind, calls.alive) == (FindingKind.TIMED_OUT, False)
    calls.close()


def test_a_worker_that_died_while_idle_is_replaced() -> None:
    calls = CallsInWorker(lambda _: os.getpid())
    first = calls.ask(None).value
    os.kill(first, signal.SIGKILL)
    assert ended(first)
    assert not calls.alive
    assert calls.ask(None).value not in (None, first)
    calls.close()


@pytest.mark.skipif(sys.platform != "linux", reason="nowhere else memory is refused")
def test_memory_is_refused_beyond_twice_the_limit_and_a_gibibyte() -> None:
    def maps(size: int) -> int:
        return len(mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))

    calls = CallsInWorker(maps, 1 << 28)
    assert calls.ask(1 << 30, 60).value == 1 << 30
    refused = calls.ask(1 << 31, 60).failure
    assert refused is not None
    assert refused.text.startswith("raised OSError")
    calls.close()


def test_what_solvers_print_is_no_message() -> None:
    """Nor what is no question an end of the process."""
    worker = Worker("prints", prints)
    assert worker.ask("question", Phase.SOLVING) == "question"
    worker.end()
    worker = Worker("reference", partial(Answering, "reference", True))
    assert Opened in map(type, worker.asked(Solve(latin(2), [], 1, None), Phase.OPENING))
    with pytest.raises(AttributeError):
        worker.ask("nonsense", Phase.SOLVING)
    assert worker.has_process()
    worker.end()
    worker.end()


@pytest.mark.skipif(os.name != "posix", reason="stops a process by a signal")
def test_a_worker_that_is_stopped_within_a_message_does_not_hold_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unitdoku.encoders.workers.worker.STALL_SECONDS", 1)
    worker = Worker("stopped", stops_within_a_message)
    with pytest.raises(BackendCrashed, match="killed by SIGKILL"):
        worker.ask("question", Phase.SOLVING)
    assert not worker.has_process()


def stops_within_a_message(send: Send) -> Callable[[str], None]:
    def answer(_: str) -> None:
        (parent,) = (each for each in gc.get_objects() if isinstance(each, Connection))
        os.write(parent.fileno(), (100).to_bytes(4, "big") + b"the beginning")
        os.kill(os.getpid(), signal.SIGSTOP)

    return answer


def prints(_: Send) -> Callable[[str], str]:
    def answer(question: str) -> str:
        for stream in (1, 2):
            os.write(stream, b"\0\0\0\5hello" * 10**5)
        return question

    return answer


def test_a_worker_gets_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def answers(_: Worker, message: object, *__: object) -> Iterator[Ended]:
        asked.append(message)
        yield Ended(True, {}, "stub")

    with WorkerSession(latin(4), find_backend("reference")) as session:
        monkeypatch.setattr(Worker, "asked", answers)
        deadline = Deadline(60)
        deadline._end -= 50  # other backends had their time
        session.solve(Puzzle.empty(latin(4)), 1, deadline)
    assert [0 < (each.seconds or 0) <= 10 for each in asked if isinstance(each, Solve)][:1] == [True]
