"""The summary of an entry of a run: how many puzzles it settled, and how long they took; and the entries of a contest.

It is plain Python: the base install has no data-frame library, and to import one takes longer than most summaries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import ceil, inf
from operator import attrgetter
from statistics import fmean

from ...puzzles.text.write import write_line
from ...reference.model.puzzle import Puzzle
from .amounts import ratio_text
from .columns import COLUMNS, RaceOutcome, RaceResult
from .plan import RaceEntry
from .reading import ResultsFile, StoredRun

_WORTH_SECONDS = 1e-3
"""The worst ratio to the best is over puzzles that took longer than this."""

_WAITED, _WORTH_WAITING = 1.2, 0.02
"""A backend is reported to have waited for the processor from this ratio of wall-clock to processor time on, and from
this many seconds of wall-clock time on."""


class Summary:
    """The results of an entry, added up. Times are wall-clock seconds, as `RaceResult.seconds` has them.

    A puzzle that was not settled, for any reason, counts as infinitely long in medians and percentiles and as twice the
    limit in PAR-2. An entry with a wrong answer is disqualified: its times are not to be compared.
    """

    def __init__(
        self, entry: RaceEntry, limit: float | None, results: Sequence[RaceResult], salt: Sequence[Puzzle] = ()
    ) -> None:
        self.entry = entry
        self.limit = limit
        """Seconds for a question."""
        self.results = [one for one in results if one.puzzle >= 0]
        """By ascending number of the puzzle, without salt."""
        self.count = len(self.results)
        """Puzzles with a result."""
        self.settled_results = [one for one in self.results if one.is_settled(entry.question.limit)]
        self.settled = len(self.settled_results)
        """Puzzles whose question was answered in full, and not wrongly as far as is known."""
        self.times = dict.fromkeys((one.puzzle for one in self.results), inf)
        """The time of each puzzle, by its number; infinite where it was not settled."""
        self.times.update((one.puzzle, one.seconds(entry.cold)) for one in self.settled_results)
        self.charged = self._with_limit(1)
        """The same, but of an unsettled puzzle the limit, in cold mode with set-up; infinite without a limit."""
        self.par2 = fmean(self._with_limit(2).values()) if self.results else inf
        """Mean time with twice the limit for each unsettled puzzle, in cold mode with set-up. Infinite without results,
        and where there is no limit and a puzzle is not settled."""
        self.unique = sum(one.found == 1 and one.exhausted for one in self.settled_results)
        """Puzzles with one solution that was proven to be the only one."""
        on_salt = [one for one in results if one.puzzle < 0]
        self.errors = [one for one in (*self.results, *on_salt) if one.failure is not None]
        """By ascending number of the puzzle, refuted claims included; then those on salt. Of these the wrong answers
        disqualify, and none is counted elsewhere."""
        self._salt = salt
        self.wrong = sum(one.outcome(entry.question.limit) is RaceOutcome.WRONG for one in self.errors)
        """Wrong answers; to salt, too."""
        self.outcomes = Counter(one.outcome(entry.question.limit) for one in self.results)
        self.outcomes |= Counter({RaceOutcome.WRONG: self.wrong})
        """How many puzzles have each outcome; the wrong answers are those to salt, too."""
        setups: dict[object, list[float]] = {}
        for one in filter(attrgetter("setup"), self.results):
            of = one.puzzle if entry.cold else entry.corpus.puzzles[one.puzzle].layout
            setups.setdefault(of, []).append(one.setup / 1e9)
        self.setup_seconds = sum(map(fmean, setups.values()))
        """Encoding and loading: cold of each puzzle, warm once for each layout, as one session would take."""
        self.totals: dict[str, int] = {}
        """Totals by name of column. Of a nullable column: over the settled puzzles that have a value, and no entry
        where none has. Of other columns: over all puzzles."""
        for column in COLUMNS:
            over = self.settled_results if column.nullable else self.results
            values = [value for one in over if (value := getattr(one, column.name)) is not None]
            if column.total is not None and values:
                self.totals[column.name] = column.total(values)
        self.ratios: dict[int, float] = {}
        """The charged time of a puzzle over its best time, by its number; see `compare_with_best`."""
        self.to_best: float | None = None
        """The sum of `charged` over the sum of the best times of the same puzzles; see `compare_with_best`."""
        self.worst_to_best: float | None = None
        """The largest ratio of the charged time of a puzzle to its best time, of puzzles that took longer than 1 ms."""

    @property
    def disqualified(self) -> bool:
        """Whether an answer was wrong."""
        return self.wrong > 0

    @property
    def declined(self) -> bool:
        """Whether the backend took none of the puzzles."""
        return 0 < self.count == self.outcomes[RaceOutcome.DECLINED]

    @property
    def median(self) -> float:
        """The median time; infinite where more than half of the puzzles were not settled, and without results."""
        return self.percentile(50)

    def percentile(self, percent: float) -> float:
        """Returns the least time within which so many percent of the puzzles were settled; infinite without results."""
        return sorted(self.times.values())[max(0, ceil(self.count * percent / 100) - 1)] if self.times else inf

    def line(self, number: int) -> str:
        """Returns a puzzle of the corpus, or of its salt, as text."""
        return write_line((self.entry.corpus.puzzles if number >= 0 else self._salt)[number])

    def _with_limit(self, times: int) -> dict[int, float]:
        """Returns the times; of an unsettled puzzle so many times the limit, in cold mode with set-up."""
        limit = inf if self.limit is None else times * self.limit
        unsettled = (one for one in self.results if self.times[one.puzzle] == inf)
        return self.times | {one.puzzle: limit + one.setup / 1e9 * self.entry.cold for one in unsettled}


def summaries(results: ResultsFile, run: StoredRun) -> list[Summary]:
    """Returns the summary of each entry of a run, in the order of the plan."""
    read = results.results(run)
    limit, salted = run.plan.settings.seconds, run.plan.salted
    found = [Summary(entry, limit, read[entry.number], salted[entry.corpus.name].salt) for entry in run.entries]
    for _, contest in groupby(found, attrgetter("entry.contest")):
        compare_with_best(list(contest))
    return found


def compare_with_best(contest: Sequence[Summary]) -> None:
    """Sets `ratios`, `to_best` and `worst_to_best` of a contest's entries: each puzzle has its own best backend.

    Puzzles that no backend settled are left out, as nothing is known of their best time, and so are entries with a
    wrong answer. Sum and worst stay None where a puzzle was not settled without a time limit.
    """
    qualified = [summary for summary in contest if not summary.disqualified]
    best: dict[int, float] = {}
    for summary in qualified:
        best |= {number: seconds for number, seconds in summary.times.items() if seconds < best.get(number, inf)}
    for summary in qualified:
        charged = {number: seconds for number, seconds in summary.charged.items() if best.get(number)}
        summary.ratios = {number: each / best[number] for number, each in charged.items() if each < inf}
        if charged and len(summary.ratios) == len(charged):
            summary.to_best = sum(charged.values()) / sum(best[number] for number in charged)
            worst = (ratio for number, ratio in summary.ratios.items() if charged[number] > _WORTH_SECONDS)
            summary.worst_to_best = max(worst, default=None)


def waited(found: Iterable[Summary]) -> str | None:
    """Returns a warning where backends took much longer than they had the processor; it names the worst one.

    Only settled puzzles count.
    """
    most: dict[str, float] = {}
    for summary in found:
        # Of a process that was stopped no processor time is known.
        wall, cpu = (sum(getattr(one, name) for one in summary.settled_results) for name in ("wall", "cpu"))
        if wall > max(_WAITED * cpu, 1e9 * _WORTH_WAITING):
            backend = summary.entry.backend
            most[backend] = max(most.get(backend, 0), wall / cpu if cpu else inf)
    if not most:
        return None
    worst = max(most, key=most.__getitem__)
    many = "many" if most[worst] == inf else ratio_text(most[worst])
    others = f" ({len(most) - 1} more over {_WAITED})" if len(most) > 1 else ""
    took = f"{worst} took {many} times its processor time{others}"
    return f"Beware: {took}. Unless it starts programs, other work disturbed it."
