"""A batch: the part of a race that is run in one piece, and what comes of each of its questions.

In a warm race a session answers the puzzles of one batch, in their order, and the next batch has one of its own. So
what a solver has learned by the time it gets a puzzle, and with it every count in its result, follows from the plan
alone: not from the process or the machine that the batch is run on, nor from where a run was interrupted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, NamedTuple

from ...reference.grid import Grid
from ...reference.judgement import is_settled
from ...reference.puzzle import Puzzle
from ..cross_check.finding import FindingKind


@dataclass(frozen=True)
class Batch:
    """Puzzles for one backend, to be asked in this order; it can be sent to another machine."""

    entry: int
    """The entrant in the run, see `RacePlan.entries`."""
    number: int
    """Of the batches of this entry, from 0: those with the same number have the same puzzles."""
    backend: str
    cold: bool
    """Whether each puzzle gets a new session."""
    limit: int
    seconds: float | None
    setup_seconds: float | None
    memory: int | None
    numbers: tuple[int, ...]
    """What the puzzles are called in their corpus."""
    puzzles: tuple[Puzzle, ...]
    known: int = 0
    """The results of so many puzzles at the beginning are there already, and not told again."""
    begin: int = 0
    """Where a session began before those ended: puzzles from here on are asked again, so that it comes to the same."""

    def __len__(self) -> int:
        return len(self.puzzles)

    def going_on(self, settled: Sequence[bool]) -> Batch:
        """The same with the results of the first puzzles there; `settled` tells which of these answered in full.

        Only a session that answered in full goes on to the next puzzle.
        """
        known = len(settled)
        begin = known if self.cold or known == len(self) else self._begin_of_layout(known)
        for index in range(begin, known):
            if not settled[index]:
                begin = index + 1
        return replace(self, known=known, begin=begin)

    def _begin_of_layout(self, index: int) -> int:
        layout = self.puzzles[index].layout
        while index and self.puzzles[index - 1].layout == layout:
            index -= 1
        return index


class RaceResult(NamedTuple):
    """What came of one question; times in nanoseconds, memory in KiB, counts None where the solver does not tell."""

    puzzle: int
    """Its number in the corpus."""
    found: int = 0
    """Distinct solutions."""
    exhausted: bool = False
    """Whether it is claimed that there are no others."""
    digest: int = 0
    """Of the set of solutions, see `digest_of`."""
    wall: int = 0
    """Wall-clock time of solving."""
    cpu: int = 0
    """Processor time meanwhile, over all threads and ended children."""
    encode: int = 0
    load: int = 0
    """Both: set-up that was paid for this puzzle; in a warm session by the first one."""
    peak: int = 0
    """The most memory that the process of the backend had held by then."""
    pace: int = 0
    """What a fixed piece of work took there just before the batch; 0 where nobody could tell."""
    guesses: int | None = None
    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    failure: FindingKind | None = None
    """What is wrong with the answer whatever others say; found, exhausted and digest then mean nothing."""
    said: str = ""
    """The same in words."""

    def is_settled(self, limit: int) -> bool:
        """Whether the question was answered in full."""
        return self.failure is None and is_settled(self.found, self.exhausted, limit)


class Raced(NamedTuple):
    """The results of a batch that were not known, in order, and where it was run."""

    results: list[RaceResult]
    machine: dict[str, Any]


def digest_of(grids: Sequence[Grid]) -> int:
    """A number of 64 bits with a sign, the same for the same set of grids in whatever order; 0 for none."""
    whole = sum(int.from_bytes(blake2b(bytes(grid), digest_size=8).digest(), "big") for grid in grids)
    return (whole & (1 << 64) - 1) - (1 << 63 if grids else 0)
