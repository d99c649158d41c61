"""What an entry of a run comes to: how many puzzles it settled, and how long they took it."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf
from statistics import fmean

from ..cross_check.finding import FindingKind
from ..races.plan import COLD
from .reading import ResultsFile
from .stored import Refuted, StoredEntry, StoredRun

_NO_ANSWER = {FindingKind.WRONG.value, FindingKind.INVALID.value}
"""Failures that are answers, and wrong ones."""


@dataclass(frozen=True)
class Summary:
    """An entry's results, added up. Times are in seconds of wall clock, and those of `StoredResult.seconds`.

    A puzzle that was not settled, for whatever reason, counts as infinitely long in medians and percentiles and twice
    the limit in PAR-2. An entry with a wrong answer is disqualified: its times are not to be compared.
    """

    entry: StoredEntry
    limit: float | None
    """Seconds for a question."""
    times: array[float]
    """Of each puzzle with a result, in the order of their numbers; infinite where it was not settled."""
    puzzles: array[int]
    """The numbers of those."""
    solvable: int
    """Puzzles with a solution found and the question answered in full."""
    unsolvable: int
    """Puzzles proven to have none."""
    unique: int
    """Puzzles with one solution that was proven to be the only one."""
    failures: Counter[str]
    """Kind of failure to how many."""
    refuted: list[Refuted]
    par2: float | None
    """Mean time with twice the limit for what was not settled, in cold mode with its set-up; None without a limit where
    not all were."""
    setup_seconds: float
    """Of encoding and loading: in cold mode for each puzzle, warm once for each layout, as one session would pay."""
    wall_seconds: float
    """Of solving, all puzzles together, settled or not."""
    cpu_seconds: float
    peak_kib: int
    guesses: int | None
    """Over all settled puzzles; None where the solver does not count them."""
    without_guess: int | None
    """Settled puzzles that took none."""
    conflicts: int | None

    @property
    def count(self) -> int:
        """Puzzles with a result."""
        return len(self.times)

    @property
    def settled(self) -> int:
        """Puzzles whose question was answered in full and, as far as anybody knows, rightly."""
        return self.solvable + self.unsolvable

    @property
    def wrong(self) -> int:
        """Wrong answers: grids that are no solutions, no grids at all, refuted claims."""
        return len(self.refuted) + sum(self.failures[kind] for kind in _NO_ANSWER)

    @property
    def failed(self) -> int:
        """Puzzles on which it crashed, had to be stopped, or ran out of memory."""
        return self.failures.total() - sum(self.failures[kind] for kind in _NO_ANSWER)

    @property
    def open(self) -> int:
        """Puzzles that were honestly given up when the time was over."""
        return self.count - self.settled - self.wrong - self.failed

    @property
    def disqualified(self) -> bool:
        """Whether an answer was wrong."""
        return self.wrong > 0

    @property
    def median(self) -> float | None:
        """Half of the puzzles took no longer; infinite where more than that were not settled, None without results."""
        return self.percentile(50)

    def percentile(self, percent: float) -> float | None:
        """The least time within which so many percent of the puzzles were settled."""
        return nearest_rank(sorted(self.times), percent) if self.times else None

    @property
    def share_without_guess(self) -> float | None:
        """Of all puzzles with a result, those that were settled without a guess; None where that is not known."""
        return None if self.without_guess is None or not self.count else self.without_guess / self.count


def nearest_rank(ordered: Sequence[float], percent: float) -> float:
    """The least of the ascending numbers, of which there is one at least, that so many percent do not exceed."""
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def summaries(results: ResultsFile, run: StoredRun) -> dict[int, Summary]:
    """The summary of each entry by its id, in the order of the plan."""
    refuted = results.refuted(run)
    layouts = {corpus: results.layouts(corpus) for corpus in {entry.corpus for entry in run.entries}}
    return {
        entry.id: _summary(results, run, entry, refuted.get(entry.id, []), layouts[entry.corpus])
        for entry in run.entries
    }


def ranked(contest: Sequence[Summary]) -> list[Summary]:
    """The best first: most settled, then least PAR-2, then least median; those that are disqualified last."""

    def rank(summary: Summary) -> tuple[bool, int, float, float]:
        par2, median = summary.par2, summary.median
        return summary.disqualified, -summary.settled, inf if par2 is None else par2, inf if median is None else median

    return sorted(contest, key=rank)


def _summary(
    results: ResultsFile, run: StoredRun, entry: StoredEntry, refuted: list[Refuted], layouts: Mapping[int, int]
) -> Summary:
    times, puzzles = array("d"), array("q")
    solvable = unsolvable = unique = peak = 0
    wall = cpu = penalties = 0.0
    setups: dict[int, list[float]] = {}
    guesses: list[int] = []
    conflicts: list[int] = []
    failures: Counter[str] = Counter()
    lied = {claim.puzzle for claim in refuted}
    for result in results.results(entry):
        settled = result.is_settled(entry.question.limit) and result.puzzle not in lied
        puzzles.append(result.puzzle)
        times.append(result.seconds(entry.mode) if settled else inf)
        if not settled:
            penalties += inf if run.seconds is None else 2 * run.seconds + result.seconds(entry.mode) - result.wall
        wall, cpu = wall + result.wall, cpu + result.cpu
        if result.setup:
            # Cold, each puzzle counts by itself.
            part = result.puzzle if entry.mode == COLD else layouts[result.puzzle]
            setups.setdefault(part, []).append(result.setup)
        peak = max(peak, result.peak)
        if result.failure is not None:
            failures[result.failure] += 1
        if settled:
            solvable += result.found > 0
            unsolvable += not result.found
            unique += result.found == 1 and result.exhausted
            guesses += _known(result.guesses)
            conflicts += _known(result.conflicts)
    return Summary(
        entry=entry,
        limit=run.seconds,
        times=times,
        puzzles=puzzles,
        solvable=solvable,
        unsolvable=unsolvable,
        unique=unique,
        failures=failures,
        refuted=refuted,
        par2=_mean([*(seconds for seconds in times if seconds < inf), penalties], len(times)),
        setup_seconds=sum(map(fmean, setups.values())),
        wall_seconds=wall,
        cpu_seconds=cpu,
        peak_kib=peak,
        guesses=sum(guesses) if guesses else None,
        without_guess=guesses.count(0) if guesses else None,
        conflicts=sum(conflicts) if conflicts else None,
    )


def _mean(parts: Sequence[float], count: int) -> float | None:
    total = sum(parts)
    return total / count if count and total < inf else None


def _known(count: int | None) -> Iterator[int]:
    if count is not None:
        yield count
