"""The summary of an entry of a run: how many puzzles it settled, and how long they took; and the entries of a contest.

It is plain Python: the base install has no data-frame library, and to import one takes longer than most summaries.
"""

from __future__ import annotations

import csv
import json
from codecs import getwriter
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from math import ceil, inf
from operator import attrgetter
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from ...encoders.cnf.encodings import CNF_NAMES, CnfOptions, FormulaSize
from ...encoders.naming.families import BY_NAME, Options
from ...encoders.naming.find import options_in
from ...puzzles.text.json_lines import written_layout
from ...puzzles.text.part_file import complete_file
from ...puzzles.text.write import write_line
from ...reference.contract.errors import UnitdokuError, Unsupported
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from .columns import COLUMNS, RaceOutcome, RaceResult, ratio_text
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
        self, entry: RaceEntry, limit: float | None, results: Sequence[RaceResult], controls: Sequence[Puzzle] = ()
    ) -> None:
        self.entry = entry
        self.limit = limit
        """Seconds for a question."""
        self.results = [one for one in results if one.puzzle >= 0]
        """By ascending number of the puzzle, without control puzzles."""
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
        on_controls = [one for one in results if one.puzzle < 0]
        self.errors = [one for one in (*self.results, *on_controls) if one.failure is not None]
        """By ascending number of the puzzle, refuted claims included; then those on control puzzles. Of these the wrong
        answers disqualify, and none is counted elsewhere."""
        self._controls = controls
        self.wrong = sum(one.outcome(entry.question.limit) is RaceOutcome.WRONG for one in self.errors)
        """Wrong answers; to control puzzles, too."""
        self.outcomes = Counter(one.outcome(entry.question.limit) for one in self.results)
        self.outcomes |= Counter({RaceOutcome.WRONG: self.wrong})
        """How many puzzles have each outcome; the wrong answers include those to control puzzles."""
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
        """Returns a puzzle of the corpus, or one of its control puzzles, as text."""
        return write_line((self.entry.corpus.puzzles if number >= 0 else self._controls)[number])

    def _with_limit(self, times: int) -> dict[int, float]:
        """Returns the times; of an unsettled puzzle so many times the limit, in cold mode with set-up."""
        limit = inf if self.limit is None else times * self.limit
        unsettled = (one for one in self.results if self.times[one.puzzle] == inf)
        return self.times | {one.puzzle: limit + one.setup / 1e9 * self.entry.cold for one in unsettled}


def summaries(results: ResultsFile, run: StoredRun) -> list[Summary]:
    """Returns the summary of each entry of a run, in the order of the plan."""
    read = results.results(run)
    limit, controls = run.plan.settings.seconds, run.plan.controls
    found = [Summary(entry, limit, read[entry.number], controls[entry.corpus.name].puzzles) for entry in run.entries]
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


# The results of a run as rows for other programs: all that is known of a question and of its result, in flat values.
#
# Statistics start from these rows, so that other programs can repeat them. Times are in seconds, memory is in bytes.


def rows(results: ResultsFile, run: StoredRun) -> Iterator[dict[str, Any]]:
    """Yields a row for each result of a run, by entry and puzzle, control puzzles left out.

    All rows have the same names. A value is None where the solver does not report it.
    """
    for summary in summaries(results, run):
        for result in summary.results:
            yield _row(run, summary, result)


def write_csv(results: ResultsFile, run: StoredRun, path: Path) -> None:
    """Writes a line of names, then a line for each row: nothing for None, 1 and 0 for true and false."""
    with complete_file(path) as file:
        writer = csv.writer(getwriter("utf-8")(file), lineterminator="\n")
        for number, row in enumerate(rows(results, run)):
            if number == 0:
                writer.writerow(row)
            writer.writerow(int(value) if isinstance(value, bool) else value for value in row.values())


