"""How backends compare, and how certain that is: the tables of statistics of a race.

A puzzle is one item, however many shuffles and repetitions of it were asked: its time is the mean of theirs, in ratios
the geometric mean. A puzzle that was not solved counts as the limit. Backends with a wrong answer are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from ...encoders.naming.optional_packages import statistics_numpy as np
from .columns import NONE, ratio_text, seconds_text
from .reading import StoredRun
from .statistics import (
    Compared,
    Interval,
    Ratio,
    Times,
    compared,
    contributions,
    mean_interval,
    paired_ratio,
    shares,
)
from .summary import Summary, backend_factors
from .tables import COMPARED_COLUMNS, VIRTUAL_BEST, Contest, RaceTable

if TYPE_CHECKING:
    from numpy.typing import NDArray


_ABOUT_FACTORS = (
    "Each row compares two entries that differ in one factor, on the same puzzles of all corpora. Times as long: the "
    "geometric mean of the second one's time over the first one's, with its 95 % interval over puzzles."
)


class Measured(NamedTuple):
    """Times of a backend, in arrays of repetition, shuffle and puzzle."""

    charged: NDArray[np.float64]
    """Seconds; of a puzzle that was not solved the limit."""
    par2: NDArray[np.float64]

    @property
    def means(self) -> Times:
        """The mean of each puzzle."""
        return np.asarray(self.charged.mean(axis=(0, 1)))

    @property
    def typical(self) -> Times:
        """The geometric mean of each puzzle."""
        return np.asarray(np.exp(np.log(self.charged).mean(axis=(0, 1))))

    @property
    def open_(self) -> NDArray[np.bool_]:
        """The puzzles that were not solved within the limit in any shuffle or repetition."""
        return np.asarray((self.par2 > self.charged).all(axis=(0, 1)))

    def against(self, other: Measured) -> Ratio:
        """Returns how many times as long this backend takes as another on the same puzzles."""
        return compared(paired_ratio, self.typical, other.typical, self.open_ & other.open_)

    def only(self, puzzles: Sequence[int] | NDArray[np.intp]) -> Measured:
        """Returns the times of some puzzles."""
        return Measured(*(part[:, :, puzzles] for part in self))

    def spread(self, axis: int) -> str:
        """Returns the slowest over the fastest along an axis: the median over the others, and the most."""
        if self.charged.shape[axis] == 1:
            return NONE
        ratios = np.exp(np.ptp(np.log(self.charged), axis=axis))
        return f"{ratio_text(float(np.median(ratios)))}, most {ratio_text(float(ratios.max()))}"


def comparison(run: StoredRun, contest: Contest) -> RaceTable:
    """Returns the table of a contest: a row for each backend, the best first, and one for the virtual best solver.

    It has no rows where the times cannot be compared; what is said of it names the reason.
    """
    about = []
    if left_out := [summary.entry.backend for summary in contest.summaries if summary.disqualified]:
        about.append(f"Left out for wrong answers: {', '.join(left_out)}.")
    title = f"{contest.title}: compared"
    reason = _not_comparable(run, contest.qualified)
    measured = {} if reason else times_by_backend(contest)
    if not any(one.charged.size for one in measured.values()):
        about.append(reason or "Not compared: no puzzle has all its times yet.")
        return RaceTable(title, " ".join(about), ["backend"], [])
    best = Measured(*(np.min(parts, axis=0) for parts in zip(*measured.values(), strict=True)))
    means = {name: one.means for name, one in measured.items()}
    fastest, without = shares(means), contributions(means)
    first = next(iter(measured.values()))
    rows = []
    for number, (name, one) in enumerate([*measured.items(), (VIRTUAL_BEST, best)]):
        mean, par2 = (mean_interval(part.mean(axis=(0, 1))) for part in one)
        ratio = one.against(first)
        row = [name, _seconds(mean), NONE if par2 == mean else _seconds(par2)]
        row += [ratio_and_interval(ratio), verdict(ratio)] if number else [NONE, NONE]
        row += [f"{fastest[name]:.0%}", ratio_text(without[name])] if name in fastest else [NONE, NONE]
        rows.append([*row, one.spread(1), one.spread(0)])
    return RaceTable(title, " ".join(about), list(COMPARED_COLUMNS), rows)


def factors(run: StoredRun, summaries: Sequence[Summary]) -> RaceTable:
    """Returns the table of factors: a row for two backends, or modes, that differ in one factor."""
    entries: dict[tuple[str, str, str], dict[str, Summary]] = {}
    for summary in summaries:
        if not summary.disqualified and not summary.declined:
            names = summary.entry.names
            key = names["questions"], names["modes"], names["backends"]
            entries.setdefault(key, {})[names["corpora"]] = summary
    rows = []
    for (one, mine), (other, theirs) in combinations(entries.items(), 2):
        pairs = [(mine[corpus], theirs[corpus]) for corpus in mine if corpus in theirs]
        if (factor := _only_difference(one, other)) and pairs and not _not_comparable(run, [*sum(pairs, ())]):
            firsts, seconds = (joined(times) for times in zip(*map(common_times, pairs), strict=True))
            if not firsts.charged.size:
                continue
            ratio = seconds.against(firsts)
            name, first, second = factor
            question, mode, backend = one
            where = f"{question}, {mode}, {backend}" if name != "mode" else f"{question}, {backend}"
            rows.append(
                [name, f"{first} / {second}", where, f"{ratio.puzzles:,}", ratio_and_interval(ratio), verdict(ratio)]
            )
    headings = ["factor", "first / second", "of the first", "puzzles", "times as long", "so the second is"]
    return RaceTable("Factors", _ABOUT_FACTORS, headings, sorted(rows, key=lambda row: row[0]))


def _only_difference(one: tuple[str, str, str], other: tuple[str, str, str]) -> tuple[str, str, str] | None:
    """Returns the factor in which two entries differ, and its two values; None where they differ in more."""
    (question, mode, backend), (other_question, other_mode, other_backend) = one, other
    if question != other_question:
        return None
    if backend == other_backend:
        return "mode", mode, other_mode
    mine, theirs = backend_factors(backend), backend_factors(other_backend)
    if mode != other_mode or mine.family != theirs.family:
        return None
    sides = [{"solver": each.solver, **each.settings} for each in (mine, theirs)]
    different = [name for name in {**sides[0], **sides[1]} if sides[0].get(name) != sides[1].get(name)]
    if len(different) != 1:
        return None
    first, second = (side.get(different[0]) or "default" for side in sides)
    return different[0], first, second


def _not_comparable(run: StoredRun, summaries: Sequence[Summary]) -> str | None:
    """Returns why the times of these entries cannot be compared."""
    if len({result.machine for summary in summaries for result in summary.results}) > 1:
        return "Not compared: measured on different machines."
    versions = [
        {name: raced[name] for name in raced if name not in ("executor", "jobs")}
        for raced in run.environment.get("raced", ())
    ]
    if any(other != versions[0] for other in versions):
        return "Not compared: resumed with other versions."
    if any(inf in summary.charged.values() for summary in summaries):
        return "Not compared: a puzzle was not solved, and there was no time limit."
    return None


def times_by_backend(contest: Contest) -> dict[str, Measured]:
    """Returns the times of the backends whose times can be compared, by their names."""
    names = [one.entry.backend for one in contest.qualified]
    return dict(zip(names, common_times(contest.qualified), strict=True)) if names else {}


def common_times(summaries: Sequence[Summary]) -> list[Measured]:
    """Returns the times of entries on the same corpus, on the puzzles that have all their times."""
    corpus = summaries[0].entry.corpus
    found = []
    for summary in summaries:
        charged = np.array([summary.charged.get(number, np.nan) for number in range(len(corpus.puzzles))])
        charged = np.maximum(charged, 1e-9)  # the clock may say that an answer took no time, and 0 has no logarithm
        late = np.array([summary.times.get(number) == inf for number in range(len(corpus.puzzles))])
        parts = charged, charged + late * (summary.limit or 0.0)
        found.append(Measured(*(part.reshape(corpus.times, corpus.shuffles, corpus.count) for part in parts)))
    known = np.flatnonzero(~np.isnan(sum(one.charged for one in found)).any(axis=(0, 1)))
    return [one.only(known) for one in found]


def joined(times: Sequence[Measured]) -> Measured:
    """Returns the times of a backend on several corpora as those of one: for each puzzle the geometric mean."""
    typical, open_ = (np.concatenate(parts) for parts in zip(*((one.typical, one.open_) for one in times), strict=True))
    return Measured(*(each.reshape(1, 1, -1) for each in (typical, typical * (1 + open_))))


def _seconds(interval: Interval) -> str:
    return f"{seconds_text(interval.mean)} [{' to '.join(seconds_text(max(0.0, end)) for end in interval[1:])}]"


def ratio_and_interval(ratio: Ratio) -> str:
    """Returns a ratio with its 95 % interval: `3.1 [2.8 to 3.4]`; no number where there are too few puzzles."""
    return f"{ratio_text(ratio.ratio)} [{ratio_text(ratio.low)} to {ratio_text(ratio.high)}]" if ratio.low else NONE


def verdict(ratio: Ratio) -> str:
    """Returns what a ratio says of the backend: `slower`; or `not known`, and how many puzzles would tell."""
    if ratio.needed:
        return f"{ratio.verdict}; {ratio.needed:,} puzzles would tell"
    return f"{ratio.verdict}; both reach the limit" if ratio.verdict is Compared.NOT_KNOWN else str(ratio.verdict)
