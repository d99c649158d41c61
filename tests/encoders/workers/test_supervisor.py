"""The supervisor of worker processes, with workers that are no processes: what is late, too large, lost, replaced."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Pipe
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any

import pytest

from unitdoku import (
    BackendCrashed,
    BackendOutOfMemory,
    BackendTimedOut,
    Puzzle,
    Result,
    Verdict,
    classic,
    latin,
)
from unitdoku.encoders.answering.in_worker import Found, Opened, Solve
from unitdoku.encoders.answering.pool import Pool
from unitdoku.encoders.workers.limits import CHECK_SECONDS, Done, Entered, Failed, Limits, LostWorker, Phase, Send
from unitdoku.encoders.workers.worker import Worker, events
from unitdoku.reference.contract.session import Ended

ANSWERED = Ended(True, {}, "fake")


class FakeProcess:
    """Takes the place of a worker's process: it answers each message at once with what `react` returns."""

    pid = 0
    is_own = True

    def __init__(self, react: Callable[[Any], list[object]]) -> None:
        self.ours, self._theirs = Pipe()
        self.alive = True
        self.size = 0
        self.measured = 0
        self.received: list[Any] = []
        self._react = react

    def resident_bytes(self) -> int:
        self.measured += 1
        return self.size

    def crash(self, text: str) -> BackendCrashed:
        return BackendCrashed(f"{text} ended with exit code 3")

    def kill(self) -> None:
        self.alive = False

    def receive(self, message: object) -> None:
        self.received.append(message)
        self.send(*self._react(message))

    def send(self, *messages: object) -> None:
        for message in messages:
            self._theirs.send(message)

    def close(self) -> None:
        self._theirs.close()


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    """Makes the processes of workers; the first ones react as listed, the others answer."""
    made = Processes()

    def start(worker: Worker) -> None:
        process = FakeProcess(made.reactions.popleft() if made.reactions else answers)
        made.started.append(process)
        worker.connection, worker.process = process.ours, process  # type: ignore[assignment]

    def send(worker: Worker, message: object) -> None:
        next(each for each in made.started if each.ours is worker.connection).receive(message)

    monkeypatch.setattr(Worker, "_start", start)
    monkeypatch.setattr(Worker, "send", send)
    # A worker counts as quick, however busy the machine is.
    monkeypatch.setattr("unitdoku.encoders.answering.pool._SHARE_SECONDS", 60)
    return made


class Processes:
    def __init__(self) -> None:
        self.reactions: deque[Callable[[Any], list[object]]] = deque()
        self.started: list[FakeProcess] = []

    def react(self, *reactions: Callable[[Any], list[object]]) -> None:
        self.reactions.extend(reactions)

    def worker(self, *answers: object, **limits: Any) -> tuple[Worker, FakeProcess]:
        """Returns a worker at work, whose process has sent these messages."""
        self.react(lambda _: list(answers))
        worker = Worker("fake", make_nothing, Limits(**{"grace_seconds": 0.0, **limits}))
        worker.begin("work", Phase.SOLVING)
        return worker, self.started[-1]


def make_nothing(_: Send) -> Callable[[Any], object]:
    raise AssertionError("no process is started")


def all_events(worker: Worker, calls: int = 20) -> list[object]:
    found: list[object] = []
    while worker.busy and calls:
        found += [message for _, message in events([worker])]
        calls -= 1
    return found


def events_up_to_a_check(worker: Worker, process: FakeProcess) -> list[object]:
    """What comes until memory is measured once more: later than usual where the last measurement took long."""
    before, found = process.measured, list[object]()
    for _ in range(100):
        if process.measured > before:
            break
        found += all_events(worker, 1)
    return found


# One worker.


def test_the_limit_of_each_phase() -> None:
    limits = Limits(5.0, 100.0, grace_seconds=1.0)
    seconds = {"OPENING": 100, "JUDGING": 100, "SOLVING": 6, "SOLVING_AGAIN": 100, "WARM_UP": 2}
    assert {name: limits.seconds_in(Phase[name]) for name in (*seconds, "IDLE")} == {**seconds, "IDLE": None}
    assert Limits(0.5).seconds_in(Phase.WARM_UP) == 0.6
    assert Limits().seconds_in(Phase.WARM_UP) == pytest.approx(1.1)
    assert [Limits().seconds_in(phase) for phase in (Phase.OPENING, Phase.SOLVING)] == [None, None]


