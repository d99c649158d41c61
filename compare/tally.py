"""What one backend did with a stream of puzzles, added up."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from ..reference.result import Verdict
from .agreement import Answer, settled


@dataclass
class Tally:
    """Counts and times of a backend; times in seconds of wall clock."""

    solved: int = 0
    """Puzzles with a solution found."""
    unsolvable: int = 0
    """Puzzles proven to have none."""
    unknown: int = 0
    """Puzzles without a verdict."""
    failed: int = 0
    """Puzzles on which the backend raised an exception."""
    unique: int = 0
    """Puzzles with one solution, proven to be the only one."""
    setup_seconds: float = 0.0
    """Spent on opening sessions: encoding and loading."""
    seconds: array[float] = field(default_factory=lambda: array("d"))
    """Spent on each puzzle, in order."""
    settled: bytearray = field(default_factory=bytearray)
    """For each puzzle 1 where the question was answered in full, else 0."""

    def add(self, answer: Answer, seconds: float, limit: int) -> None:
        """Counts one more answer."""
        self.seconds.append(seconds)
        if isinstance(answer, Exception):
            self.failed += 1
            self.settled.append(0)
            return
        self.settled.append(settled(answer, limit))
        self.solved += answer.verdict == Verdict.SAT
        self.unsolvable += answer.verdict == Verdict.UNSAT
        self.unknown += answer.verdict == Verdict.UNKNOWN
        self.unique += answer.unique is True

    @property
    def unsettled(self) -> int:
        """Puzzles whose question was not answered in full, failures among them."""
        return len(self.settled) - sum(self.settled)

    @property
    def median_seconds(self) -> float | None:
        """The median time a puzzle, time-outs included as what they took; None without puzzles."""
        from statistics import median  # here, as it takes longer to import than all of this package

        return median(self.seconds) if self.seconds else None

    @property
    def total_seconds(self) -> float:
        """All times added up, set-up not included."""
        return sum(self.seconds)

    def speed_against(self, other: Tally) -> float | None:
        """How many times faster than the other on the puzzles that both settled; None where there are none."""
        both = [index for index, done in enumerate(self.settled) if done and other.settled[index]]
        mine = sum(self.seconds[index] for index in both)
        return sum(other.seconds[index] for index in both) / mine if mine else None
