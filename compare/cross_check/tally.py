"""What one backend did in a cross-check: counts and times."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from math import isnan, nan

from ...reference.contract.errors import Unsupported
from ...reference.contract.judgement import settled
from ...reference.contract.result import Result, Verdict
from .finding import Answer, FindingKind


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
