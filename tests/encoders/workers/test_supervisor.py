"""The supervisor of worker processes, with workers that are no processes: what is late, too large, lost, replaced."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from queue import Queue
from time import perf_counter, sleep
from typing import Any

import pytest
from commands import printed_by

from unitdoku import (
    BackendCrashed,
    BackendError,
    BackendOutOfMemory,
    BackendTimedOut,
    Puzzle,
    Result,
    Verdict,
    classic,
    latin,
)
from unitdoku.encoders.workers import pool as pool_module
from unitdoku.encoders.workers.limits import CHECK_SECONDS, Limits, missing_here
from unitdoku.encoders.workers.messages import (
    Answered,
    Closed,
    Entered,
    Failed,
    LostWorker,
    Open,
    Opened,
    Phase,
    Solution,
    Solve,
)
from unitdoku.encoders.workers.pool import Pool
from unitdoku.encoders.workers.supervisor import WorkerSlot, events
from unitdoku.encoders.workers.worker import Inbox, Worker

ANSWERED = Answered(True, {}, "fake")


class FakeChild:
    """Takes the place of a process."""

    pid = 0
    is_own = True

    def __init__(self) -> None:
        self.alive = True
        self.size = 0
        self.measured = 0

    def resident_bytes(self) -> int:
        self.measured += 1
        return self.size

    def kill(self) -> None:
        self.alive = False


class FakeWorker(Worker):
    """A worker that answers each message at once with what `react` returns."""

    def __init__(self, react: Callable[[Any], list[object]] = lambda _: [], inbox: Inbox | None = None) -> None:
        self.child = FakeChild()  # type: ignore[assignment]
        self._inbox = inbox or Queue()
        self.sent: list[Any] = []
        self._react = react

    def send(self, message: object) -> None:
        self.sent.append(message)
        for answer in self._react(message):
            self._inbox.put((self, answer))

    def kill(self) -> None:
        self.child.kill()

    def failure(self) -> BackendError:
        return BackendCrashed("fake: its process ended with exit code 3")


def slot_of(worker: FakeWorker, **limits: Any) -> WorkerSlot:
    slot = WorkerSlot("fake", lambda: worker, Limits(**{"grace_seconds": 0.0, **limits}))
    slot.begin("work", Phase.SOLVING)
    return slot


def all_events(slot: WorkerSlot, calls: int = 20) -> list[object]:
    found: list[object] = []
    while slot.busy and calls:
        found += [message for _, message in events([slot])]
        calls -= 1
    return found


# One slot.


def test_the_limit_of_each_phase() -> None:
    limits = Limits(5.0, 100.0, grace_seconds=1.0)
    seconds = {"OPENING": 100, "PREPARING": 100, "JUDGING": 100, "SOLVING": 6, "SOLVING_AGAIN": 6, "WARM_UP": 2}
    assert {name: limits.seconds_in(Phase[name]) for name in (*seconds, "IDLE")} == {**seconds, "IDLE": None}
    assert Limits(0.5).seconds_in(Phase.WARM_UP) == 0.6
    assert Limits().seconds_in(Phase.WARM_UP) == pytest.approx(1.1)
    assert [Limits().seconds_in(phase) for phase in (Phase.OPENING, Phase.SOLVING)] == [None, None]


@pytest.mark.parametrize("phase", [Phase.OPENING, Phase.PREPARING, Phase.SOLVING, Phase.JUDGING])
def test_a_late_worker_is_killed(phase: Phase) -> None:
    worker = FakeWorker(lambda _: [Entered(phase)])
    slot = slot_of(worker, seconds=0.01, setup_seconds=0.01)
    entered, lost = all_events(slot)
    assert entered == Entered(phase)
    assert isinstance(lost, LostWorker)
    setup = phase in (Phase.OPENING, Phase.PREPARING)
    text = "no session after 0.01 s" if setup else "no answer 0 s after its time was over"
    assert (type(lost.error), str(lost.error), lost.phase) == (BackendTimedOut, f"fake: {text}", phase)
    assert (slot.worker, worker.child.alive) == (None, False)


def test_messages_that_have_arrived_come_before_lateness() -> None:
    worker = FakeWorker(lambda _: [Solution((1,)), ANSWERED])
    slot = slot_of(worker, seconds=0.0)
    sleep(0.01)
    assert slot.deadline.expired
    assert slot.ask("work", Phase.SOLVING) == ANSWERED
    assert worker.child.alive


def test_a_phase_has_a_deadline_of_its_own() -> None:
    worker = FakeWorker()
    slot = slot_of(worker, seconds=0.05, setup_seconds=None)
    worker._inbox.put((worker, Entered(Phase.PREPARING)))
    assert all_events(slot, 4) == [Entered(Phase.PREPARING)]
    assert slot.deadline.remaining == float("inf")
    worker._inbox.put((worker, Entered(Phase.SOLVING)))
    assert all_events(slot, 1) == [Entered(Phase.SOLVING)]
    assert slot.deadline.remaining > 0.02


def test_a_worker_that_never_stops_sending_is_late() -> None:
    class Endless(FakeWorker):
        def receive(self, seconds: float) -> Iterator[tuple[Worker, Any]]:
            self._inbox.put((self, Solution((1,))))
            yield from super().receive(seconds)

    slot = slot_of(Endless(), seconds=0.02)
    started = perf_counter()
    *solutions, lost = all_events(slot, 1_000_000)
    assert perf_counter() - started < 5
    assert isinstance(lost, LostWorker)
    assert set(solutions) == {Solution((1,))}


def test_memory_is_measured_at_the_interval_only() -> None:
    worker = FakeWorker()
    slot = slot_of(worker, memory=1 << 20)
    child: Any = worker.child
    started = perf_counter()
    while perf_counter() - started < 4 * CHECK_SECONDS:
        worker._inbox.put((worker, Solution((1,))))
        assert len(all_events(slot, 1)) == 1
    assert 1 <= child.measured <= 4
    free: Any = FakeWorker()
    assert all_events(slot_of(free), 3) == []
    assert free.child.measured == 0, "without a limit"
    child.size = 1 << 20
    sleep(CHECK_SECONDS)
    assert all_events(slot, 1) == []
    assert slot.resident == child.size
    child.size += 1
    sleep(CHECK_SECONDS)
    (lost,) = all_events(slot, 1)
    assert isinstance(lost, LostWorker)
    assert (type(lost.error), str(lost.error)) == (BackendOutOfMemory, "fake: took more than 1 MiB")
    assert not worker.child.alive


def test_how_a_worker_ended_is_its_error() -> None:
    slot = slot_of(FakeWorker(lambda _: [Solution((1,)), Closed()]))
    with pytest.raises(BackendCrashed, match="exit code 3"):
        slot.ask("more", Phase.SOLVING)
    assert slot.worker is None


def test_an_error_of_the_backend_keeps_the_worker() -> None:
    worker = FakeWorker(lambda _: [Failed(ZeroDivisionError("no"))])
    slot = WorkerSlot("fake", lambda: worker, Limits())
    with pytest.raises(ZeroDivisionError):
        slot.ask("work", Phase.SOLVING)
    assert (slot.worker, slot.busy) == (worker, False)


def test_messages_of_a_replaced_worker_are_dropped() -> None:
    inbox: Inbox = Queue()
    first, second = FakeWorker(inbox=inbox), FakeWorker(inbox=inbox)
    workers = iter([first, second])
    slot = WorkerSlot("fake", lambda: next(workers), Limits())
    slot.begin("work", Phase.SOLVING)
    slot.end()
    slot.begin("work", Phase.SOLVING)
    inbox.put((first, Closed()))
    inbox.put((second, ANSWERED))
    assert all_events(slot, 1) == [ANSWERED]


# A pool.

LAYOUT = latin(2)
PUZZLES = [Puzzle.from_givens({"A1": value}, LAYOUT) for value in (1, 2)]
GRIDS = {PUZZLES[0].candidates: (1, 2, 2, 1), PUZZLES[1].candidates: (2, 1, 1, 2)}


def answers(message: object) -> list[object]:
    if isinstance(message, Open):
        return [Opened(1.0, 0.25)]
    assert isinstance(message, Solve)
    return [part for each in message.puzzles for part in (Solution(GRIDS[each]), Answered(True, {}, "fake"))]


class Workers:
    """Makes the workers of a pool; the first ones react as listed, the others answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *reactions: Callable[[Any], list[object]]) -> None:
        self.made: list[FakeWorker] = []
        self._reactions = deque(reactions)
        monkeypatch.setattr(pool_module, "Worker", self._make)

    def _make(self, _name: str, _make: object, inbox: Inbox, *_: object) -> FakeWorker:
        self.made.append(FakeWorker(self._reactions.popleft() if self._reactions else answers, inbox))
        return self.made[-1]


