"""The tables and figures of the study, from the rows of its runs."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, permutations
from math import ceil, exp, log
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

import numpy as np
from growth import growth_pictures
from matplotlib.axis import Axis
from scipy.stats import spearmanr
from study_runs import ALL, FEWER, FLOOR, JIGSAWS, LARGE, LATIN, NINE, REDUCED, RUNS, SMALL, SUMS, file_of, read

from unitdoku.compare.races.columns import NONE, RaceResult, ratio_text, seconds_text
from unitdoku.compare.races.comparison import Measured, factors, joined, ratio_and_interval, times_by_backend, verdict
from unitdoku.compare.races.plan import COLD, WARM
from unitdoku.compare.races.statistics import LEAST, Compared, Ratio, paired_ratio, total_ratio
from unitdoku.compare.races.summary import backend_factors
from unitdoku.compare.races.tables import Contest, RaceTable, contests
from unitdoku.compare.report.pictures import Picture, log_seconds, profile, style_of


def plain_numbers(*axes: Axis) -> None:
    """Labels logarithmic axes of counts and ratios."""
    for axis in axes:
        log_seconds(axis)
        axis.set_major_formatter(lambda value, _: f"{value:,.9g}")


def table(headings: str, rows: Sequence[Sequence[str]]) -> RaceTable:
    """Returns a table; the headings have bars between them."""
    return RaceTable("", "", headings.split("|"), rows)


class Work(NamedTuple):
    """What a puzzle took."""

    guesses: int
    """Of native."""
    conflicts: int
    """Of MiniSat."""
    solvable: bool


def _writes_each_puzzle(backend: str) -> bool:
    """Whether its set-up is a part of every puzzle, in open sessions too."""
    options = backend_factors(backend).cnf
    return options is not None and options.one_puzzle


def _with_setup(result: RaceResult) -> float:
    return (result.wall + result.setup) / 1e9


def _differences(logs: Sequence[Any], axis: int) -> str:
    """Returns the median ratio, and the one that 95 % of the pairs along an axis do not exceed."""
    pairs = [
        abs(np.take(of, one, axis) - np.take(of, other, axis)).ravel()
        for of in logs
        for one, other in combinations(range(of.shape[axis]), 2)
    ]
    if not pairs:
        return NONE
    middle, most = np.exp(np.quantile(np.concatenate(pairs), (0.5, 0.95)))
    return f"{ratio_text(float(middle))}, {ratio_text(float(most))}"


class Rows:
    """What was measured: ratios, tables and figures of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = {run.name: read(file_of(folder, run.name)) for run in RUNS}
        self.contests = {name: contests(counted) for name, (_, counted) in self.runs.items()}

    def contest(self, run: str, corpus: str, mode: str = WARM) -> Contest:
        """Returns the backends of a run on a corpus."""
        return next(one for one in self.contests[run] if (one.first.corpus.name, one.first.mode) == (corpus, mode))

    def corpora(self, run: str, *names: str) -> list[str]:
        """Returns the corpora of a run, or those of them with these names; a quick run leaves some out."""
        return [corpus.name for corpus in self.runs[run][0].corpora if not names or corpus.name in names]

    def times(self, run: str, corpus: str, mode: str = WARM) -> dict[str, Measured]:
        """Returns the times of each backend without a wrong answer."""
        return times_by_backend(self.contest(run, corpus, mode))

    def ratio(self, run: str, backend: str, other: str, *corpora: str, mode: str = WARM) -> Ratio:
        """Returns how many times as long a backend takes as another, on corpora, by default all that both take."""
        names = self.corpora(run, *corpora)
        times = [found for name in names if {backend, other} <= set(found := self.times(run, name, mode))]
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
    def conclusions(self) -> dict[tuple[str, str, str, str], Ratio]:
        """How each two backends compare, for each run and corpus."""
        found = {}
        for run, corpus in [(name, corpus) for name in self.runs for corpus in self.corpora(name)]:
            times = self.times(run, corpus)
            for one, other in permutations(times, 2):
                found[run, corpus, one, other] = times[one].against(times[other])
        return found

    def choice(self, run: str, *corpora: str) -> RaceTable:
        """Returns which backend has the least mean time on each corpus, and how sure it is that the second is slower.

        Behind that: the mean of `auto`, which asks several of them in turns, over that of the first; and the backend
        with the least mean time if the set-up of its sessions counts.
        """
        rows = []
        for corpus in self.corpora(run, *corpora):
            means = {name: each.means for name, each in self.times(run, corpus).items()}
            summaries = {one.entry.backend: one for one in self.contest(run, corpus).qualified}
            for name in filter(_writes_each_puzzle, means):
                means[name] = np.array([_with_setup(result) for result in summaries[name].results])
            layouts = len({puzzle.layout for puzzle in self.contest(run, corpus).first.corpus.puzzles})
            auto = means.pop("auto")
            best, second = sorted(means, key=lambda name: float(means[name].mean()))[:2]
            ratio = total_ratio(means[second], means[best])
            whole = {name: fmean(map(_with_setup, summaries[name].results)) for name in means}
            least = min(whole, key=lambda name: whole[name])
            count = f"{summaries[best].settled} of {summaries[best].count}"
            rows.append([corpus, f"{layouts:,}", f"{best}, {seconds_text(float(means[best].mean()))}, {count}", second,
                         ratio_and_interval(ratio), verdict(ratio), ratio_and_interval(total_ratio(auto, means[best])),
                         f"{least}, {seconds_text(whole[least])}"])  # fmt: skip
        head = "corpus|layouts|least mean, solved|second|second / least|second is|auto / least|least mean with set-up"
        return table(head, rows)

    def floor(self) -> RaceTable:
        """Returns what a puzzle takes that needs no search, beside easy and hard ones."""
        rows = []
        for name, easiest in self.times("backends", FLOOR).items():
            least = float(np.median(easiest.means))
            others = [float(np.median(self.times("backends", corpus)[name].means)) for corpus in ("easy50", "hard375")]
            rows.append([name, *map(seconds_text, (least, *others)), *(f"{least / other:.0%}" for other in others)])
        return table(f"backend|{FLOOR}|easy50|hard375|one cell open / easy50|/ hard375", rows)

    def one(self) -> RaceTable:
        """Returns what a new process takes that solves a 9x9 puzzle."""
        times: dict[str, list[float]] = {}
        for row in self.csv("one"):
            times.setdefault(row["backend"], []).append(float(row["seconds"]))
        rows = [[name, seconds_text(median(each)), seconds_text(max(each))] for name, each in times.items()]
        return table("backend|median|most", sorted(rows[1:], key=lambda row: median(times[row[0]])) + rows[:1])

    def _new_and_open(self, corpus: str) -> Iterator[tuple[str, Sequence[RaceResult], Sequence[RaceResult]]]:
        """Yields the backends of run `cold` but other at-most-ones, and their results in new and in open sessions."""
        new, kept = (
            {one.entry.backend: one.results for one in self.contest("cold", corpus, mode).qualified}
            for mode in (COLD, WARM)
        )
        yield from ((name, new[name], kept[name]) for name in kept if "at-most-one" not in name)

    def kept(self) -> RaceTable:
        """Returns how many times as long solving takes, without set-up, in a new session as in an open one."""
        rows = []
        for corpus in self.corpora("cold"):
            for name, *sessions in self._new_and_open(corpus):
                new, kept = (np.array([max(1, each.wall) / 1e9 for each in results]) for results in sessions)
                rows.append([name, corpus, ratio_and_interval(paired_ratio(new, kept))])
        return table("backend|corpus|new / open session", rows)

    def setup(self, *corpora: str) -> RaceTable:
        """Returns what it costs to open a session, and from how many puzzles in it on that is below a tenth of all."""
        rows = []
        for corpus in self.corpora("cold", *corpora):
            for name, new, kept in self._new_and_open(corpus):
                setup, solving = median(each.setup for each in new), median(each.wall for each in kept)
                enough = NONE if _writes_each_puzzle(name) else f"{max(1, ceil(9 * setup / solving)):,}"
                rows.append([name, corpus, seconds_text(setup / 1e9), seconds_text(solving / 1e9), enough])
        return table("backend|corpus|set-up|puzzle|puzzles until set-up is a tenth", rows)

    def unsolved(self) -> RaceTable:
        """Returns how many puzzles each backend left unsolved, on the corpora of which it takes each puzzle."""
        rows = []
        for name in ALL:
            mine = [one for one in self.runs["backends"][1] if one.entry.backend == name]
            counts = (sum(one.count - one.settled for one in mine), sum(one.count for one in mine), len(mine))
            rows.append([name, *map(str, counts), str(sum(one.wrong for one in mine))])
        return table("backend|unsolved|puzzles|corpora|wrong answers", rows)

    def learning(self, *with_solution: bool) -> RaceTable:
        """Returns guesses of native beside conflicts of MiniSat, how they go together, and how the times compare.

        Puzzles with a solution, or without, are rows of their own, by default both.
        """
        rows = []
        for name in self.corpora("backends", *NINE, *JIGSAWS, "16x16", LATIN):
            works, times = self.works(name), self.times("backends", name)
            for solvable, kind in ((True, "with"), (False, "without")):
                chosen = [number for number, work in enumerate(works) if work.solvable is solvable]
                if len(chosen) >= LEAST and solvable in (with_solution or (True, False)):
                    guesses, conflicts = zip(*(works[number][:2] for number in chosen), strict=True)
                    vary = min(len(set(guesses)), len(set(conflicts))) > 1
                    rank = format(float(spearmanr(guesses, conflicts).statistic), ".2f") if vary else NONE
                    counts = (len(chosen), median(guesses), median(conflicts), max(guesses), max(conflicts))
                    mine, theirs = (times[backend].only(chosen) for backend in ("native", "sat:minisat22"))
                    ratio = mine.against(theirs)
                    numbers = [f"{count:,.0f}" for count in counts]
                    rows.append([name, kind, *numbers, rank, ratio_and_interval(ratio), verdict(ratio)])
        head = "corpus|solution|puzzles|median guesses|median conflicts|most guesses|most conflicts|rank correlation"
        return table(f"{head}|time of native / MiniSat|native is", rows)

    def works(self, corpus: str, run: str = "backends") -> list[Work]:
        """Returns guesses of native and conflicts of MiniSat for each puzzle, solved or up to the limit."""
        named = {one.entry.backend: one.results for one in self.contest(run, corpus).summaries}
        solvable = [any(result.found for result in results) for results in zip(*named.values(), strict=True)]
        pairs = zip(named["native"], named["sat:minisat22"], solvable, strict=True)
        return [Work(one.guesses or 0, other.conflicts or 0, found) for one, other, found in pairs]

    def transition(self, run: str, corpus: str) -> RaceTable:
        """Returns the share of puzzles of which a solution was found, and medians, for each share of given cells."""
        puzzles = self.contest(run, corpus).first.corpus.puzzles
        by_share: dict[str, list[int]] = {}
        for number in sorted(range(len(puzzles)), key=lambda number: len(puzzles[number].givens)):
            given = len(puzzles[number].givens) / puzzles[number].layout.cell_count
            by_share.setdefault(f"{given:.0%}", []).append(number)
        solvable = np.array([work.solvable for work in self.works(corpus, run)])
        rows = [["(solution found)", *(f"{solvable[numbers].mean():.0%}" for numbers in by_share.values())]]
        for name, times in self.times(run, corpus).items():
            medians = (float(np.median(times.means[numbers])) for numbers in by_share.values())
            rows.append([name, *map(seconds_text, medians)])
        return table("|".join(["given", *by_share]), rows)

    def factor(self, name: str, base: str, run: str, mode: str, *corpora: str) -> RaceTable:
        """Returns the rows of a factor, each value against the base, on corpora in a mode."""
        stored, summaries = self.runs[run]
        whole = factors(
            stored, [one for one in summaries if one.entry.mode == mode and one.entry.corpus.name in corpora]
        )
        rows = [
            [row[1].removeprefix(f"{base} / "), row[2].rpartition(", ")[2], *row[3:]]
            for row in whole.rows
            if row[0] == name and row[1].startswith(f"{base} /")
        ]
        return table(f"{name}|solver|puzzles|time / time of {base}|it is", rows)

    def without_conflict(self) -> RaceTable:
        """Returns the share of the 17-clue puzzles that each encoding answers without a conflict."""
        rows = []
        for one in self.contest("encodings", "17clue").qualified:
            of = backend_factors(one.entry.backend)
            if of.settings.get("at-most-one") == "pairwise":
                none = sum(not each.conflicts for each in one.settled_results) / one.count
                rows.append([of.settings["encoding"], of.solver, f"{none:.0%}"])
        return table("encoding|solver|without a conflict", sorted(rows))

    def ratios(self, *asked: Sequence[str]) -> RaceTable:
        """Returns a row for each run, backend, other backend and corpora, by default all that both take."""
        rows = []
        for run, backend, other, *corpora in asked:
            ratio = self.ratio(run, backend, other, *corpora)
            of = [key for key in self.conclusions if (key[0], *key[2:]) == (run, backend, other)]
            each = Counter(self.conclusions[key].verdict for key in of if key[1] in (self.corpora(run, *corpora)))
            counts = [str(each[verdict]) for verdict in (Compared.FASTER, Compared.SLOWER)]
            where = ", ".join(corpora) or f"all ({each.total()})"
            rows.append([f"{backend} / {other}", where, f"{ratio.puzzles:,}", ratio_and_interval(ratio), *counts])
        return table("backends|corpora|puzzles|ratio of times|corpora where it is faster|slower", rows)

    def luck(self) -> RaceTable:
        """Returns by which factor two shuffles of a puzzle differ, and two runs of a shuffle: the median, and 95 %."""
        logs: dict[str, list[Any]] = {}
        counts: dict[str, list[Any]] = {}
        for corpus in self.corpora("luck"):
            times = self.times("luck", corpus)
            for one in self.contest("luck", corpus).qualified:
                of = np.log(times[one.entry.backend].charged)
                logs.setdefault(one.entry.backend, []).append(of)
                work = [each.guesses if each.conflicts is None else each.conflicts for each in one.results]
                if None not in work:
                    counted = np.log1p(np.array(work, np.float64)).reshape(of.shape)
                    counts.setdefault(one.entry.backend, []).append(counted)
        rows = [
            [name, _differences(each, 1), _differences(counts.get(name, []), 1), _differences(each, 0)]
            for name, each in logs.items()
        ]
        seeds = [np.stack(pair)[:, 0] for pair in zip(logs["smt:z3"], logs["smt:z3:seed=1"], strict=True)]
        rows.append(["smt:z3, two seeds", NONE, NONE, _differences(seeds, 0)])
        return table("backend|two shuffles|their guesses or conflicts|two runs of a shuffle, or seeds", rows)

    def units(self) -> RaceTable:
        """Returns how many times as long each backend takes with the units that are enough, as with all."""
        few, every = self.times("units", FEWER), self.times("units", "hard375")
        ratios = {name: few[name].against(every[name]) for name in every if name in few}
        rows = [[name, ratio_and_interval(ratio), verdict(ratio)] for name, ratio in ratios.items()]
        return table("backend|without / with|it is", rows)

    def certified(self) -> RaceTable:
        """Returns what certificates cost."""
        of_corpus: dict[str, list[dict[str, str]]] = {}
        for row in self.csv("certificates"):
            of_corpus.setdefault(row["corpus"], []).append(row)
        rows = []
        for name, every in of_corpus.items():
            found = [row for row in every if row["bytes"]]
            solved, made = (np.array([float(row[part]) for row in every]) for part in ("solved", "certified"))
            checked, size = (median(float(row[part]) for row in found) for part in ("verified", "bytes"))
            medians = [seconds_text(float(seconds)) for seconds in (np.median(solved), np.median(made), checked)]
            ratio = ratio_and_interval(paired_ratio(made, solved))
            rows.append([name, f"{len(found)} of {len(every)}", *medians, ratio, f"{size / 1000:,.1f} kB"])
        return table("corpus|certified|answer|with certificate|check|ratio|size", rows)

    def million(self) -> RaceTable:
        """Returns how long a million puzzles would take."""
        rows = []
        for row in self.csv("million"):
            each = float(row["seconds"]) / float(row["puzzles"])
            rows.append([row["backend"], row["processes or threads"], f"{1 / each:,.0f}", f"{1e6 * each:,.0f} s"])
        return table("backend|processes or threads|puzzles a second|a million in", rows)

    def _both(self, other: Rows) -> list[tuple[tuple[str, str, str, str], Ratio, Ratio]]:
        both = self.conclusions.keys() & other.conclusions.keys()
        return [(key, self.conclusions[key], other.conclusions[key]) for key in sorted(both) if key[2] < key[3]]

    def flips(self, other: Rows) -> RaceTable:
        """Returns the conclusions that a second run turns round, the greatest differences first."""
        turned = {Compared.FASTER, Compared.SLOWER}
        flips = [each for each in self._both(other) if {ratio.verdict for ratio in each[1:]} == turned]
        flips.sort(key=lambda each: -min(abs(log(ratio.ratio)) for ratio in each[1:]))
        rows = [
            [run, corpus, f"{one} / {two}", *map(ratio_and_interval, ratios)]
            for (run, corpus, one, two), *ratios in flips
        ]
        return table("run|corpus|backends|first run|second run", rows)

    def change(self, other: Rows) -> str:
        """Returns by how much the ratios of two runs differ: of all pairs the median, and 95 %."""
        logs = [abs(log(mine.ratio / theirs.ratio)) for _, mine, theirs in self._both(other)]
        return " and ".join(ratio_text(exp(value)) for value in np.quantile(logs, (0.5, 0.95)))

    def agreement(self, other: Rows) -> RaceTable:
        """Returns how many conclusions of each kind the second run has, a row for each kind of the first."""
        counts = Counter((mine.verdict, theirs.verdict) for _, mine, theirs in self._both(other))
        rows = [[str(mine), *(f"{counts[mine, theirs]:,}" for theirs in Compared)] for mine in Compared]
        return table("|".join(["first run", *(f"second: {each}" for each in Compared)]), rows)

    def other_choices(self, other: Rows) -> RaceTable:
        """Returns the corpora on which a second run has another best backend."""
        runs = ("backends", "large")
        pairs = [pair for run in runs for pair in zip(self.choice(run).rows, other.choice(run).rows, strict=True)]
        best = [(one[0], one[2].split(",")[0], two[2].split(",")[0]) for one, two in pairs]
        return table("corpus|first run|second run", [each for each in best if each[1] != each[2]])

    def pictures(self) -> Iterator[Picture]:
        """Yields the figures."""
        names = {backend: number for number, backend in enumerate(dict.fromkeys((*ALL, *REDUCED)))}
        for name, sums in (("q1-units", False), ("q1-sums", True)):
            group = [one for one in self.contests["backends"] if (one.first.corpus.name in SUMS) is sums]
            # A backend that takes some of the corpora only is not drawn as one that solves few.
            taken = set.intersection(*({one.entry.backend for one in each.qualified} for each in group))
            group = [Contest([one for one in each.summaries if one.entry.backend in taken]) for each in group]
            title = f"Times over the least time, {'with' if sums else 'without'} sums and pairs"
            yield from (each._replace(name=name, title=title) for each in profile(name, group, names))
        for run, corpus, name, given in (("backends", SMALL, "q5-small", 60), ("large", LARGE, "q5-large", 70)):
            for each in growth_pictures(name, [self.contest(run, corpus)], names):
                yield each._replace(name=name, title=f"Time over size: {corpus}, {given} % given")
        yield self._work_picture()

    def _work_picture(self) -> Picture:
        corpora = self.corpora("backends", "17clue", "top95", "hard375", "pencil-mark", *JIGSAWS, LATIN)
        points = {name: [work[:2] for work in self.works(name)] for name in corpora}

        def draw(axes: Any) -> None:
            for number, (name, pairs) in zip((0, 1, 2, 3, 7, 8, 12), points.items(), strict=False):
                xs, ys = ([max(0.5, value) for value in values] for values in zip(*pairs, strict=True))
                axes.plot(xs, ys, label=name, markersize=3.5, alpha=0.7, **{**style_of(number), "linestyle": "none"})
            axes.set(xscale="log", yscale="log")
            axes.set(xlabel="guesses of native (none: 0.5)", ylabel="conflicts of MiniSat (none: 0.5)")
            plain_numbers(axes.xaxis, axes.yaxis)

        rows = [(name, *pair) for name, pairs in points.items() for pair in pairs]
        title = "Guesses and conflicts, puzzle by puzzle"
        alt = f"Scatter plot of {len(rows)} puzzles: guesses of native against conflicts of MiniSat."
        return Picture("q4-work", title, alt, draw, ("corpus", "guesses", "conflicts"), rows, height=4.2)
