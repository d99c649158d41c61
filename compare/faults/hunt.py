"""Plants faults one after the other, in processes of their own, and tells which check catches each."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from queue import Queue
from threading import Event, Thread
from typing import NamedTuple

from ...encoders.backends.registry import is_installed
from .catalogue import FAULTS
from .checks import Catch
from .child import Child, Ended
from .fault import MINIMAL, TIME, Fault

SECONDS = 60.0
"""How long the checks may take under one fault."""

_SECONDS_WITHOUT_END = 8.0
"""The same, for a fault that is known to go on for ever; where that is longer,"""

_TIMES_UNCHANGED = 4.0
"""so many times what the checks take of the unchanged code: a slow machine must not look like no end."""


class Outcome(NamedTuple):
    """What became of one fault, or of the unchanged code where `fault` is None."""

    fault: Fault | None
    seed: int
    backends: tuple[str, ...]
    caught_by: str | None = None
    """The check, or `CRASH` or `TIME` for a fault that may end so; None where nothing caught it."""
    puzzles: int = 0
    """How many puzzles or texts of that check it took; of all checks, where nothing was found."""
    seconds: float = 0.0
    finding: str = ""
    """What the check said; or how the process ended."""
    missing: str = ""
    """What to install before the fault can be planted."""

    @property
    def good(self) -> bool:
        """Whether it is as it should be: a fault is caught, or cannot be planted here; the unchanged code passes."""
        if self.fault is None:
            return self.caught_by is None and not self.finding
        return bool(self.missing or self.caught_by is not None)


class _Task(NamedTuple):
    fault: Fault | None
    seed: int
    backends: tuple[str, ...]


def usual_backends() -> tuple[str, ...]:
    """Who is asked whatever the fault is: the native solver in both forms, and minimal clauses where PySAT is there."""
    native = ("reference", "reference:twins")
    return (*native, MINIMAL) if is_installed(MINIMAL) else native


def hunt(faults: Iterable[Fault] = FAULTS, seed: int = 0, jobs: int = 2, seconds: float = SECONDS) -> Iterator[Outcome]:
    """What became of each fault, as soon as it is known; `jobs` are at work at a time.

    A process takes fault after fault, each planted when the one before is taken back; at its end it has to find the
    code unchanged, which is an outcome too. One that ends or takes too long is replaced, in the end too: the unchanged
    code is checked whatever became of the faults, and where none could be planted.
    """
    usual = usual_backends()
    tasks = []
    for fault in faults:
        missing = fault.missing
        if missing:
            yield Outcome(fault, seed, fault.asked, missing=missing)
        else:
            tasks.append(_Task(fault, seed, tuple(dict.fromkeys((*usual, *fault.asked)))))
    yield from _done(tasks, jobs, seconds, _Task(None, seed, usual))


def unchanged(
    faults: Iterable[Fault] = FAULTS, seeds: Sequence[int] = (0,), jobs: int = 2, seconds: float = SECONDS
) -> Iterator[Outcome]:
    """What the checks say of the code as it is, seed by seed and backend by backend of those that the faults need."""
    asked = {name: None for fault in faults if not fault.missing for name in fault.asked}
    groups = [usual_backends(), *((name,) for name in asked if name not in usual_backends())]
    yield from _done([_Task(None, seed, group) for seed in seeds for group in groups], jobs, seconds)


def _done(tasks: Sequence[_Task], jobs: int, seconds: float, last: _Task | None = None) -> Iterator[Outcome]:
    """The outcomes of the tasks, in the order in which they end; `last` is a task that ends each process."""
    left = deque(tasks)
    outcomes: Queue[Outcome | BaseException | None] = Queue()
    children: list[Child] = []
    stopped = Event()

    def started() -> Child:
        child = Child()
        children.append(child)
        if stopped.is_set():
            child.end()  # nobody else does
        return child

    def work() -> None:
        child: Child | None = None
        try:
            while left:
                task = left.popleft()
                child = child or started()
                answer, outcome = _asked(child, task, seconds)
                outcomes.put(outcome)
                if isinstance(answer, Ended):
                    child = None
            if last is not None and not stopped.is_set():
                outcomes.put(_asked(child or started(), last, seconds)[1])
        except BaseException as error:
            outcomes.put(error)
        outcomes.put(None)

    if jobs < 1:
        raise ValueError(f"the number of jobs is 1 or more, not {jobs}")
    threads = [Thread(target=work, daemon=True) for _ in range(min(jobs, max(1, len(tasks))))]
    try:
        for thread in threads:
            thread.start()
        at_work = len(threads)
        while at_work:
            outcome = outcomes.get()
            if isinstance(outcome, BaseException):
                raise outcome
            if outcome is None:
                at_work -= 1
            else:
                yield outcome
    finally:
        stopped.set()
        left.clear()
        for child in children:
            child.end()


def _asked(child: Child, task: _Task, seconds: float) -> tuple[Catch | Ended, Outcome]:
    """What the process answered, and what that says of the fault."""
    fault = task.fault
    if fault is None:
        answer = child.check(None, task.seed, task.backends, seconds)
        return answer, _outcome(task, answer)
    if fault.ends_in == TIME:
        clean = child.check(None, task.seed, task.backends, seconds)
        if isinstance(clean, Ended):
            return clean, Outcome(*task, finding=f"cannot be told from the unchanged code, whose process {clean.told}")
        seconds = max(min(seconds, _SECONDS_WITHOUT_END), _TIMES_UNCHANGED * clean.seconds)
    answer = child.check(fault.name, task.seed, task.backends, seconds)
    return answer, _outcome(task, answer)


def _outcome(task: _Task, answer: Catch | Ended) -> Outcome:
    if isinstance(answer, Catch):
        return Outcome(*task, answer.check, answer.puzzles, answer.seconds, answer.finding)
    caught = task.fault is not None and task.fault.ends_in == answer.how
    return Outcome(*task, answer.how if caught else None, finding=f"its process {answer.told}")
