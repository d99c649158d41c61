"""`unitdoku results`: lists runs of races, shows and exports them, and makes a page of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shlex import quote
from typing import Any
from zipfile import is_zipfile

import click

from unitdoku.command.options import FROM_ONE, database_option
from unitdoku.command.output import failures_end, form_named
from unitdoku.command.terminal import as_shown, echo_wrapped, print_table
from unitdoku.compare.races.reading import ResultsFile, StoredRun
from unitdoku.compare.races.summary import Summary, summaries, waited, write_csv
from unitdoku.compare.races.tables import COMPARED_COLUMNS, TABLE_COLUMNS, Contest, RaceTable, alike, contests, overview
from unitdoku.encoders.naming.optional_packages import require, statistics_numpy, stats
from unitdoku.reference.contract.errors import PackageMissing, install_advice

# A run of a race at the terminal.


def show_run(results: ResultsFile, run: StoredRun) -> bool:
    """Prints the tables, what their columns mean, and all kinds of errors; returns whether no answer was wrong."""
    found = summaries(results, run)
    tables = contests(found)
    compared = _compared(run, found, tables)
    for contest in tables:
        _print(contest.table.shown._replace(about=""))
        if contest.title in compared:
            _print(compared[contest.title])
    if "" in compared:
        _print(compared[""])
    for group in alike(tables):
        _print(overview(group, run.backends))
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
    for corpus, controls in run.controls.items():
        echo_wrapped(f"Known of {corpus}, to refute wrong claims: {controls}.")
    for summary in found:
        first_of_kind = {error.failure: error for error in reversed(summary.errors)}
        for kind, error in sorted(first_of_kind.items(), key=lambda item: item[1].puzzle):
            which = f"puzzle {error.puzzle}" if error.puzzle >= 0 else f"control puzzle {summary.line(error.puzzle)}"
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


def _print(table: RaceTable) -> None:
    click.echo()
    echo_wrapped("; ".join(filter(None, (table.title, table.about))))
    if table.rows:
        print_table(table.headings, table.rows)


_run_argument = click.argument("run", metavar="[RUN]", type=FROM_ONE, required=False)


def _filters(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds options that leave out entries."""
    for name, what in (("backend", "backends"), ("mode", "modes"), ("question", "questions"), ("corpus", "corpora")):
        option = click.option(f"--{name}", what, multiple=True, help=f"Only these {what}; any number of them.")
        function = option(function)
    return function


@click.group("results", invoke_without_command=True)
@database_option
@click.pass_context
def command(ctx: click.Context, /, database: Path) -> None:
    """List the runs of races, show and export them, make a page.

    Without a command it lists the runs in the file of results.

    Exit status: 0, or 2 where there is no such run, or a file cannot be written.

    \b
    Examples:
      unitdoku results
      unitdoku results show 3 --corpus 17clue --backend reference
      unitdoku results report 3 -o race
      unitdoku results export 3 -o results.csv
    """
    # `--db` may stand before or behind the command.
    ctx.default_map = {name: {"database": database} for name in command.commands}
    if ctx.invoked_subcommand is None:
        with _open(database) as results:
            _list(results, database)


@command.command("show")
@_run_argument
@_filters
@database_option
def show(run: int | None, database: Path, **filters: tuple[str, ...]) -> None:
    """Show the tables of a run.

    RUN is its number, by default that of the last run.
    """
    with _open(database) as results:
        show_run(results, _filtered(results.run(run), filters))


@command.command("export")
@_run_argument
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="PATH")
@_filters
@database_option
def export(run: int | None, output: Path, database: Path, **filters: tuple[str, ...]) -> None:
    """Write a run as CSV for other programs: a line for each result, times in seconds, memory in bytes.

    RUN is its number, by default that of the last run. `solved` is true (1) where the question was answered in
    full, and not wrongly as far as is known.
    """
    form_named(output, {".csv": "csv"})
    with _open(database) as results:
        chosen = _filtered(results.run(run), filters)
        write_csv(results, chosen, output)
    click.echo(as_shown(f"{output}: run {chosen.id}"))


@command.command("report")
@_run_argument
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default="unitdoku-report",
    metavar="DIR",
    help="Where the page is written.",
)
@_filters
@database_option
def report(run: int | None, folder: Path, database: Path, **filters: tuple[str, ...]) -> None:
    """Make a page with tables and pictures of a run.

    RUN is its number, by default that of the last run. The page, index.html, needs no network and no other file. Its
    pictures, with every pair of the first four backends, are also written as SVG files, and as CSV with the numbers
    that are drawn; its tables as Markdown, CSV and LaTeX. Needs the extra `report`.

    \b
    Examples:
      unitdoku results report
      unitdoku results report 3 -o race --backend reference --backend cpsat
    """
    form_named(folder, {})
    try:
        from unitdoku.compare.report.page import write_report

        require(statistics_numpy, stats)
    except ImportError as error:
        raise PackageMissing(f"a package for reports is missing ({error}): {install_advice('report')}") from error

    with _open(database) as results:
        found = _filtered(results.run(run), filters)
        page = write_report(results, found, folder)
    click.echo(as_shown(f"{page}: run {found.id}, {found.results:,} results"))


@contextmanager
def _open(database: Path) -> Iterator[ResultsFile]:
    """Opens the file of results; an error in it, or in writing, ends the command."""
    from unitdoku.compare.races.reading import ResultsFile

    with failures_end(), ResultsFile(database) as results:
        yield results


def _filtered(run: StoredRun, filters: dict[str, tuple[str, ...]]) -> StoredRun:
    chosen = run.only(filters)
    if not chosen.entries:
        there = {what: sorted({entry.names[what] for entry in run.entries}) for what in filters if filters[what]}
        known = "; ".join(f"{what} {', '.join(names)}" for what, names in there.items())
        raise click.UsageError(f"run {run.id} has no such entry; there are {known}")
    return chosen


def _list(results: ResultsFile, database: Path) -> None:
    rows = []
    runs = results.runs()
    for run in runs:
        corpora = ", ".join(corpus.name for corpus in run.corpora)
        planned = run.plan.results
        count = f"{run.results:,} of {planned:,}" if run.results < planned else f"{run.results:,}"
        rows.append((str(run.id), run.started, run.finished or "no", corpora, ", ".join(run.backends), count))
    print_table(("run", "started", "finished", "corpora", "backends", "results"), rows, left=5)
    for run in runs:
        if run.finished is None and not is_zipfile(database):
            resume = f"unitdoku bench --resume {run.id} --db {quote(str(database))}"
            click.echo(as_shown(f"\nRun {run.id} is not finished; resume it with:\n  {resume}"))
