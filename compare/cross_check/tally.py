"""What one backend did with a stream of puzzles, added up."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from math import isnan, nan

from ...reference.judgement import settled
from ...reference.result import Verdict
from .agreement import Answer
from .finding import FindingKind, kind_of


@dataclass
class Tally:
    """Counts and times of a backend; times in seconds of wall clock. A wrong answer counts as failed and no more."""

    solved: int = 0
    """Puzzles with a solution found."""
    unsolvable: int = 0
    """Puzzles proven to have none."""
    unknown: int = 0
    """Puzzles without a verdict."""
    failures: Counter[FindingKind] = field(default_factory=Counter)
    """Puzzles on which the backend failed, by the class of what was found first."""
    unique: int = 0
    """Puzzles with one solution, proven to be the only one."""
    setup_seconds: float = 0.0
    """Spent on encoding and loading."""
    seconds: array[float] = field(default_factory=lambda: array("d"))
    """Spent on each puzzle, in order; NaN where the backend failed."""
    settled: bytearray = field(default_factory=bytearray)
    """For each puzzle 1 where the question was answered in full, else 0."""

    def add(self, answer: Answer, seconds: float, limit: int, failure: FindingKind | None = None) -> None:
        """Counts one more answer; `failure` says what is wrong with it."""
        if failure is not None or isinstance(answer, Exception):
            self.failures[failure or kind_of(answer)] += 1  # type: ignore[arg-type]  # one of them is there
            self.seconds.append(nan)
            self.settled.append(0)
            return
        self.seconds.append(seconds)
        self.settled.append(settled(answer, limit))
        self.solved += answer.verdict == Verdict.SAT
        self.unsolvable += answer.verdict == Verdict.UNSAT
        self.unknown += answer.verdict == Verdict.UNKNOWN
        self.unique += answer.unique is True

    @property
    def failed(self) -> int:
        """Puzzles on which the backend failed, in whatever way."""
        return self.failures.total()

    @property
    def open(self) -> int:
        """Puzzles whose question was not answered in full, most often as the time was over."""
        return len(self.settled) - sum(self.settled) - self.failed

    @property
    def median_seconds(self) -> float | None:
        """The median time a puzzle, time-outs as what they took and failures left out; None where none are left."""
        from statistics import median  # here, as it takes longer to import than all of this package

        taken = self._taken()
        return median(taken) if taken else None

    @property
    def total_seconds(self) -> float:
        """All times added up, failures and set-up left out."""
        return sum(self._taken())

    def speed_against(self, other: Tally) -> float | None:
        """How many times faster than the other on the puzzles that both settled; None where there are none."""
        both = [index for index, done in enumerate(self.settled) if done and other.settled[index]]
        mine = sum(self.seconds[index] for index in both)
        return sum(other.seconds[index] for index in both) / mine if mine else None

    def _taken(self) -> list[float]:
        return [seconds for seconds in self.seconds if not isnan(seconds)]
