"""How a run of a race is shown at the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from unitdoku.command.table import add_row, new_table, print_table

if TYPE_CHECKING:
    from unitdoku.compare.results.reading import ResultsFile
    from unitdoku.compare.results.stored import StoredRun
    from unitdoku.compare.results.summary import Summary


LEGEND = """Ranked by puzzles solved, then PAR-2: the mean time, twice the limit for what was not solved. That counts as
infinitely long in medians. Effort: guesses or conflicts a solved puzzle. Set-up: once for each layout, cold for each
puzzle. Solving, CPU: all puzzles together."""


def show_run(results: ResultsFile, run: StoredRun) -> bool:
    """Prints a table for each contest, and what was wrong; whether nothing was."""
    from unitdoku.compare.report.sentences import waited
    from unitdoku.compare.results.amounts import NONE
    from unitdoku.compare.results.overview import overview
    from unitdoku.compare.results.summary import summaries
    from unitdoku.compare.results.table import COLUMNS, alike, contests

    found = list(summaries(results, run).values())
    tables = contests(found)
    for contest in tables:
        rows = contest.rows
        # What nobody tells takes no room.
        told = [index for index in range(len(COLUMNS)) if any(row[index] != NONE for row in rows)]
        table = new_table(*(COLUMNS[index].heading for index in told))
        for row in rows:
            add_row(table, *(row[index] for index in told))
        click.echo(f"\n{contest.title}")
        print_table(table)
    for group in alike(tables):
        glance = overview(group, run.backends)
        table = new_table(*glance.headings)
        for row in glance.rows:
            add_row(table, *row)
        click.echo(f"\n{glance.title}; the least of each row, of those who solved most, has a star")
        print_table(table)
    click.echo(LEGEND)
    for contest in tables:
        for line in waited(contest.summaries):
            click.echo(f"{contest.title}: {line}")
    for line in _wrong(results, run, found):
        click.echo(line)
    return not any(summary.wrong for summary in found)


def _wrong(results: ResultsFile, run: StoredRun, found: Iterable[Summary]) -> Iterable[str]:
    """Failures of all kinds, the first of each entry and kind in full."""
    told = set()
    for entry, puzzle, kind, said in results.failures(run):
        if (entry.id, kind) not in told:
            told.add((entry.id, kind))
            where = f"{entry.backend} on {entry.corpus.name} ({entry.question.name}, {entry.mode})"
            yield f"{where}: {kind}, puzzle {puzzle}: {said}"
    for summary in found:
        for claim in summary.refuted[:1]:
            entry = summary.entry
            where = f"{entry.backend} on {entry.corpus.name} ({entry.question.name}, {entry.mode})"
            yield f"{where}: wrong, puzzle {claim.puzzle}: {claim.said}"
    for loss in results.losses(run):
        what = f"{loss.puzzles} puzzles of {loss.corpus} for {loss.backend}"
        yield f"{loss.worker} was lost with {what}, which went to another one"
