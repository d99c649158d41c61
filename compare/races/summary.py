"""The summary of an entry of a run: how many puzzles it settled, and how long they took."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, inf
from statistics import fmean
from typing import NamedTuple

from ..cross_check.finding import FindingKind
from .amounts import ratio_text
from .columns import COLUMNS
from .reading import ResultsFile, StoredEntry, StoredRun

_WORTH_SECONDS = 1e-3
"""The worst ratio to the best is over puzzles that took longer than this."""

_WAITED, _WORTH_WAITING = 1.2, 0.02
"""A backend is reported to have waited for the processor from this ratio of wall-clock to processor time on, and from
this many seconds of wall-clock time on."""

_STARTED, _STREAM = ("program:", "dimacs:"), ":stream"
"""How names of programs begin that are started for each puzzle, and what those of others have."""

_WRONG = (FindingKind.WRONG, FindingKind.INVALID)
"""What disqualifies."""


class ResultError(NamedTuple):
    """A wrong answer to a puzzle, or none for another reason than the time limit."""

    puzzle: int
    """Its number; negative for salt."""
    line: str
    """The puzzle as text."""
    kind: FindingKind
    said: str


@dataclass
class Summary:
    """The results of an entry, added up. Times are wall-clock seconds, as `RaceResult.seconds` has them.

    A puzzle that was not settled, for any reason, counts as infinitely long in medians and percentiles and as twice the
    limit in PAR-2. An entry with a wrong answer is disqualified: its times are not to be compared.
    """

    entry: StoredEntry
    limit: float | None
    """Seconds for a question."""
    puzzles: array[int] = field(default_factory=lambda: array("q"))
    """The numbers of the puzzles with a result, ascending."""
    cells: array[int] = field(default_factory=lambda: array("q"))
    """The number of cells of the layout of each of these puzzles."""
    times: array[float] = field(default_factory=lambda: array("d"))
    """The time of each of these puzzles; infinite where it was not settled."""
    charged: array[float] = field(default_factory=lambda: array("d"))
    """The same, but where a puzzle was not settled the time limit, in cold mode with set-up; infinite without limit."""
    ratios: dict[int, float] = field(default_factory=dict)
    """The charged time of a puzzle over its best time, by its number; see `compare_with_best`."""
    to_best: float | None = None
    """The sum of `charged` over the sum of the best times of the same puzzles; see `compare_with_best`."""
    worst_to_best: float | None = None
    """The largest ratio of the charged time of a puzzle to its best time, of puzzles that took longer than 1 ms."""
    wall_settled: int = 0
    """Nanoseconds of solving of the settled puzzles: of a process that was stopped no processor time is known."""
    cpu_settled: int = 0
    """Nanoseconds of processor time of these."""
    settled: int = 0
    """Puzzles whose question was answered in full, and not wrongly as far as is known."""
    unique: int = 0
    """Puzzles with one solution that was proven to be the only one."""
    declined: int = 0
    """Puzzles that the backend declined."""
    unclaimed: int = 0
    """Puzzles that were answered in time but not in full: the backend does not say whether there are more solutions."""
    errors: list[ResultError] = field(default_factory=list)
    """By ascending number of the puzzle, refuted claims included; then those on salt. Of these the wrong answers
    disqualify, and none is counted elsewhere."""
    par2: float | None = None
    """Mean time with twice the limit for each unsettled puzzle, in cold mode with set-up. None where there is no limit
    and a puzzle is not settled."""
    setup_seconds: float = 0.0
    """Encoding and loading: cold of each puzzle, warm once for each layout, which is what one session would take."""
    share_without_guess: float | None = None
    """The share of puzzles that were settled without a guess; None where the solver does not report guesses."""
    totals: dict[str, int] = field(default_factory=dict)
    """Totals by name of column. Of a nullable column: over the settled puzzles that have a value, and no entry where
    none has. Of other columns: over all puzzles."""

    @property
    def count(self) -> int:
        """Puzzles with a result."""
        return len(self.times)

    @property
    def wrong(self) -> int:
        """Wrong answers: grids that are no solutions or no grids, refuted claims; to salt, too."""
        return sum(error.kind in _WRONG for error in self.errors)

    @property
    def failed(self) -> int:
        """Puzzles on which the backend crashed, had to be stopped, or ran out of memory."""
        return sum(error.kind not in _WRONG and error.puzzle >= 0 for error in self.errors)

    @property
    def open(self) -> int:
        """Puzzles that the backend gave up when the time was over."""
        errors = sum(error.puzzle >= 0 for error in self.errors)
        return self.count - self.settled - errors - self.declined - self.unclaimed

    @property
    def disqualified(self) -> bool:
        """Whether an answer was wrong."""
        return self.wrong > 0

    @property
    def median(self) -> float | None:
        """The median time; infinite where more than half of the puzzles were not settled, None without results."""
        return self.percentile(50)

    def by_puzzle(self) -> dict[int, float]:
        """Returns the time of each puzzle by its number."""
        return dict(zip(self.puzzles, self.times, strict=True))

    def percentile(self, percent: float) -> float | None:
        """Returns the least time within which so many percent of the puzzles were settled."""
        return sorted(self.times)[max(0, ceil(self.count * percent / 100) - 1)] if self.times else None


def summaries(results: ResultsFile, run: StoredRun) -> list[Summary]:
    """Returns the summary of each entry, in the order of the plan."""
    refuted = results.refuted(run)
    found = [_summary(results, entry, run.seconds, refuted.get(entry.id, {})) for entry in run.entries]
    for group in by_contest(found):
        compare_with_best(group)
    return found


def by_contest(found: Iterable[Summary]) -> list[list[Summary]]:
    """Returns the summaries, which are in the order of the plan, grouped by contest."""
    return [list(group) for _, group in groupby(found, lambda summary: summary.entry.contest)]


def best_times(contest: Iterable[Summary]) -> dict[int, float]:
    """Returns the least time of each puzzle that an entry without wrong answers settled, by its number."""
    best: dict[int, float] = {}
    for summary in contest:
        if not summary.disqualified:
            for number, seconds in zip(summary.puzzles, summary.times, strict=True):
                if seconds < best.get(number, inf):
                    best[number] = seconds
    return best


def compare_with_best(contest: Sequence[Summary]) -> None:
    """Sets `ratios`, `to_best` and `worst_to_best` of a contest's entries: each puzzle has its own best backend.

    Puzzles that no backend settled are left out, as nothing is known of their best time, and so are entries with a
    wrong answer. Sum and worst stay None where a puzzle was not settled without a time limit.
    """
    best = best_times(contest)
    for summary in contest:
        times = zip(summary.puzzles, summary.charged, strict=True)
        charged = {number: seconds for number, seconds in times if best.get(number)}
        if summary.disqualified or not charged:
            continue
        summary.ratios = {number: each / best[number] for number, each in charged.items() if each < inf}
        if len(summary.ratios) == len(charged):
            summary.to_best = sum(charged.values()) / sum(best[number] for number in charged)
            worst = (ratio for number, ratio in summary.ratios.items() if charged[number] > _WORTH_SECONDS)
            summary.worst_to_best = max(worst, default=None)


def ranked(contest: Iterable[Summary]) -> list[Summary]:
    """Returns the best first: most settled, then least PAR-2, then least median; disqualified ones last."""

    def rank(summary: Summary) -> tuple[bool, int, float, float]:
        par2, median = summary.par2, summary.median
        return summary.disqualified, -summary.settled, inf if par2 is None else par2, inf if median is None else median

    return sorted(contest, key=rank)


def waited(found: Iterable[Summary]) -> Iterator[str]:
    """Yields a warning where backends took much longer than they had the processor, one for all of them.

    Settled puzzles count only. A program that is started for each puzzle waits for its start, which is part of its
    time: each has a sentence of its own.
    """
    most: dict[str, float] = {}
    for summary in found:
        wall, cpu = summary.wall_settled, summary.cpu_settled
        if wall > max(_WAITED * cpu, 1e9 * _WORTH_WAITING):
            backend = summary.entry.backend
            most[backend] = max(most.get(backend, 0), wall / cpu if cpu else inf)
    took = {name: f"{name} took {'many' if ratio == inf else ratio_text(ratio)} times" for name, ratio in most.items()}
    started = [name for name in took if name.startswith(_STARTED) and _STREAM not in name]
    for name in started:
        yield f"{took.pop(name)} as long as it had the processor: it is started anew for each puzzle."
    if took:
        yield (
            f"Beware: {', '.join(took.values())} as long as it had the processor. Something else was using that, and "
            "the times are not to be trusted."
        )


def _summary(results: ResultsFile, entry: StoredEntry, limit: float | None, refuted: Mapping[int, str]) -> Summary:
    summary = Summary(entry, limit)
    totals = summary.totals
    added = [(column.name, column.total, column.nullable) for column in COLUMNS if column.total is not None]
    setups: dict[int, list[float]] = {}
    par2 = 0.0
    counted = without_guess = 0
    for row, result in results.rows(entry):
        said = refuted.get(result.puzzle)
        if said is not None or result.failure is not None:
            kind = result.failure or FindingKind.WRONG
            summary.errors.append(ResultError(result.puzzle, row["line"], kind, said or result.said or ""))
        settled = said is None and result.is_settled(entry.question.limit)
        seconds, setup = result.seconds(entry.cold), result.setup / 1e9
        summary.puzzles.append(result.puzzle)
        summary.cells.append(row["cells"])
        summary.times.append(seconds if settled else inf)
        summary.charged.append(seconds if settled else inf if limit is None else limit + setup * entry.cold)
        if settled:
            par2 += seconds
            summary.settled += 1
            summary.wall_settled += result.wall
            summary.cpu_settled += result.cpu
            summary.unique += result.found == 1 and result.exhausted
            counted += result.guesses is not None
            without_guess += result.guesses == 0
        else:
            par2 += inf if limit is None else 2 * limit + setup * entry.cold
            if said is None and result.failure is None:
                summary.declined += result.said is not None
                summary.unclaimed += result.said is None and result.in_time
        if setup:
            setups.setdefault(result.puzzle if entry.cold else row["layout"], []).append(setup)
        for name, total, nullable in added:
            value = getattr(result, name)
            if value is not None and (settled or not nullable):
                totals[name] = total(totals[name], value) if name in totals else value
    for line, result in results.salt(entry):
        if result.failure is not None:
            summary.errors.append(ResultError(result.puzzle, line, result.failure, result.said or ""))
    summary.par2 = par2 / summary.count if summary.count and par2 < inf else None
    summary.setup_seconds = sum(map(fmean, setups.values()))
    summary.share_without_guess = without_guess / summary.count if counted else None
    return summary