def test_a_pool_keeps_the_order_and_gives_more_at_once_to_a_quick_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(monkeypatch)
    pool = Pool({"a": "a", "b": "b"}, 2, Limits(), at_work=3)
    puzzles = [PUZZLES[number % 3 % 2] for number in range(200)]
    found: list[tuple[Puzzle, Any]] = list(pool.answers(puzzles))
    assert [puzzle for puzzle, _ in found] == puzzles
    for puzzle, results in found:
        assert [result.solutions for result in results] == [(GRIDS[puzzle.candidates],)] * 2
    shares = [len(message.puzzles) for message in workers.made[0].sent if isinstance(message, Solve)]
    assert shares[:4] == [1, 2, 4, 8]
    assert max(shares) <= 32
    # The set-up is part of the first result of each worker.
    assert sum("load_seconds" in result.statistics for _, each in found for result in each) == len(workers.made)
    pool.close()
    assert not any(worker.child.alive for worker in workers.made)


@pytest.mark.parametrize("comparing", [True, False])
def test_a_lost_worker_costs_the_puzzle_that_it_was_at(monkeypatch: pytest.MonkeyPatch, comparing: bool) -> None:
    def late_at_the_second(message: object) -> list[object]:
        asked = len(workers.made[0].sent)
        return answers(message) if asked < 3 else answers(message)[:1]

    workers = Workers(monkeypatch, late_at_the_second)
    pool = Pool({"fake": "fake"}, 2, Limits(0.01, grace_seconds=0.0), at_work=1, comparing=comparing)
    found = [answer for _, (answer,) in pool.answers(PUZZLES * 3)]
    pool.close()
    verdicts = [answer.verdict if isinstance(answer, Result) else type(answer) for answer in found]
    # What a late worker had found is an answer, unless answers are compared.
    late = BackendTimedOut if comparing else Verdict.SAT
    assert verdicts == [Verdict.SAT, late, *[Verdict.SAT] * 4]
    assert comparing or [answer.exhausted for answer in found[:3]] == [True, False, True]  # type: ignore[union-attr]
    assert len(workers.made) == 2


