"""The tables and figures of the study, from the rows of its runs."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axis import Axis
from scipy.stats import spearmanr
from study_runs import ALL, JIGSAWS, LATIN, NINE, REDUCED, RUNS, file_of, read

from unitdoku.compare.races.amounts import NONE, ratio_text, seconds_text
from unitdoku.compare.races.comparison import Measured, factors, joined, ratio_and_interval, times_by_backend, verdict
from unitdoku.compare.races.statistics import LEAST, Compared, Ratio, paired_ratio, total_ratio
from unitdoku.compare.races.tables import Contest, RaceTable, contests
from unitdoku.compare.report.drawing import Picture, add_line, log_seconds, style_of
from unitdoku.compare.report.pictures.growth import growth
from unitdoku.compare.report.pictures.profile import profile


def plain_numbers(*axes: Axis) -> None:
    """Labels logarithmic axes of counts and ratios."""
    for axis in axes:
        log_seconds(axis)
        axis.set_major_formatter(lambda value, _: f"{value:,g}")


def table(headings: str, rows: Sequence[Sequence[str]]) -> RaceTable:
    """Returns a table; the headings have bars between them."""
    return RaceTable("", "", headings.split("|"), rows)


CORPORA = {run.name: list(run.corpora) for run in RUNS}


class Work(NamedTuple):
    """What a puzzle took."""

    guesses: int
    """Of native."""
    conflicts: int
    """Of MiniSat."""
    solvable: bool


class Rows:
    """What was measured: ratios, tables and figures of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = {run.name: read(file_of(folder, run.name)) for run in RUNS}
        self.contests = {name: contests(counted) for name, (_, counted) in self.runs.items()}

    def contest(self, run: str, corpus: str) -> Contest:
        """Returns the backends of a run on a corpus."""
        return next(each for each in self.contests[run] if each.first.corpus.name == corpus)

    def times(self, run: str, corpus: str) -> dict[str, Measured]:
        """Returns the times of each backend without a wrong answer."""
        return times_by_backend(self.contest(run, corpus))

    def ratio(self, run: str, backend: str, other: str, *corpora: str) -> Ratio:
        """Returns how many times as long a backend takes as another, on corpora, by default all that both take."""
        names = corpora or CORPORA[run]
        times = [found for name in names if {backend, other} <= set(found := self.times(run, name))]
        mine, theirs = (joined([each[one] for each in times]) for one in (backend, other))
        return mine.against(theirs)

    def mean_ratio(self, run: str, backend: str, other: str, corpus: str) -> Ratio:
        """Returns the ratio of the mean times of two backends on a corpus."""
        times = self.times(run, corpus)
        return total_ratio(times[backend].means, times[other].means)

    def csv(self, name: str) -> list[dict[str, str]]:
        """Returns the rows of another file of measurements."""
        with (self.folder / f"{name}.csv").open(encoding="utf-8") as file:
            return list(csv.DictReader(file))

    @cached_property
    def verdicts(self) -> dict[tuple[str, str, str, str], Compared]:
        """What is concluded of each two backends, for each run and corpus: whether the first is faster."""
        found = {}
        for run, corpus in ((run, corpus) for run, corpora in CORPORA.items() for corpus in corpora):
            times = self.times(run, corpus)
            for one, other in combinations(sorted(times), 2):
                found[run, corpus, one, other] = times[one].against(times[other]).verdict
        return found

    def choice(self, run: str, *corpora: str) -> RaceTable:
        """Returns which backend has the least mean time on each corpus, and how sure it is that the next is slower.

        The last column compares `auto`, which asks several of them in turns, with the first.
        """
        rows = []
        for corpus in corpora or CORPORA[run]:
            means = {name: each.means for name, each in self.times(run, corpus).items()}
            auto = means.pop("auto")
            best, following = sorted(means, key=lambda name: float(means[name].mean()))[:2]
            ratio = total_ratio(means[following], means[best])
            solved = next(one for one in self.contest(run, corpus).summaries if one.entry.backend == best)
            mean, took = seconds_text(float(means[best].mean())), f"{best}, {solved.settled} of {solved.count}"
            row = [corpus, took, mean, following, ratio_and_interval(ratio), verdict(ratio)]
            rows.append([*row, ratio_and_interval(total_ratio(auto, means[best]))])
        return table("corpus|take, solved|mean|next|times as long|so it is|auto", rows)

    def setup(self, *corpora: str) -> RaceTable:
        """Returns what it costs to open a session, and from how many puzzles on that is less than a tenth of all."""
        rows = []
        for corpus in corpora or CORPORA["cold"]:
            for one in self.contest("cold", corpus).qualified:
                setup, solving = (median(getattr(each, part) for each in one.results) for part in ("setup", "wall"))
                times = seconds_text(setup / 1e9), seconds_text(solving / 1e9)
                rows.append([one.entry.backend, corpus, *times, f"{9 * setup / solving:,.0f}"])
        return table("backend|corpus|set-up|puzzle|a tenth from puzzles", rows)

    def learning(self, *with_solution: bool) -> RaceTable:
        """Returns guesses of native beside conflicts of MiniSat, how they go together, and how the times compare.

        Puzzles with a solution, or without, are rows of their own, by default both.
        """
        rows = []
        for name in (*NINE, *JIGSAWS, "16x16", LATIN):
            works, times = self.works(name), self.times("backends", name)
            for solvable, kind in ((True, "with"), (False, "without")):
                chosen = [number for number, work in enumerate(works) if work.solvable is solvable]
                if chosen and solvable in (with_solution or (True, False)):
                    guesses, conflicts = zip(*(works[number][:2] for number in chosen), strict=True)
                    vary = len(chosen) >= LEAST and min(len(set(guesses)), len(set(conflicts))) > 1
                    rank = format(float(spearmanr(guesses, conflicts).statistic), ".2f") if vary else NONE
                    counts = (len(chosen), median(guesses), median(conflicts), max(guesses), max(conflicts))
                    mine, theirs = (times[backend].only(chosen) for backend in ("native", "sat:minisat22"))
                    ratio = mine.against(theirs)
                    numbers = [f"{count:,.0f}" for count in counts]
                    rows.append([name, kind, *numbers, rank, ratio_and_interval(ratio), verdict(ratio)])
        head = (
            "corpus|solution|puzzles|guesses|conflicts|most guesses|most conflicts|rank correlation|native takes|it is"
        )
        return table(head, rows)

    def works(self, corpus: str) -> list[Work]:
        """Returns guesses of native and conflicts of MiniSat for each puzzle, solved or up to the limit."""
        named = {one.entry.backend: one.results for one in self.contest("backends", corpus).summaries}
        solvable = [any(result.found for result in results) for results in zip(*named.values(), strict=True)]
        pairs = zip(named["native"], named["sat:minisat22"], solvable, strict=True)
        return [Work(one.guesses or 0, other.conflicts or 0, found) for one, other, found in pairs]

    @cached_property
    def _shares(self) -> dict[str, list[int]]:
        """The Latin squares by the share of cells that are given, the fewest givens first."""
        found: dict[str, list[int]] = {}
        puzzles = self.contest("backends", LATIN).first.corpus.puzzles
        for number in sorted(range(len(puzzles)), key=lambda number: len(puzzles[number].givens)):
            found.setdefault(f"{len(puzzles[number].givens) / puzzles[number].layout.cell_count:.0%}", []).append(
                number
            )
        return found

    def _medians(self, backend: str) -> list[float]:
        charged = self.times("backends", LATIN)[backend].means
        return [float(np.median(charged[numbers])) for numbers in self._shares.values()]

    def transition(self) -> RaceTable:
        """Returns the median of each backend for each share of given cells."""
        works = self.works(LATIN)
        solvable = [np.mean([works[number].solvable for number in numbers]) for numbers in self._shares.values()]
        rows = [["(have a grid)", *(f"{share:.0%}" for share in solvable)]]
        rows += [[one, *map(seconds_text, self._medians(one))] for one in self.times("backends", LATIN)]
        return table("|".join(["given", *self._shares]), rows)

    def hardest(self, backend: str) -> str:
        """Returns at which share of givens the median time of a backend is the longest."""
        return max(zip(self._medians(backend), self._shares, strict=True))[1]

    def factor(self, name: str, base: str, run: str = "encodings") -> RaceTable:
        """Returns the rows of a factor, each value against the base."""
        whole = factors(*self.runs[run])
        rows = [row[1:] for row in whole.rows if row[0] == name and row[1].startswith(f"{base} /")]
        return whole._replace(headings=whole.headings[1:], rows=rows)

    def ratios(self, *asked: Sequence[str]) -> RaceTable:
        """Returns a row for each run, backend, other backend and corpora, by default all that both take."""
        rows = []
        for run, backend, other, *corpora in asked:
            ratio = self.ratio(run, backend, other, *corpora)
            where = ", ".join(corpora) or "all"
            rows.append([backend, other, where, f"{ratio.puzzles:,}", ratio_and_interval(ratio), verdict(ratio)])
        return table("backend|against|corpora|puzzles|times as long|so it is", rows)

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
        for name, every in of_corpus.items():
            found = [row for row in every if row["bytes"]]
            solved, made, checked = (
                np.array([float(row[part]) for row in found]) for part in ("solved", "certified", "verified")
            )
            size = median(int(row["bytes"]) for row in found)
            medians = [seconds_text(median(times)) for times in (solved, made, checked)]
            ratio = ratio_and_interval(paired_ratio(made, solved))
            rows.append([name, f"{len(found)} of {len(every)}", *medians, ratio, f"{size / 1000:,.1f} kB"])
        return table("corpus|certified|answer|with certificate|check|times as long|size", rows)

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

    def agreement(self, other: Rows) -> RaceTable:
        """Returns how many conclusions of each kind the second run has, a row for each kind of the first."""
        counts = Counter((mine, other.verdicts[key]) for key, mine in self.verdicts.items() if key in other.verdicts)
        rows = [[str(mine), *(f"{counts[mine, theirs]:,}" for theirs in Compared)] for mine in Compared]
        return table("|".join(["first run", *(f"second: {each}" for each in Compared)]), rows)

    def other_choices(self, other: Rows) -> RaceTable:
        """Returns the corpora on which a second run has another best backend."""
        runs = ("backends", "large")
        pairs = [pair for run in runs for pair in zip(self.choice(run).rows, other.choice(run).rows, strict=True)]
        return table("corpus|first run|second run", [[*one[:2], two[1]] for one, two in pairs if one[1] != two[1]])

    def pictures(self) -> Iterator[Picture]:
        """Yields the figures."""
        names = {backend: number for number, backend in enumerate(ALL + REDUCED)}
        yield from profile("q1", self.contests["backends"], names)
        for run, corpus, name in (("backends", "4x4 to 36x36", "q5-small"), ("large", "16x16 to 81x81", "q5-large")):
            yield from (each._replace(name=name) for each in growth(name, [self.contest(run, corpus)], names))
        yield self._work_picture()
        yield self._luck_picture(names)

    def _work_picture(self) -> Picture:
        corpora = ("17clue", "top95", "hard375", "pencil-mark", *JIGSAWS, LATIN)
        points = {name: [work[:2] for work in self.works(name)] for name in corpora}

        def draw(axes: Any) -> None:
            for number, (name, pairs) in enumerate(points.items()):
                xs, ys = ([max(0.5, value) for value in values] for values in zip(*pairs, strict=True))
                axes.plot(xs, ys, label=name, markersize=3.5, alpha=0.7, **{**style_of(number), "linestyle": "none"})
            axes.set(xscale="log", yscale="log")
            axes.set(xlabel="guesses of native (none: 0.5)", ylabel="conflicts of MiniSat")
            plain_numbers(axes.xaxis, axes.yaxis)

        rows = [(name, *pair) for name, pairs in points.items() for pair in pairs]
        title = "Guesses and conflicts, puzzle by puzzle"
        alt = f"Scatter plot of {len(rows)} puzzles: guesses of native against conflicts of MiniSat."
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
            axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")

        rows = [(name, ratio) for name, ratios in spread.items() for ratio in ratios]
        medians = ", ".join(f"{name} {ratio_text(median(ratios))}" for name, ratios in spread.items())
        alt = f"Shares of puzzles by the slowest over the fastest of their images; medians: {medians}."
        return Picture("q6-luck", "Luck: images of a puzzle", alt, draw, ("backend", "slowest over fastest"), rows)
