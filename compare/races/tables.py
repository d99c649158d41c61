"""The tables of a run: one of each contest, and an overview of all corpora. Reports and the command show the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, inf
from pathlib import Path
from typing import NamedTuple

from .amounts import NONE, count_text, ratio_text, seconds_text, share_text
from .columns import COLUMNS, Column
from .plan import RaceEntry
from .reading import ResultsFile
from .summary import Summary, by_contest, ranked, summaries


class TableColumn(NamedTuple):
    """A heading, what it means, and the text of a cell."""

    heading: str
    meaning: str
    cell: Callable[[Summary], str]


def _solved(summary: Summary) -> str:
    return f"{count_text(summary.settled)} / {count_text(summary.count)}"


def _unique(summary: Summary) -> str:
    return count_text(summary.unique) if summary.entry.question.limit > 1 else NONE


def _effort(summary: Summary) -> str:
    for counted in ("guesses", "conflicts"):
        if summary.settled and counted in summary.totals:
            return f"{summary.totals[counted] / summary.settled:,.1f} {counted}"
    return NONE


def _unsettled(summary: Summary) -> str:
    counts = ((summary.open, "open"), (summary.failed, "failed"), (summary.wrong, "wrong"))
    spent = [f"{count_text(count)} {word}" for count, word in counts if count]
    return ", ".join(spent + _without_time(summary)) or NONE


def _without_time(summary: Summary) -> list[str]:
    """Returns how many puzzles were left for another reason than time."""
    counts = ((summary.unclaimed, "no claim"), (summary.declined, "declined"))
    return [f"{count_text(count)} {word}" for count, word in counts if count]


def _within(summary: Summary, percent: float) -> str:
    """Returns the time within which so many percent were solved, or that it is beyond the limit.

    There is no time where puzzles are needed to reach that share which were declined or have no claim.
    """
    timed = summary.count - summary.unclaimed - summary.declined
    if ceil(summary.count * percent / 100) > timed:
        return NONE
    return seconds_text(summary.percentile(percent), summary.limit)


def _ratio(ratio: float | None) -> str:
    return NONE if ratio is None else ratio_text(ratio)


def _totals() -> Iterator[TableColumn]:
    """Yields a table column for each measured column with a heading."""
    for column in COLUMNS:
        if column.heading:
            over = "solved" if column.nullable else "all"
            meaning = f"{column.about}; {'sum' if column.total is sum else 'largest'} over {over} puzzles"

            def cell(summary: Summary, known: Column = column) -> str:
                return known.unit.text(summary.totals[known.name]) if known.name in summary.totals else NONE

            yield TableColumn(column.heading, meaning, cell)


TABLE_COLUMNS = (
    TableColumn("backend", "its name, as unitdoku backends lists it", lambda summary: summary.entry.backend),
    TableColumn("solved", "puzzles whose question was answered in full, of all puzzles", _solved),
    TableColumn("unique", "puzzles whose solution was proven to be the only one", _unique),
    TableColumn("PAR-2", "mean time, twice the limit for a puzzle that was not solved", lambda s: seconds_text(s.par2)),
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
        "no guess", "share of puzzles solved by propagation alone", lambda s: share_text(s.share_without_guess)
    ),
    TableColumn("effort", "guesses, or conflicts of a solver that learns from them, for each solved puzzle", _effort),
    TableColumn(
        "set-up",
        "encoding and loading: once for each layout, in cold mode for each puzzle",
        lambda s: seconds_text(s.setup_seconds),
    ),
    *_totals(),
    TableColumn(
        "left",
        "puzzles given up at the limit (open), failed on, answered wrongly, declined, or answered in time without a "
        "claim that there are no other solutions (no claim)",
        _unsettled,
    ),
)
"""The columns of the table of a contest, in order."""


class Contest(NamedTuple):
    """The entries with the same corpus, question and mode: a table with a row for each backend, the best first."""

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
        """The summaries without wrong answers: those whose times can be compared."""
        return [summary for summary in self.summaries if not summary.disqualified]

    @property
    def rows(self) -> list[list[str]]:
        """The text of each cell."""
        return [[column.cell(summary) for column in TABLE_COLUMNS] for summary in self.summaries]

    @property
    def shown(self) -> tuple[list[str], list[list[str]]]:
        """Headings and rows without the columns that have no value."""
        rows = self.rows
        shown = [index for index in range(len(TABLE_COLUMNS)) if any(row[index] != NONE for row in rows)]
        return [TABLE_COLUMNS[index].heading for index in shown], [[row[index] for index in shown] for row in rows]


class Overview(NamedTuple):
    """The contests with the same question and mode: a row of medians for each corpus, a column for each backend."""

    title: str
    headings: list[str]
    rows: list[list[str]]


def contests(summaries: Sequence[Summary]) -> list[Contest]:
    """Returns the contests of a run, in the order of the plan."""
    return [Contest(ranked(group)) for group in by_contest(summaries)]


def alike(tables: Sequence[Contest]) -> list[list[Contest]]:
    """Returns the contests grouped by question and mode, in the order of the plan."""
    groups: dict[object, list[Contest]] = {}
    for table in tables:
        groups.setdefault((table.first.question, table.first.mode), []).append(table)
    return list(groups.values())


def overview(group: Sequence[Contest], backends: Sequence[str]) -> Overview:
    """Returns the overview of a group of contests that are `alike`.

    In each row the least median has a star, among the backends that solved most puzzles there.
    """
    return Overview(
        f"median times, {group[0].asked}",
        ["corpus", "puzzles", *backends],
        [_overview_row(contest, backends) for contest in group],
    )


def _overview_row(contest: Contest, backends: Sequence[str]) -> list[str]:
    most = max((summary.settled for summary in contest.qualified), default=0)
    medians = {
        summary.entry.backend: summary.median
        for summary in contest.qualified
        if summary.settled == most and summary.median is not None and summary.median < inf
    }
    best = min(medians, key=medians.__getitem__, default=None)
    cells = {summary.entry.backend: _median(summary, best) for summary in contest.summaries}
    corpus = contest.first.corpus
    return [corpus.name, count_text(len(corpus.puzzles)), *(cells.get(backend, NONE) for backend in backends)]


def _median(summary: Summary, best: str | None) -> str:
    if summary.disqualified:
        return f"{count_text(summary.wrong)} wrong"
    text = _within(summary, 50) + " *" * (summary.entry.backend == best)
    notes = ", ".join([f"{count_text(summary.settled)} solved", *_without_time(summary)])
    return text if summary.settled == summary.count else f"{text} ({notes})"


def markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns a table in Markdown whose first column holds words, and the others numbers."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(map(markdown_text, cells)) + " |\n"

    rule = ["---", *["---:"] * (len(headings) - 1)]
    return "".join(map(line, (headings, rule, *rows)))


def html_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns a table in HTML whose first column holds words, and the others numbers."""
    pad = "padding:.1em .6em"

    def line(cells: Sequence[str], tag: str) -> str:
        words, *numbers = (escape(cell) for cell in cells)
        right = "".join(f'<{tag} style="{pad};text-align:right">{number}</{tag}>' for number in numbers)
        return f'<tr><{tag} style="{pad};text-align:left">{words}</{tag}>{right}</tr>'

    body = "".join(line(row, "td") for row in rows)
    return f"<table><thead>{line(headings, 'th')}</thead><tbody>{body}</tbody></table>"


def markdown_text(text: str) -> str:
    """Returns a text as Markdown in one line, without HTML of its own."""
    for special, entity in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|"), ("\n", " ")):
        text = text.replace(special, entity)
    return text


class RunNumber(int):
    """The number of a run in a database, a whole number; a notebook shows the tables of the run."""

    def __new__(cls, number: int, database: str | Path) -> RunNumber:
        """Returns the number of a run in this file."""
        made = super().__new__(cls, number)
        made.database = Path(database).absolute()
        return made

    database: Path
    """The file of the results."""

    def __reduce__(self) -> tuple[type[RunNumber], tuple[int, Path]]:
        return RunNumber, (int(self), self.database)

    def _repr_html_(self) -> str | None:
        """Returns a table of each contest for notebooks, the best backend first; None where the file is gone."""
        if not self.database.exists():
            return None
        with ResultsFile(self.database) as results:
            found = contests(summaries(results, results.run(int(self))))
        tables = (f"<p>{escape(contest.title)}</p>{html_table(*contest.shown)}" for contest in found)
        return f"<div><p>run {int(self)} in {escape(self.database.name)}</p>{''.join(tables)}</div>"