def test_a_session_that_does_not_open_fails_all_puzzles_that_the_worker_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def opens_latin_only(message: object) -> list[object]:
        refused = isinstance(message, Open) and message.layout != LAYOUT
        return [Failed(MemoryError("too large"))] if refused else answers(message)

    workers = Workers(monkeypatch, opens_latin_only)
    pool = Pool({"fake": "fake"}, 2, Limits(), at_work=1)
    puzzles = [*PUZZLES * 3, *[Puzzle.empty(classic(4))] * 2, *PUZZLES]
    found = [answer for _, (answer,) in pool.answers(puzzles)]
    pool.close()
    assert [type(answer) for answer in found] == [*[Result] * 6, *[MemoryError] * 2, *[Result] * 2]
    assert len(workers.made) == 2


def test_no_more_workers_than_allowed_have_work(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = Workers(monkeypatch, *[lambda _: []] * 9)
    pool = Pool({"a": "a", "b": "b", "c": "c"}, 2, Limits(), at_work=2)
    monkeypatch.setattr(pool, "_wait", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        next(pool.answers(PUZZLES))
    assert [worker.child.alive for worker in workers.made] == [False, False]


@pytest.mark.parametrize(("comparing", "most"), [(True, 12), (False, 1 + 2 + 4)])
def test_puzzles_are_taken_ahead_of_their_turn(monkeypatch: pytest.MonkeyPatch, comparing: bool, most: int) -> None:
    """Up to the bound where they may take time to make, else when a worker is free."""
    Workers(monkeypatch)
    taken = itertools.count()
    endless = (PUZZLES[next(taken) % 2] for _ in itertools.count())
    pool = Pool({"fake": "fake"}, 2, Limits(), at_work=1, comparing=comparing, ahead=10)
    stream = pool.answers(endless)
    next(stream)
    next(stream)
    assert next(taken) <= most
    stream.close()  # type: ignore[attr-defined]  # a generator
    pool.close()


# Platforms.


@pytest.mark.parametrize(("platform", "count"), [("linux", 0), ("darwin", 2), ("win32", 2)])
def test_limits_that_a_platform_cannot_keep(monkeypatch: pytest.MonkeyPatch, platform: str, count: int) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert len(missing_here()) == count
    assert all(sentence.endswith(".") for sentence in missing_here())


def test_psutil_is_not_loaded_where_no_process_is_started() -> None:
    script = (
        "import sys, unitdoku.encoders.workers.session, unitdoku.encoders.workers.pool\n"
        "unitdoku.solve('1...', 'native', layout='latin:2')\nprint('psutil' in sys.modules)"
    )
    assert printed_by(script) == "False\n"
