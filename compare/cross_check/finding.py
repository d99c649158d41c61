"""What is wrong with the answers to one puzzle: findings, in five classes that are never mixed."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import isnan, nan
from typing import NamedTuple, TypeAlias

from ...reference.contract.errors import (
    BackendError,
    BackendOutOfMemory,
    BackendTimedOut,
    InvalidAnswer,
    Unsupported,
    WrongAnswer,
)
from ...reference.contract.judgement import claim, defect_of, defects, missed, settled
from ...reference.contract.result import STOPPED, Result, Verdict
from ...reference.model.grid import Grid
from ...reference.model.puzzle import Puzzle

Answer: TypeAlias = "Result | Exception"
"""What a backend did with a puzzle: its result, or the exception that it raised."""


class FindingKind(StrEnum):
    """The class of a finding. "Not settled in time" is no finding but the verdict UNKNOWN."""

    CRASHED = "crashed"
    """The backend raised an exception, or its process ended: an abort, a segmentation fault, an exit."""
    TIMED_OUT = "timed out"
    """The backend neither answered nor gave up at its deadline, and was stopped. A session that stops its own SAT
    solver, as those of `dimacs:` do, has given up."""
    OUT_OF_MEMORY = "out of memory"
    """The backend exceeded its memory limit, and was stopped."""
    INVALID = "invalid"
    """The answer is not well-formed: a grid of the wrong length, a value out of range, too many solutions."""
    WRONG = "wrong"
    """The answer is not true: a grid that breaks the rules, or a claim that a solution of another backend refutes."""


class Finding(NamedTuple):
    """One thing that is wrong with the answer of one backend to one puzzle."""

    kind: FindingKind
    backend: str
    way: str
    """In which way, in a word or two: findings of the same kind and way are alike."""
    text: str
    """What the backend did, to be read after its name."""
    against: str | None = None
    """The backend whose solution refutes the answer; None where the answer alone shows the finding."""

    @property
    def signature(self) -> tuple[FindingKind, str, str, str | None]:
        """Returns what findings have in common when the same backends disagree in the same way."""
        return self.kind, self.backend, self.way, self.against

    def __str__(self) -> str:
        return f"{self.backend} {self.text}"


class Disagreement(NamedTuple):
    """Backends answered one puzzle differently, or one of them failed or answered wrongly; as text, in which ways."""

    puzzle: Puzzle
    results: Mapping[str, Answer]
    """For each backend its result, or the exception that it raised."""
    findings: Sequence[Finding]
    """What is wrong with which backend."""
    versions: Mapping[str, str]
    """Package to version."""
    place: str = ""
    """Where the puzzle came from."""

    def __str__(self) -> str:
        return "; ".join(map(str, self.findings))


_KINDS: tuple[tuple[type[Exception], FindingKind], ...] = (
    (BackendTimedOut, FindingKind.TIMED_OUT),
    (BackendOutOfMemory, FindingKind.OUT_OF_MEMORY),
    (MemoryError, FindingKind.OUT_OF_MEMORY),
    (InvalidAnswer, FindingKind.INVALID),
    (WrongAnswer, FindingKind.WRONG),
)


def kind_of(error: type[Exception]) -> FindingKind:
    """Returns the class of findings for a type of exception that a backend raised: a crash, unless it says more."""
    return next((kind for errors, kind in _KINDS if issubclass(error, errors)), FindingKind.CRASHED)


def findings(puzzle: Puzzle, answers: Mapping[str, Answer], limit: int) -> list[Finding]:
    """Returns all that is wrong with answers to a question for up to `limit` solutions, in the order of the answers.

    Findings that one answer shows alone come first. Then the answers are compared: an answer that claims to hold all
    solutions must hold every true solution that any backend found. It follows that settled verdicts and counts are
    equal. A solution can be checked by the rules, so it is always clear which of two answers is wrong. An answer
    without a claim, for lack of time, contradicts no other.
    """
    found = [own for name, answer in answers.items() for own in _own(answer, name, puzzle, limit)]
    faulty = {own.backend for own in found}
    results = {name: answer for name, answer in answers.items() if isinstance(answer, Result)}
    shown_part = puzzle.layout.shown_part
    finders: dict[Grid, str] = {}  # by what a solution shows: two backends may fill other cells differently
    for name, result in results.items():
        for grid in result.solutions:
            if name not in faulty or defect_of(grid, puzzle) is None:
                finders.setdefault(shown_part(grid), name)
    for name, result in results.items():
        claimed = list(map(shown_part, result.solutions))
        others = missed(claimed, finders.keys()) if result.exhausted and name not in faulty else ()
        if others:
            witness = next(finder for grid, finder in finders.items() if grid in others)
            count = len(result.solutions)
            way = {0: "says none", 1: "says unique"}.get(count, "says all")
            text = f"{claim(count)}, but {witness} found {'another' if count else 'one'}"
            found.append(Finding(FindingKind.WRONG, name, way, text, witness))
    return found


def _own(answer: Answer, name: str, puzzle: Puzzle, limit: int) -> Iterator[Finding]:
    """Yields what is wrong with an answer, seen without the others. To decline a puzzle is not wrong."""
    if isinstance(answer, Unsupported):
        return
    if isinstance(answer, Exception):
        yield Finding(kind_of(type(answer)), name, type(answer).__name__, _raised(name, answer))
        return
    if STOPPED in answer.statistics and not settled(answer, limit):
        yield Finding(FindingKind.TIMED_OUT, name, STOPPED, "had not answered when its time was over, and was stopped")
    for defect in defects(answer.solutions, puzzle, limit):
        yield Finding(kind_of(defect.error), name, defect.way, defect.text)


def _raised(name: str, error: Exception) -> str:
    """Returns the message of an error, to be read after the name; most errors of backends begin with that name."""
    message = str(error)
    if isinstance(error, BackendError) and message.startswith(name):
        rest = message[len(name) :]
        return f"failed{rest}" if rest.startswith(":") else rest.strip()
    return f"raised {type(error).__name__}" + (f": {message}" if message else "")


# What one backend did in a cross-check: counts and times.


@dataclass
class Tally:
    """What one backend did: counts, and times in seconds of wall clock. A wrong answer counts as failed only."""

    solved: int = 0
    """Puzzles with a solution found."""
    unsolvable: int = 0
    """Puzzles proven to have none."""
    unknown: int = 0
    """Puzzles without a verdict."""
    failures: Counter[FindingKind] = field(default_factory=Counter)
    """Puzzles on which the backend failed, by the class of its first finding."""
    declined: int = 0
    """Puzzles that the backend does not do, by its own account."""
    reason: str = ""
    """Why it declined the first of them."""
    unique: int = 0
    """Puzzles with one solution, proven to be the only one."""
    setup_seconds: float = 0.0
    """Time for encoding and loading."""
    seconds: array[float] = field(default_factory=lambda: array("d"))
    """Time for each puzzle, in order; NaN where the backend failed or declined."""
    settled: bytearray = field(default_factory=bytearray)
    """For each puzzle 1 where the question was answered in full, else 0."""

    def add(self, answer: Answer, limit: int, failure: FindingKind | None = None) -> None:
        """Counts one more answer; `failure` is the class of what is wrong with it."""
        taken, full = nan, False
        statistics = answer.statistics if isinstance(answer, Result) else {}
        self.setup_seconds += statistics.get("encode_seconds", 0.0) + statistics.get("load_seconds", 0.0)
        if isinstance(answer, Unsupported):
            self.declined += 1
            self.reason = self.reason or str(answer)
        elif failure is not None or isinstance(answer, Exception):
            self.failures[failure or FindingKind.CRASHED] += 1
        else:
            taken, full = statistics.get("solve_seconds", 0.0), settled(answer, limit)
            self.solved += answer.verdict == Verdict.SAT
            self.unsolvable += answer.verdict == Verdict.UNSAT
            self.unknown += answer.verdict == Verdict.UNKNOWN
            self.unique += answer.unique is True
        self.seconds.append(taken)
        self.settled.append(full)

    def __str__(self) -> str:
        median, failed = self.median_seconds, [f"{kind} {count}" for kind, count in self.failures.items()]
        declined = [f"declined {self.declined}"] if self.declined else []
        parts = [f"{sum(self.settled):,} answered", *failed, *declined, *([f"open {self.open}"] if self.open else [])]
        return ", ".join(parts) + ("" if median is None else f", median {1000 * median:.3g} ms")

    @property
    def failed(self) -> int:
        """Puzzles on which the backend failed."""
        return self.failures.total()

    @property
    def open(self) -> int:
        """Puzzles that the backend did not settle, for lack of time as a rule."""
        return len(self.settled) - sum(self.settled) - self.failed - self.declined

    @property
    def median_seconds(self) -> float | None:
        """The median time for a puzzle, time-outs included and failures left out; None where none are left."""
        from statistics import median  # here, as it takes longer to import than all of this package

        taken = [seconds for seconds in self.seconds if not isnan(seconds)]
        return median(taken) if taken else None

    @property
    def total_seconds(self) -> float:
        """The sum of all times, failures and set-up left out."""
        return sum(seconds for seconds in self.seconds if not isnan(seconds))

    def speed_against(self, other: Tally) -> float | None:
        """How many times faster than the other on the puzzles that both settled; None where there are none."""
        both = [index for index, done in enumerate(self.settled) if done and other.settled[index]]
        mine = sum(self.seconds[index] for index in both)
        return sum(other.seconds[index] for index in both) / mine if mine else None


def counted(number: int, what: str) -> str:
    """Returns a number with its noun: `1 cell`, `2,000 cells`."""
    return f"{number:,} {what}" + "s" * (number != 1)
