"""The tables of a run: one of each contest, and an overview of all corpora. Reports and the command show the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from math import ceil, inf
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from ...puzzles.pictures.text_table import Table, markdown_text
from .columns import COLUMNS, NONE, Column, RaceOutcome, ratio_text, seconds_text
from .plan import RaceEntry
from .reading import ResultsFile
from .summary import Summary, summaries

_WITHOUT_TIME = (RaceOutcome.NO_CLAIM, RaceOutcome.DECLINED)
"""Outcomes of puzzles that were left for another reason than time."""


class TableColumn(NamedTuple):
    """A heading, what it means, and the text of a cell."""

    heading: str
    meaning: str
    cell: Callable[[Summary], str]


def _named(summary: Summary) -> str:
    return summary.entry.backend + " (disqualified)" * summary.disqualified


def _solved(summary: Summary) -> str:
    return f"{summary.settled:,} / {summary.count:,}"


def _unique(summary: Summary) -> str:
    return f"{summary.unique:,}" if summary.entry.question.limit > 1 else NONE


def _counted(summary: Summary, outcomes: Iterable[RaceOutcome]) -> str:
    """Returns how many puzzles have each of these outcomes: `3 open, 1 declined`."""
    return ", ".join(f"{summary.outcomes[one]:,} {one}" for one in outcomes if summary.outcomes[one]) or NONE


def _within(summary: Summary, percent: float) -> str:
    """Returns the time within which so many percent were solved, or that it is beyond the limit.

    Returns `-` where the share is only reached by counting puzzles that were declined or have no claim.
    """
    timed = summary.count - sum(summary.outcomes[one] for one in _WITHOUT_TIME)
    if ceil(summary.count * percent / 100) > timed or not timed:
        return NONE
    return seconds_text(summary.percentile(percent), summary.limit)


def _ratio(ratio: float | None) -> str:
    return NONE if ratio is None else ratio_text(ratio)


def _total(column: Column, summary: Summary) -> str:
    return column.unit.text(summary.totals[column.name]) if column.name in summary.totals else NONE


TABLE_COLUMNS = (
    TableColumn("backend", "its name, as unitdoku backends lists it; disqualified after a wrong answer", _named),
    TableColumn("solved", "puzzles whose question was answered in full, of all puzzles", _solved),
    TableColumn("unique", "puzzles whose solution was proven to be the only one", _unique),
    TableColumn(
        "PAR-2",
        "mean time, twice the limit for a puzzle that was not solved; it ranks backends that solved equally many",
        lambda s: seconds_text(s.par2),
    ),
    TableColumn("median", "half of the puzzles took no longer", lambda s: _within(s, 50)),
    TableColumn("95 %", "95 % of the puzzles took no longer", lambda s: _within(s, 95)),
    TableColumn(
        "to best",
        "sum of the times, the limit for a puzzle that was not solved, over the sum of the best time of each puzzle "
        "by any backend of the table; puzzles that none solved are left out",
        lambda s: _ratio(s.to_best),
    ),
    TableColumn(
        "worst",
        "largest ratio of the time of a puzzle to its best time, of puzzles that took longer than 1 ms",
        lambda s: _ratio(s.worst_to_best),
    ),
    TableColumn(
        "set-up",
        "encoding and loading: once for each layout, in cold mode for each puzzle",
        lambda s: seconds_text(s.setup_seconds),
    ),
    *(
        TableColumn(
            column.heading,
            f"{column.about}; {'sum' if column.total is sum else 'largest'} over "
            f"{'solved' if column.nullable else 'all'} puzzles",
            partial(_total, column),
        )
        for column in COLUMNS
        if column.heading
    ),
    TableColumn(
        "left",
        "puzzles given up at the limit (open), failed on, answered wrongly, declined, or answered in time without a "
        "claim that there are no other solutions (no claim)",
        lambda s: _counted(s, (one for one in RaceOutcome if one is not RaceOutcome.SOLVED)),
    ),
)
"""The columns of the table of a contest, in order."""

VIRTUAL_BEST = "virtual best"
"""The solver that takes the least time of any backend for each puzzle."""

COMPARED_COLUMNS = {
    "backend": "its name; the virtual best takes the least time of any backend for each puzzle",
    "mean": "mean time, the limit for a puzzle that was not solved, and its 95 % interval over puzzles",
    "PAR-2": "the same with twice the limit, where that differs",
    "times as long": "geometric mean of the ratios to the time of the first backend on the same puzzle",
    "so it is": "slower or faster where the interval excludes 1, equal where it is within 10 %, or not known",
    "fastest": "share of puzzles on which no backend is faster",
    "without": "how many times as long the virtual best takes without the backend",
    "shuffles": "the slowest over the fastest shuffle of a puzzle, median and most",
    "repetitions": "the same for the repetitions of a shuffle",
}
"""The columns of a comparison, in order, and what they mean; see `comparison.py`, which needs more packages."""


class RaceTable(NamedTuple):
    """A table of texts, whose first column holds words."""

    title: str
    about: str
    """What to know of it, in a sentence or two; may be empty."""
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]

    @property
    def shown(self) -> RaceTable:
        """The table without the columns that have no value."""
        if not self.rows:
            return self
        kept = [index for index in range(len(self.headings)) if any(row[index] != NONE for row in self.rows)]
        headings, *rows = [[row[index] for index in kept] for row in (self.headings, *self.rows)]
        return self._replace(headings=headings, rows=rows)

    @property
    def markdown(self) -> str:
        """The table in Markdown, below its title; all columns but the first hold numbers."""
        return f"{markdown_text(self.title)}:\n\n{Table((self.headings, *self.rows)).markdown}"


class Contest(NamedTuple):
    """The entries with the same corpus, question and mode: a row of a table for each backend, the best first."""

    summaries: list[Summary]

    @property
    def first(self) -> RaceEntry:
        """One of the entries."""
        return self.summaries[0].entry

    @property
    def asked(self) -> str:
        """Question and mode in words."""
        return f"{self.first.question.title}, {self.first.mode}"

    @property
    def title(self) -> str:
        """Corpus, question and mode in words."""
        return f"{self.first.corpus.name}, {self.asked}"

    @property
    def qualified(self) -> list[Summary]:
        """The summaries whose times can be compared: of backends without wrong answers that took a puzzle."""
        return [one for one in self.summaries if not one.disqualified and not one.declined]

    @property
    def table(self) -> RaceTable:
        """The table with all columns, and what its corpus is."""
        about = self.first.corpus.about
        return RaceTable(
            self.title,
            f"{about.what}." + (f" Beware: {about.bias}." if about.bias else ""),
            [column.heading for column in TABLE_COLUMNS],
            [[column.cell(summary) for column in TABLE_COLUMNS] for summary in self.summaries],
        )


def contests(summaries: Sequence[Summary]) -> list[Contest]:
    """Returns the contests of a run, in the order of the plan, with the best entry of each first.

    That has the most settled puzzles, then the least PAR-2, then the least median; disqualified ones are last.
    """

    def rank(summary: Summary) -> tuple[bool, int, float, float]:
        return summary.disqualified, -summary.settled, summary.par2, summary.median

    return [Contest(sorted(group, key=rank)) for _, group in groupby(summaries, attrgetter("entry.contest"))]


def alike(tables: Sequence[Contest]) -> list[list[Contest]]:
    """Returns the contests grouped by question and mode, in the order of the plan."""
    groups: dict[object, list[Contest]] = {}
    for table in tables:
        groups.setdefault((table.first.question, table.first.mode), []).append(table)
    return list(groups.values())


def overview(group: Sequence[Contest], backends: Sequence[str]) -> RaceTable:
    """Returns the table of contests that are `alike`: a row of medians for each backend, a column for each corpus."""
    corpora = [contest.first.corpus for contest in group]
    columns = list(map(_medians, group))
    return RaceTable(
        f"median times, {group[0].asked}",
        "a star marks the least median of each column among the backends that solved most puzzles; behind each "
        "corpus is the number of its puzzles",
        ["backend", *(f"{corpus.name} ({len(corpus.puzzles):,})" for corpus in corpora)],
        [[backend, *(cells.get(backend, NONE) for cells in columns)] for backend in backends],
    )


def _medians(contest: Contest) -> dict[str, str]:
    """Returns the cell of each backend in the column of a contest."""
    most = max((summary.settled for summary in contest.qualified), default=0)
    medians = {
        summary.entry.backend: summary.median
        for summary in contest.qualified
        if summary.settled == most and summary.median < inf
    }
    best = min(medians, key=medians.__getitem__, default=None)
    return {summary.entry.backend: _median(summary, best) for summary in contest.summaries}


def _median(summary: Summary, best: str | None) -> str:
    if summary.disqualified:
        return f"{summary.wrong:,} wrong"
    text = _within(summary, 50) + " *" * (summary.entry.backend == best)
    notes = _counted(summary, (RaceOutcome.SOLVED, *_WITHOUT_TIME))
    return text if summary.settled == summary.count else f"{text} ({notes})"


class RaceRun(NamedTuple):
    """The number of a run and the file of its results; a notebook shows the tables of the run."""

    number: int
    database: Path

    def _repr_markdown_(self) -> str | None:
        """Returns a table of each contest for notebooks, the best backend first; None where the file is gone."""
        if not self.database.exists():
            return None
        with ResultsFile(self.database) as results:
            found = contests(summaries(results, results.run(self.number)))
        return "\n".join(contest.table.shown.markdown for contest in found)
