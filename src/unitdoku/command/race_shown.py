"""A run of a race at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import click

from unitdoku.command.printed_table import print_table
from unitdoku.command.terminal import echo_wrapped
from unitdoku.compare.races.reading import ResultsFile, StoredRun
from unitdoku.compare.races.summary import Summary, summaries, waited
from unitdoku.compare.races.tables import COMPARED_COLUMNS, TABLE_COLUMNS, Contest, RaceTable, alike, contests, overview


def show_run(results: ResultsFile, run: StoredRun) -> bool:
    """Prints the tables, what their columns mean, and all kinds of errors; returns whether no answer was wrong."""
    found = summaries(results, run)
    tables = contests(found)
    compared = _compared(run, found, tables)
    for contest in tables:
        _print(contest.title, contest.table.shown)
        if contest.title in compared:
            _print_about(compared[contest.title])
    if "" in compared:
        _print_about(compared[""])
    for group in alike(tables):
        _print_about(overview(group, run.backends))
    click.echo()
    headings = {heading for contest in tables for heading in contest.table.shown.headings}
    for column in TABLE_COLUMNS:
        if column.heading in headings:
            echo_wrapped(f"{column.heading}: {column.meaning}.", "  ")
    for heading in sorted({heading for table in compared.values() for heading in table.headings} - headings):
        if heading in COMPARED_COLUMNS:
            echo_wrapped(f"{heading}: {COMPARED_COLUMNS[heading]}.", "  ")
    if warning := waited(found):
        echo_wrapped(warning)
    for corpus, salted in run.salted.items():
        echo_wrapped(f"Known of {corpus}, to refute wrong claims: {salted}.")
    for summary in found:
        first_of_kind = {error.failure: error for error in reversed(summary.errors)}
        for kind, error in sorted(first_of_kind.items(), key=lambda item: item[1].puzzle):
            which = f"puzzle {error.puzzle}" if error.puzzle >= 0 else f"salt {summary.line(error.puzzle)}"
            echo_wrapped(f"{summary.entry}: {kind}, {which}: {error.said}")
    return not any(summary.wrong for summary in found)


def _compared(run: StoredRun, found: Sequence[Summary], tables: Sequence[Contest]) -> dict[str, RaceTable]:
    """Returns the tables with statistics by the title of their contest, that of factors by an empty title.

    There are none where the extra `statistics` is not installed.
    """
    with suppress(ImportError):
        from unitdoku.compare.races.comparison import comparison, factors

        shown = {contest.title: comparison(run, contest).shown for contest in tables if len(contest.summaries) > 1}
        of_factors = factors(run, found)
        return shown | ({"": of_factors} if of_factors.rows else {})
    return {}


def _print_about(table: RaceTable) -> None:
    _print("; ".join(filter(None, (table.title, table.about))), table)


def _print(title: str, shown: RaceTable) -> None:
    click.echo()
    echo_wrapped(title)
    if shown.rows:
        print_table(shown.headings, shown.rows)
