"""The summary of an entry of a run: how many puzzles it settled, and how long they took."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf
from statistics import fmean
from typing import NamedTuple

from ..cross_check.finding import FindingKind
from .columns import COLUMNS, read_result
from .reading import ResultsFile, StoredEntry, StoredRun

_WRONG = (FindingKind.WRONG, FindingKind.INVALID)
"""Failures that are answers, and wrong ones."""


class ResultError(NamedTuple):
    """A wrong answer to a puzzle, or none for another reason than the time limit."""

    puzzle: int
    line: str
    """The puzzle as text."""
    kind: FindingKind
    said: str


@dataclass(frozen=True)
class Summary:
    """The results of an entry, added up. Times are wall-clock seconds, as `RaceResult.seconds` has them.

    A puzzle that was not settled, for any reason, counts as infinitely long in medians and percentiles and as twice the
    limit in PAR-2. An entry with a wrong answer is disqualified: its times are not to be compared.
    """

    entry: StoredEntry
    limit: float | None
    """Seconds for a question."""
    puzzles: array[int]
    """The numbers of the puzzles with a result, ascending."""
    cells: array[int]
    """The number of cells of the layout of each of these puzzles."""
    times: array[float]
    """The time of each of these puzzles; infinite where it was not settled."""
    solvable: int
    """Puzzles with a solution found and the question answered in full."""
    unsolvable: int
    """Puzzles proven to have no solution."""
    unique: int
    """Puzzles with one solution that was proven to be the only one."""
    errors: list[ResultError]
    """By ascending number of the puzzle, refuted claims included."""
    par2: float | None
    """Mean time with twice the limit for each unsettled puzzle, in cold mode with set-up. None where there is no limit
    and a puzzle is not settled."""
    setup_seconds: float
    """Encoding and loading: cold of each puzzle, warm once for each layout, which is what one session would take."""
    without_guess: int | None
    """Settled puzzles without a guess; None where the solver does not report guesses."""
    totals: Mapping[str, int]
    """Column to its total, see `columns`. A column that may be None is added up over the settled puzzles that have a
    value, and is missing where none has; other columns are added up over all puzzles."""

    @property
    def count(self) -> int:
        """Puzzles with a result."""
        return len(self.times)

    @property
    def settled(self) -> int:
        """Puzzles whose question was answered in full, and not wrongly as far as is known."""
        return self.solvable + self.unsolvable

    @property
    def wrong(self) -> int:
        """Wrong answers: grids that are no solutions or no grids, refuted claims."""
        return sum(error.kind in _WRONG for error in self.errors)

    @property
    def failed(self) -> int:
        """Puzzles on which the backend crashed, had to be stopped, or ran out of memory."""
        return len(self.errors) - self.wrong

    @property
    def open(self) -> int:
        """Puzzles that the backend gave up when the time was over."""
        return self.count - self.settled - self.wrong - self.failed

    @property
    def disqualified(self) -> bool:
        """Whether an answer was wrong."""
        return self.wrong > 0

    @property
    def median(self) -> float | None:
        """The median time; infinite where more than half of the puzzles were not settled, None without results."""
        return self.percentile(50)

    @property
    def wall_seconds(self) -> float:
        """Solving, all puzzles together, settled or not."""
        return self.totals.get("wall", 0) / 1e9

    @property
    def cpu_seconds(self) -> float:
        """Processor time of solving, all puzzles together."""
        return self.totals.get("cpu", 0) / 1e9

    def by_puzzle(self) -> dict[int, float]:
        """Returns the time of each puzzle by its number."""
        return dict(zip(self.puzzles, self.times, strict=True))

    def percentile(self, percent: float) -> float | None:
        """Returns the least time within which so many percent of the puzzles were settled."""
        return nearest_rank(sorted(self.times), percent) if self.times else None

    @property
    def share_without_guess(self) -> float | None:
        """The share of puzzles that were settled without a guess; None where that is not known."""
        return None if self.without_guess is None or not self.count else self.without_guess / self.count


def nearest_rank(ordered: Sequence[float], percent: float) -> float:
    """Returns the least of the ascending numbers, at least one, that so many percent of them do not exceed."""
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def summaries(results: ResultsFile, run: StoredRun) -> list[Summary]:
    """Returns the summary of each entry, in the order of the plan."""
    refuted = results.refuted(run)
    return [_summary(results, entry, run.seconds, refuted.get(entry.id, {})) for entry in run.entries]


def ranked(contest: Iterable[Summary]) -> list[Summary]:
    """Returns the best first: most settled, then least PAR-2, then least median; disqualified ones last."""

    def rank(summary: Summary) -> tuple[bool, int, float, float]:
        par2, median = summary.par2, summary.median
        return summary.disqualified, -summary.settled, inf if par2 is None else par2, inf if median is None else median

    return sorted(contest, key=rank)


def _summary(results: ResultsFile, entry: StoredEntry, limit: float | None, refuted: Mapping[int, str]) -> Summary:
    puzzles, cells, times = array("q"), array("q"), array("d")
    errors: list[ResultError] = []
    solvable = unsolvable = unique = counted = without_guess = 0
    penalties = 0.0
    setups: dict[int, list[float]] = {}
    totals: dict[str, int] = {}
    added = [(column.name, column.total, column.nullable) for column in COLUMNS if column.total is not None]
    for row in results.rows(entry):
        result = read_result(row)
        if result.puzzle in refuted:
            errors.append(ResultError(result.puzzle, row["line"], FindingKind.WRONG, refuted[result.puzzle]))
        elif result.failure is not None:
            errors.append(ResultError(result.puzzle, row["line"], result.failure, result.said or ""))
        settled = result.is_settled(entry.question.limit) and result.puzzle not in refuted
        setup = result.setup / 1e9
        puzzles.append(result.puzzle)
        cells.append(row["cells"])
        times.append(result.seconds(entry.cold) if settled else inf)
        if settled:
            solvable += result.found > 0
            unsolvable += not result.found
            unique += result.found == 1 and result.exhausted
            counted += result.guesses is not None
            without_guess += result.guesses == 0
        else:
            penalties += inf if limit is None else 2 * limit + setup * entry.cold
        if setup:
            setups.setdefault(result.puzzle if entry.cold else row["layout"], []).append(setup)
        for name, total, nullable in added:
            value = getattr(result, name)
            if value is not None and (settled or not nullable):
                totals[name] = total(totals[name], value) if name in totals else value
    par2 = (sum(seconds for seconds in times if seconds < inf) + penalties) / max(1, len(times))
    return Summary(
        entry=entry,
        limit=limit,
        puzzles=puzzles,
        cells=cells,
        times=times,
        solvable=solvable,
        unsolvable=unsolvable,
        unique=unique,
        errors=errors,
        par2=par2 if times and par2 < inf else None,
        setup_seconds=sum(map(fmean, setups.values())),
        without_guess=without_guess if counted else None,
        totals=totals,
    )