def _row(run: StoredRun, summary: Summary, result: RaceResult) -> dict[str, Any]:
    entry, corpus, puzzle = summary.entry, summary.entry.corpus, summary.entry.corpus.puzzles[result.puzzle]
    backend = backend_factors(entry.backend)
    size = backend.size(puzzle)
    return {
        "run": run.id,
        "corpus": corpus.name,
        "corpus_sha256": corpus.digest,
        # The puzzle that this is a shuffle of, by its number in the corpus; which shuffle (0: itself), and repetition.
        "origin": result.puzzle % corpus.count,
        "image": result.puzzle // corpus.count % corpus.shuffles,
        "repetition": result.puzzle // corpus.count // corpus.shuffles,
        "line": write_line(puzzle),
        "layout": _layout_text(puzzle.layout),
        "values": puzzle.layout.size,
        "cells": puzzle.layout.cell_count,
        "givens": len(puzzle.givens),
        # Of `rate`: 1, 2, or 3 for all higher ones.
        "level": level(puzzle),
        "question": entry.question.name,
        "mode": entry.mode,
        "backend": entry.backend,
        "family": backend.family,
        "solver": backend.solver,
        **{name: backend.cnf and getattr(backend.cnf, name) for name in CNF_NAMES},
        "options": ":".join(f"{name}={value}" for name, value in backend.options.items()),
        # Of the formula without givens.
        "variables": size and size.variables,
        "clauses": size and size.clauses,
        "limit_seconds": summary.limit,
        "machine": json.dumps(run.environment["machines"][result.machine]),
        # SAT, UNSAT, UNKNOWN, or the class of a failure; `wrong` for a refuted claim.
        "verdict": str(result.failure or ("SAT" if result.found else "UNSAT" if result.exhausted else "UNKNOWN")),
        "outcome": str(result.outcome(entry.question.limit)),
        # Whether the question was answered in full, and not wrongly as far as is known.
        "solved": result.is_settled(entry.question.limit),
        # The time, or the limit where it was not solved, over the best time of the puzzle by any backend of the rows.
        "to_best": summary.ratios.get(result.puzzle),
        **{column.name + column.unit.suffix: column.exported(result) for column in COLUMNS if column.name != "machine"},
    }


@lru_cache
def _layout_text(layout: Layout) -> str:
    """Returns the name of a layout, or an object with its units as JSON."""
    written = written_layout(layout)
    return written if isinstance(written, str) else json.dumps(written)


# The factors of a race: what a backend is made of, by its name, and what a puzzle is like.
#
# Names are read as text, so the factors of a run are known where no solver is installed.

_WITH_FORMULAS = ("sat", "dimacs")
"""Families whose backends have the options of a formula."""

RATED = 2
"""The highest level of `rate` that is computed: higher ones take seconds a puzzle."""


class BackendFactors(NamedTuple):
    """What a name such as `sat:minisat22:encoding=minimal` says."""

    family: str
    solver: str
    """What follows the family, `minisat22`; empty where there is nothing."""
    options: dict[str, str]
    """By their names, as given, without those of a formula."""
    cnf: CnfOptions | None
    """The options of a formula, with their defaults; None for backends without one."""

    @property
    def settings(self) -> dict[str, str]:
        """All options by their names."""
        of_formula = {name.replace("_", "-"): str(getattr(self.cnf, name)) for name in CNF_NAMES if self.cnf}
        return of_formula | self.options

    def size(self, puzzle: Puzzle) -> FormulaSize | None:
        """Returns variables and clauses of the formula; None without one, or where it cannot hold such a puzzle."""
        if self.cnf is not None:
            with suppress(Unsupported):
                return _size(self.cnf, puzzle if self.cnf.one_puzzle else puzzle.layout)
        return None


@lru_cache
def backend_factors(name: str) -> BackendFactors:
    """Returns the factors of a backend by its name."""
    family, *rest = name.split(":")
    if family not in BY_NAME or BY_NAME[family].names_backends:
        return BackendFactors(family, ":".join(rest), {}, None)
    options, solver = options_in(rest)
    cnf, left = None, dict(options)
    if family in _WITH_FORMULAS:
        with suppress(UnitdokuError):  # an encoding of PySAT, where that is not installed
            taken = Options(name, options)
            cnf, left = taken.cnf(), {option: str(value) for option, value in taken.rest().items()}
    return BackendFactors(family, ":".join(solver), left, cnf)


@lru_cache
def _size(cnf: CnfOptions, subject: Layout | Puzzle) -> FormulaSize:
    return cnf.size(subject)


@lru_cache(1 << 16)
def level(puzzle: Puzzle) -> int | None:
    """Returns the level of `rate`, 1 or 2, and 3 for all that are higher; None for a puzzle that it does not take.

    None, too, where NumPy is not installed. It is not checked that the puzzle has one solution.
    """
    with suppress(ImportError, UnitdokuError):
        from ..data.rate import rate_unchecked  # here, as exports do without NumPy

        return rate_unchecked(puzzle, RATED).level
    return None
