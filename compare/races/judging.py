"""A batch, the part of a race that is run in one piece, and the judgement of its answers.

In a warm race one session answers the puzzles of a batch, in their order, and the next batch gets a new session. So
what a solver has learned when it gets a puzzle, and with it each count in its result, follows from the plan alone: not
from the process or the machine that runs the batch, nor from where a run was interrupted. A time limit that is reached
depends on the clock. Then so do the counts of that puzzle, and those of the next ones, which get a new session.

An answer is judged once, as a result: `judged` compares it with the rules and with what is known of the puzzle, and
`refute` compares the results of several backends, as soon as all are there. Nothing else sets a `failure`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b

from ...encoders.workers.limits import LATE_SECONDS, Limits
from ...reference.contract.errors import Unsupported
from ...reference.contract.judgement import claim, is_refuted, settled
from ...reference.contract.result import Result
from ...reference.model.grid import Grid
from ...reference.model.puzzle import Puzzle
from ..cross_check.asking import CERTIFICATE
from ..cross_check.finding import FindingKind, findings
from ..generators.kinds import CONSTRUCTION
from .columns import COUNTED, RaceResult

_IN_TIME = 0.9
"""The share of the time limit within which a call has to end, so that time is not what its answer lacks."""


@dataclass(frozen=True)
class Batch:
    """Puzzles for one backend, to be asked in this order; it can be pickled for another machine."""

    entry: int
    """The number of the entry in the run, see `RacePlan.entries`."""
    number: int
    """Of the batches of this entry, from 0: batches with the same number have the same puzzles."""
    backend: str
    made_by: str | bytes
    """What the backend is made by: its name, or an object of the caller by `as_bytes`."""
    cold: bool
    """Whether each puzzle gets a new session."""
    limit: int
    """Solutions that are asked for."""
    limits: Limits
    numbers: tuple[int, ...]
    """The numbers of the puzzles in their corpus."""
    puzzles: tuple[Puzzle, ...]
    known: int = 0
    """The number of puzzles, from the first, that have a result already. Their results are not returned again."""
    truths: Mapping[int, Result] = field(default_factory=dict)
    """What is known of puzzles, by number: of control puzzles (below 0), and what certificates prove."""
    begin: int = 0
    """The first puzzle to ask. It may be a known one: a new session answers it again, to reach the state of the session
    that was lost."""

    def __len__(self) -> int:
        return len(self.puzzles)

    def resumed(self, settled: Sequence[bool]) -> Batch:
        """Returns what is left of the batch; `settled` says for each known puzzle whether it was answered in full.

        A session goes on to the next puzzle only after a full answer, and on the same layout.
        """
        known = len(settled)
        begin = known
        if not self.cold and known < len(self):
            layout = self.puzzles[known].layout
            while begin and settled[begin - 1] and self.puzzles[begin - 1].layout == layout:
                begin -= 1
        return replace(self, known=known, begin=begin)


def judged(
    answer: Result | Exception, puzzle: Puzzle, result: RaceResult, batch: Batch, seconds: float | None = None
) -> RaceResult:
    """Completes and returns the result of a question of a batch with a limit of `seconds`.

    The result has the number of the puzzle and the times of the whole call. Encoding and loading during the call, which
    the answer reports, count as set-up and not as solving.
    """
    if isinstance(answer, Unsupported):
        result.said = f"declined: {answer}"
        return result
    if isinstance(answer, Result):
        result.in_time = seconds is None or result.wall < 1e9 * seconds * _IN_TIME
        encode, load = (round(1e9 * answer.statistics.get(part, 0.0)) for part in ("encode_seconds", "load_seconds"))
        result.wall = max(0, result.wall - encode - load)
        result.encode += encode
        result.load += load
    result.failure, result.said = _failure(answer, puzzle, result, batch, seconds)
    if isinstance(answer, Result) and result.failure is None:
        result.found = len(answer.solutions)
        result.exhausted = answer.exhausted
        result.digest = digest_of(list(map(puzzle.layout.shown_part, answer.solutions)))
        for column in COUNTED:
            known = next((name for name in column.reported if name in answer.statistics), None)
            if known is not None:
                setattr(result, column.name, int(answer.statistics[known]))
    return result


def _failure(
    answer: Result | Exception, puzzle: Puzzle, result: RaceResult, batch: Batch, seconds: float | None
) -> tuple[FindingKind, str] | tuple[None, None]:
    """Returns what is wrong with an answer, and that in words; None, None where nothing is."""
    answers: dict[str, Result | Exception] = {batch.backend: answer}
    truth = batch.truths.get(result.puzzle)
    there = ""
    if truth is not None:
        answers[CONSTRUCTION if result.puzzle < 0 else CERTIFICATE] = truth
        if result.puzzle < 0:
            there = f": a control puzzle, which has {'two solutions or more' if truth.solutions else 'no solution'}"
    for finding in findings(puzzle, answers, batch.limit):
        if finding.backend == batch.backend:
            return finding.kind, finding.text + there
    if isinstance(answer, Result) and seconds is not None and settled(answer, batch.limit):
        late = result.wall / 1e9 - seconds
        if late > LATE_SECONDS:
            return FindingKind.TIMED_OUT, f"answered {late:.2f} s after its time was over"
    return None, None


def refute(answers: list[tuple[str, RaceResult]]) -> None:
    """Makes refuted claims failures, of answers of these backends to one puzzle, none of which is a failure yet.

    Solutions that break the rules are failures: so `is_refuted` may compare sets of solutions.
    """
    if len({result.digest for _, result in answers}) == 1:
        return
    for _, mine in answers:
        for backend, theirs in answers:
            if mine.exhausted and is_refuted(mine.found, mine.digest, theirs.found, theirs.digest):
                more = theirs.found if theirs.found > mine.found else "another"
                mine.failure, mine.said = FindingKind.WRONG, f"{claim(mine.found)}, but {backend} found {more}"
                break


def digest_of(grids: Sequence[Grid]) -> int:
    """Returns a signed number of 64 bits: the same for the same set of grids, or of their shown parts, in any order.

    0 for none.
    """
    whole = sum(int.from_bytes(blake2b(bytes(grid), digest_size=8).digest(), "big") for grid in grids)
    return (whole & (1 << 64) - 1) - (1 << 63 if grids else 0)