@pytest.mark.parametrize("phase", [Phase.OPENING, Phase.SOLVING, Phase.JUDGING])
def test_a_late_process_is_killed(phase: Phase, processes: Processes) -> None:
    worker, process = processes.worker(Entered(phase), seconds=0.01, setup_seconds=0.01)
    entered, lost = all_events(worker)
    assert entered == Entered(phase)
    assert isinstance(lost, LostWorker)
    text = "no session after 0.01 s" if phase is Phase.OPENING else "no answer 0 s after its time was over"
    assert (type(lost.error), str(lost.error), lost.phase) == (BackendTimedOut, f"fake: {text}", phase)
    assert (worker.process, process.alive) == (None, False)


def test_messages_that_have_arrived_come_before_lateness(processes: Processes) -> None:
    worker, process = processes.worker(*[Found([(1,)])] * 99, Done(ANSWERED), seconds=0.0)
    sleep(0.01)
    assert worker.deadline.expired
    assert worker.ask("work", Phase.SOLVING) == ANSWERED
    assert process.alive


def test_a_phase_has_a_deadline_of_its_own(processes: Processes) -> None:
    worker, process = processes.worker(Entered(Phase.OPENING), seconds=1.0, setup_seconds=None)
    assert all_events(worker, 12) == [Entered(Phase.OPENING)]
    assert worker.deadline.remaining == float("inf")
    process.send(Entered(Phase.SOLVING))
    assert next(message for _, message in events([worker])) == Entered(Phase.SOLVING)
    assert worker.deadline.remaining > 0.7


@pytest.mark.parametrize("count", [1, 2])
def test_a_process_that_never_stops_sending_is_late(count: int, processes: Processes) -> None:
    """Also beside another one, which has its turn."""
    workers = [processes.worker(seconds=0.1)[0] for _ in range(count)]
    first, ended = processes.started[0], Event()

    def sends() -> None:
        with suppress(OSError):
            while not ended.is_set():
                first.send(Found([(1,)]))

    thread = Thread(target=sends)
    thread.start()
    lost: list[Worker] = []
    started = perf_counter()
    while any(worker.busy for worker in workers):
        lost += [worker for worker, message in events(workers) if isinstance(message, LostWorker)]
    assert perf_counter() - started < 5
    ended.set()
    first.ours.close()
    thread.join()
    assert sorted(map(workers.index, lost)) == list(range(count))


def test_memory_is_measured_at_the_interval_only(processes: Processes) -> None:
    worker, process = processes.worker(memory=1 << 20)
    started = perf_counter()
    while perf_counter() - started < 4 * CHECK_SECONDS:
        process.send(Found([(1,)]))
        assert len(all_events(worker, 1)) == 1
    assert 1 <= process.measured <= 5
    free, its = processes.worker()
    assert all_events(free, 3) == []
    assert its.measured == 0, "without a limit"
    process.size = 1 << 20
    assert events_up_to_a_check(worker, process) == []
    assert worker.resident == process.size
    process.size += 1
    (lost,) = events_up_to_a_check(worker, process)
    assert isinstance(lost, LostWorker)
    assert (type(lost.error), str(lost.error)) == (BackendOutOfMemory, "fake: took more than 1 MiB")
    assert not process.alive


@pytest.mark.parametrize("closes", [True, False])
def test_how_a_process_ended_is_its_error(closes: bool, processes: Processes) -> None:
    """Also where something keeps its connection open, after all that it sent."""
    worker, process = processes.worker(Found([(1,)]))
    process.alive = False
    if closes:
        process.close()
    solution, lost = all_events(worker)
    assert isinstance(lost, LostWorker)
    assert (solution, type(lost.error)) == (Found([(1,)]), BackendCrashed)
    assert str(lost.error) == "fake: its process ended with exit code 3"
    assert worker.process is None


def test_messages_of_an_ended_process_are_dropped(processes: Processes) -> None:
    first, _ = processes.worker(ANSWERED)
    second, _ = processes.worker(ANSWERED)
    found = []
    for worker, message in events([first, second]):
        found.append((worker, message))
        (first if worker is second else second).end()
    assert len(found) == 1


# A pool.

LAYOUT = latin(2)
PUZZLES = [Puzzle.from_givens({"A1": value}, LAYOUT) for value in (1, 2)]
GRIDS = {PUZZLES[0].candidates: (1, 2, 2, 1), PUZZLES[1].candidates: (2, 1, 1, 2)}


def answers(message: Solve, stops: bool = True) -> list[object]:
    opened = [Opened({"encode_seconds": 0.25, "load_seconds": 0.75}, stops), Entered(Phase.SOLVING)]
    found = [part for each in message.puzzles for part in (Found([GRIDS[each]]), ANSWERED)]
    return [*opened * (message.layout is not None), *found[:-1], Done(ANSWERED)]


