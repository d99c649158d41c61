"""The table of a contest: the same columns wherever it is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .amounts import NONE, count_text, seconds_text, share_text
from .stored import StoredEntry
from .summary import Summary, ranked


class Column(NamedTuple):
    """A heading, what it means, and the text of a cell."""

    heading: str
    meaning: str
    cell: Callable[[Summary], str]


def _solved(summary: Summary) -> str:
    return f"{count_text(summary.settled)} / {count_text(summary.count)}"


def _unique(summary: Summary) -> str:
    return count_text(summary.unique) if summary.entry.question.limit > 1 else NONE


def _effort(summary: Summary) -> str:
    if not summary.settled:
        return NONE
    if summary.guesses is not None:
        return f"{summary.guesses / summary.settled:,.1f} guesses"
    if summary.conflicts is not None:
        return f"{summary.conflicts / summary.settled:,.1f} conflicts"
    return NONE


def _memory(summary: Summary) -> str:
    return f"{summary.peak_kib / 1024:,.0f} MiB" if summary.peak_kib else NONE


def _left(summary: Summary) -> str:
    parts = [
        f"{count_text(count)} {word}"
        for count, word in ((summary.open, "open"), (summary.failed, "failed"), (summary.wrong, "wrong"))
        if count
    ]
    return ", ".join(parts) or NONE


COLUMNS = (
    Column("backend", "by its name, as unitdoku backends lists them", lambda summary: summary.entry.backend),
    Column("solved", "puzzles whose question was answered in full, of those asked", _solved),
    Column("unique", "puzzles whose solution was proven to be the only one", _unique),
    Column("PAR-2", "mean time, twice the limit for a puzzle that was not solved", lambda s: seconds_text(s.par2)),
    Column(
        "median",
        "half of the puzzles took no longer",
        lambda summary: seconds_text(summary.median, summary.limit),
    ),
    Column(
        "95 %",
        "95 % of the puzzles took no longer",
        lambda summary: seconds_text(summary.percentile(95), summary.limit),
    ),
    Column("no guess", "share of puzzles solved by propagation alone", lambda s: share_text(s.share_without_guess)),
    Column("effort", "guesses, or conflicts of a solver that learns from them, a solved puzzle", _effort),
    Column(
        "set-up",
        "encoding and loading: once for each layout, in cold mode for each puzzle",
        lambda summary: seconds_text(summary.setup_seconds),
    ),
    Column("solving", "wall-clock time, all together", lambda summary: seconds_text(summary.wall_seconds)),
    Column("CPU", "processor time while solving, all together", lambda summary: seconds_text(summary.cpu_seconds)),
    Column("memory", "the most that its process held during a batch", _memory),
    Column("left", "puzzles given up at the limit, failed on, or answered wrongly", _left),
)
"""In the order in which they are shown."""


class Contest(NamedTuple):
    """A table: what was asked of whom, and a row of cells for each backend, the best first."""

    title: str
    summaries: list[Summary]

    @property
    def rows(self) -> list[list[str]]:
        """The text of each cell."""
        return [[column.cell(summary) for column in COLUMNS] for summary in self.summaries]

    @property
    def first(self) -> StoredEntry:
        """One of its entries: all have corpus, question and mode in common."""
        return self.summaries[0].entry


def contests(summaries: Sequence[Summary]) -> list[Contest]:
    """The tables of a run, in the order of the plan."""
    grouped: dict[object, list[Summary]] = {}
    for summary in summaries:
        grouped.setdefault(summary.entry.contest, []).append(summary)
    return [Contest(_title(group[0].entry), ranked(group)) for group in grouped.values()]


def alike(tables: Sequence[Contest]) -> list[list[Contest]]:
    """The contests with the same question and mode together, in the order of the plan."""
    groups: dict[object, list[Contest]] = {}
    for table in tables:
        groups.setdefault((table.first.question, table.first.mode), []).append(table)
    return list(groups.values())


def markdown(contest: Contest) -> str:
    """The table in Markdown."""
    return markdown_rows([column.heading for column in COLUMNS], contest.rows)


def markdown_rows(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown whose first column holds words, the others numbers."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(_plain(cell) for cell in cells) + " |\n"

    rule = ["---", *["---:"] * (len(headings) - 1)]
    return "".join(map(line, (headings, rule, *rows)))


def _plain(cell: str) -> str:
    """Text that Markdown takes for nothing else."""
    for special, entity in (("&", "&amp;"), ("<", "&lt;"), ("|", "\\|")):
        cell = cell.replace(special, entity)
    return cell


def _title(entry: StoredEntry) -> str:
    return f"{entry.corpus.name}, {entry.question.title}, {entry.mode}"
