"""The tables and figures of the study, from the rows of its runs."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from matplotlib.axis import Axis
from matplotlib.ticker import LogLocator, NullFormatter
from scipy.stats import spearmanr
from study_runs import ALL, JIGSAWS, NINE, REDUCED, RUNS, opened

from unitdoku.compare.corpora.generated import LATIN_ORDER
from unitdoku.compare.races.amounts import NONE, ratio_text, seconds_text
from unitdoku.compare.races.comparison import Measured, factors, joined, ratio_and_interval, times_by_backend, verdict
from unitdoku.compare.races.statistics import Compared, Ratio, paired_ratio, total_ratio
from unitdoku.compare.races.tables import Contest, RaceTable, contests
from unitdoku.compare.report.drawing import Picture, add_line, style_of
from unitdoku.compare.report.pictures.growth import growth
from unitdoku.compare.report.pictures.profile import profile


def plain_numbers(*axes: Axis) -> None:
    """Labels logarithmic axes without powers."""
    for axis in axes:
        axis.set_major_locator(LogLocator(10, subs=(1, 3), numticks=9))
        axis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.set_minor_formatter(NullFormatter())


def table(headings: str, rows: Sequence[Sequence[str]]) -> RaceTable:
    """Returns a table; the headings have bars between them."""
    return RaceTable("", "", headings.split("|"), rows)


class Rows:
    """What was measured: ratios, tables and figures of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = {run.name: opened(folder / f"{run.name}.sqlite") for run in RUNS}
        self.contests = {name: contests(counted) for name, (_, counted) in self.runs.items()}

    def contest(self, run: str, corpus: str) -> Contest:
        """Returns the backends of a run on a corpus."""
        return next(each for each in self.contests[run] if each.first.corpus.name == corpus)

    def times(self, run: str, corpus: str) -> dict[str, Measured]:
        """Returns the times of each backend without a wrong answer."""
        return times_by_backend(self.contest(run, corpus))

    def ratio(self, run: str, backend: str, other: str, *corpora: str) -> Ratio:
        """Returns how many times as long a backend takes as another, on corpora, by default all that both take."""
        names = corpora or [each.first.corpus.name for each in self.contests[run]]
        times = [found for name in names if {backend, other} <= set(found := self.times(run, name))]
        mine, theirs = (joined([each[one] for each in times]) for one in (backend, other))
        return mine.against(theirs)

    def csv(self, name: str) -> list[dict[str, str]]:
        """Returns the rows of another file of measurements."""
        with (self.folder / f"{name}.csv").open(encoding="utf-8") as file:
            return list(csv.DictReader(file))

    @cached_property
    def verdicts(self) -> dict[tuple[str, str, str, str], Compared]:
        """What is concluded of each two backends, for each run and corpus: whether the first is faster."""
        found = {}
        for run, each in self.contests.items():
            for corpus in [contest.first.corpus.name for contest in each]:
                times = self.times(run, corpus)
                for one, other in combinations(sorted(times), 2):
                    found[run, corpus, one, other] = times[one].against(times[other]).verdict
        return found

    def choice(self, run: str) -> RaceTable:
        """Returns which backend has the least mean time on each corpus, and how sure it is that the next is slower."""
        rows = []
        for contest in self.contests[run]:
            means = {name: each.means for name, each in self.times(run, contest.first.corpus.name).items()}
            best, following = sorted(means, key=lambda name: float(means[name].mean()))[:2]
            ratio = total_ratio(means[following], means[best])
            solved = next(one for one in contest.summaries if one.entry.backend == best)
            mean, took = seconds_text(float(means[best].mean())), f"{best}, {solved.settled} of {solved.count}"
            rows.append([contest.first.corpus.name, took, mean, following, ratio_and_interval(ratio), verdict(ratio)])
        return table("corpus|take, solved|mean|next|times as long|so it is", rows)

    def setup(self) -> RaceTable:
        """Returns what it costs to open a session, and from how many puzzles on that is less than a tenth of all."""
        rows = []
        for contest in self.contests["cold"]:
            for one in contest.qualified:
                setup, solving = (median(getattr(each, part) for each in one.results) for part in ("setup", "wall"))
                times = seconds_text(setup / 1e9), seconds_text(solving / 1e9)
                rows.append([one.entry.backend, contest.first.corpus.name, *times, f"{9 * setup / solving:,.0f}"])
        return table("backend|corpus|set-up|puzzle|a tenth from puzzles", rows)

    def learning(self) -> RaceTable:
        """Returns guesses of the reference solver beside conflicts of MiniSat, and how they go together."""
        rows = []
        for name in (*NINE, *JIGSAWS, "16x16", "latin-transition"):
            pairs = self._work(name)
            if pairs:
                guesses, conflicts = zip(*pairs, strict=True)
                ratio = self.ratio("backends", "native", "sat:minisat22", name)
                vary = min(len(set(guesses)), len(set(conflicts))) > 1
                rank = format(float(spearmanr(guesses, conflicts).statistic), ".2f") if vary else NONE
                counts = (median(guesses), median(conflicts), max(guesses), max(conflicts))
                numbers = [f"{count:,.0f}" for count in (len(pairs), *counts)]
                rows.append([name, *numbers, rank, ratio_and_interval(ratio), verdict(ratio)])
        head = "corpus|puzzles|guesses|conflicts|most guesses|most conflicts|rank correlation|native ratio|native is"
        return table(head, rows)

    def _work(self, corpus: str) -> list[tuple[int, int]]:
        """Returns guesses of the reference solver and conflicts of MiniSat of each puzzle, up to the limit."""
        named = {one.entry.backend: one.results for one in self.contest("backends", corpus).summaries}
        pairs = zip(named["reference"], named["sat:minisat22"], strict=True)
        counts = [(one.guesses, other.conflicts) for one, other in pairs]
        return [(guesses, conflicts) for guesses, conflicts in counts if guesses is not None and conflicts is not None]

    def transition(self) -> RaceTable:
        """Returns medians of the Latin squares by the share of cells that are given."""
        contest = self.contest("backends", "latin-transition")
        shares: dict[float, list[int]] = {}
        for number in contest.summaries[0].times:
            puzzle = contest.first.corpus.puzzles[number]
            shares.setdefault(round(len(puzzle.givens) / LATIN_ORDER**2, 2), []).append(number)
        chosen = [one for one in contest.qualified if one.entry.backend in ("native", "reference", *ALL[2:6], "smt:z3")]
        rows = [
            [f"{share:.0%}", *(seconds_text(median(one.charged[number] for number in numbers)) for one in chosen)]
            for share, numbers in sorted(shares.items())
        ]
        return table("|".join(["given", *(one.entry.backend for one in chosen)]), rows)

    def factor(self, name: str, base: str) -> RaceTable:
        """Returns the rows of a factor, each value against the base."""
        whole = factors(*self.runs["encodings"])
        rows = [row[1:] for row in whole.rows if row[0] == name and row[1].startswith(f"{base} /")]
        return whole._replace(headings=whole.headings[1:], rows=rows)

    def ratios(self, pairs: Sequence[tuple[str, str]], *corpora: str, run: str = "backends") -> RaceTable:
        """Returns a row for each two backends, on these corpora or all."""
        rows = []
        for backend, other in pairs:
            ratio = self.ratio(run, backend, other, *corpora)
            rows.append([backend, other, f"{ratio.puzzles:,}", ratio_and_interval(ratio), verdict(ratio)])
        return table("backend|against|puzzles|times as long|so it is", rows)

    def units(self) -> RaceTable:
        """Returns how many times as long each backend takes with the units that are enough, as with all."""
        few, every = self.times("units", "hard375, 21 units"), self.times("units", "hard375")
        ratios = {name: few[name].against(every[name]) for name in every if name in few}
        rows = [[name, ratio_and_interval(ratio), verdict(ratio)] for name, ratio in ratios.items()]
        return table("backend|times as long|so it is", rows)

    def certified(self) -> RaceTable:
        """Returns what certificates cost."""
        of_corpus: dict[str, list[dict[str, str]]] = {}
        for row in self.csv("certificates"):
            of_corpus.setdefault(row["corpus"], []).append(row)
        rows = []
        for name, found in of_corpus.items():
            solved, made = (np.array([float(row[part]) for row in found]) for part in ("solved", "certified"))
            size = median(int(row["bytes"]) for row in found)
            rows.append([name, str(len(found)), seconds_text(median(solved)), seconds_text(median(made)),
                         ratio_and_interval(paired_ratio(made, solved)), f"{size / 1000:,.1f} kB"])  # fmt: skip
        return table("corpus|puzzles|answer|with certificate|times as long|size", rows)

    def million(self) -> RaceTable:
        """Returns how long a million puzzles would take."""
        rows = []
        for row in self.csv("million"):
            each = float(row["seconds"]) / float(row["puzzles"])
            rows.append([row["backend"], row["processes or threads"], f"{1 / each:,.0f}", f"{1e6 * each:,.0f} s"])
        return table("backend|processes or threads|puzzles a second|a million in", rows)

    def flips(self, other: Rows) -> RaceTable:
        """Returns the conclusions that a second run turns round."""
        both = {Compared.FASTER, Compared.SLOWER}
        rows = [
            [*key, str(mine), str(other.verdicts[key])]
            for key, mine in self.verdicts.items()
            if {mine, other.verdicts.get(key)} == both
        ]
        return table("run|corpus|backend|against|first run|second run", rows)

    def pictures(self) -> Iterator[Picture]:
        """Yields the figures."""
        names = {backend: number for number, backend in enumerate(ALL + REDUCED)}
        yield from profile("q1", self.contests["backends"], names)
        for name, anchor in (("backends", "q5-small"), ("large", "q5-large")):
            yield from growth(anchor, self.contests[name], names)
        yield self._work_picture()
        yield self._luck_picture(names)

    def _work_picture(self) -> Picture:
        points = {
            name: self._work(name)
            for name in ("17clue", "top95", "hard375", "pencil-mark", *JIGSAWS, "latin-transition")
        }

        def draw(axes: Any) -> None:
            for number, (name, pairs) in enumerate(points.items()):
                xs, ys = ([max(0.5, value) for value in values] for values in zip(*pairs, strict=True))
                axes.plot(xs, ys, label=name, markersize=3.5, alpha=0.7, **{**style_of(number), "linestyle": "none"})
            axes.set(xscale="log", yscale="log")
            axes.set(xlabel="guesses of the reference solver (none: 0.5)", ylabel="conflicts of MiniSat")
            plain_numbers(axes.xaxis, axes.yaxis)

        rows = [(name, *pair) for name, pairs in points.items() for pair in pairs]
        title = "Guesses and conflicts, puzzle by puzzle"
        alt = f"Scatter plot of {len(rows)} puzzles: guesses of the reference solver against conflicts of MiniSat."
        return Picture("q4-work", title, alt, draw, ("corpus", "guesses", "conflicts"), rows, height=4.2)

    def _luck_picture(self, names: Mapping[str, int]) -> Picture:
        spread: dict[str, list[float]] = {}
        for contest in self.contests["luck"]:
            for name, each in self.times("luck", contest.first.corpus.name).items():
                of_images = np.log(each.charged).mean(axis=0)
                spread[name] = sorted([*spread.get(name, ()), *np.exp(np.ptp(of_images, axis=0)).tolist()])

        def draw(axes: Any) -> None:
            for name, ratios in spread.items():
                shares = [(place + 1) / len(ratios) for place in range(len(ratios))]
                add_line(axes, ratios, shares, name, style_of(names.get(name, len(names))))
            axes.set(xscale="log", xlabel="slowest over fastest image of a puzzle", ylabel="share of puzzles")
            plain_numbers(axes.xaxis)

        rows = [(name, ratio) for name, ratios in spread.items() for ratio in ratios]
        medians = ", ".join(f"{name} {ratio_text(median(ratios))}" for name, ratios in spread.items())
        alt = f"Shares of puzzles by the slowest over the fastest of their images; medians: {medians}."
        return Picture("q6-luck", "Luck: images of a puzzle", alt, draw, ("backend", "slowest over fastest"), rows)