def test_a_pool_keeps_the_order_and_gives_more_at_once_to_a_quick_worker(processes: Processes) -> None:
    pool = Pool({"a": "a", "b": "b"}, 2, Limits(), at_work=3)
    puzzles = [PUZZLES[number % 3 % 2] for number in range(200)]
    found: list[tuple[Puzzle, Any]] = list(pool.answers(puzzles))
    assert [puzzle for puzzle, _ in found] == puzzles
    for puzzle, results in found:
        assert [result.solutions for result in results] == [(GRIDS[puzzle.candidates],)] * 2
    shares = [len(message.puzzles) for message in processes.started[0].received if isinstance(message, Solve)]
    assert shares[:4] == [1, 2, 4, 8]
    assert max(shares) <= 32
    # The set-up is part of the first result of each worker.
    assert sum("load_seconds" in result.statistics for _, each in found for result in each) == len(processes.started)
    pool.close()
    assert not any(process.alive for process in processes.started)


@pytest.mark.parametrize(("comparing", "stops"), [(True, True), (True, False), (False, True)])
def test_a_lost_worker_costs_the_puzzle_that_it_was_at(comparing: bool, stops: bool, processes: Processes) -> None:
    def late_at_the_second(message: Solve) -> list[object]:
        asked = len(processes.started[0].received)
        return answers(message, stops) if asked < 2 else answers(message)[:1]

    processes.react(late_at_the_second)
    pool = Pool({"fake": "fake"}, 2, Limits(0.01, grace_seconds=0.0), at_work=1, comparing=comparing)
    found = [answer for _, (answer,) in pool.answers(PUZZLES * 3)]
    pool.close()
    verdicts = [answer.verdict if isinstance(answer, Result) else type(answer) for answer in found]
    # What a late worker had found is an answer, unless answers are compared and its solver should have stopped.
    is_error = comparing and stops
    assert verdicts == [Verdict.SAT, BackendTimedOut if is_error else Verdict.SAT, *[Verdict.SAT] * 4]
    assert is_error or [answer.exhausted for answer in found[:3]] == [True, False, True]  # type: ignore[union-attr]
    assert is_error or found[1].statistics["solve_seconds"] >= 0.01  # type: ignore[union-attr]
    assert len(processes.started) == 2


def test_a_worker_that_is_killed_while_it_opens_a_session_costs_one_puzzle(processes: Processes) -> None:
    def ends(message: Solve) -> list[object]:
        process = processes.started[-1]
        if len(message.puzzles) < 4 and len(processes.started) == 1:
            return answers(message)
        process.alive = False
        process.close()
        return []

    processes.react(ends, ends)
    pool = Pool({"fake": "fake"}, 2, Limits(), at_work=1)
    found = [type(answer) for _, (answer,) in pool.answers(PUZZLES * 10)]
    pool.close()
    assert found == [*[Result] * 3, *[BackendCrashed] * 2, *[Result] * 15]
    assert len(processes.started) == 3


def test_a_session_that_does_not_open_fails_all_puzzles_that_the_worker_has(processes: Processes) -> None:
    def opens_latin_only(message: Solve) -> list[object]:
        refused = message.layout not in (None, LAYOUT)
        return [Done(Failed(MemoryError("too large")))] if refused else answers(message)

    processes.react(opens_latin_only)
    pool = Pool({"fake": "fake"}, 2, Limits(), at_work=1)
    puzzles = [*PUZZLES * 3, *[Puzzle.empty(classic(4))] * 2, *PUZZLES]
    found = [answer for _, (answer,) in pool.answers(puzzles)]
    pool.close()
    assert [type(answer) for answer in found] == [*[Result] * 6, *[MemoryError] * 2, *[Result] * 2]
    assert len(processes.started) == 1


def test_no_more_workers_than_allowed_have_work(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    processes.react(*[lambda _: []] * 9)
    pool = Pool({"a": "a", "b": "b", "c": "c"}, 2, Limits(), at_work=2)
    monkeypatch.setattr(pool, "_take_answers", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        next(pool.answers(PUZZLES))
    assert [process.alive for process in processes.started] == [False, False]


@pytest.mark.usefixtures("processes")
def test_puzzles_are_taken_when_a_worker_is_free() -> None:
    taken = itertools.count()
    endless = (PUZZLES[next(taken) % 2] for _ in itertools.count())
    pool = Pool({"fake": "fake"}, 2, Limits(), at_work=1)
    stream = pool.answers(endless)
    next(stream)
    next(stream)
    assert next(taken) <= 1 + 2 + 4
    stream.close()  # type: ignore[attr-defined]  # a generator
    pool.close()
