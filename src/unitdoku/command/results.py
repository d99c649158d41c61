"""`unitdoku results`: lists runs of races, shows, exports and compares them, and makes a page of one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from shlex import quote
from typing import Any

import click

from unitdoku.command.options import FROM_ONE, database_option
from unitdoku.command.output import failures_end, form_named
from unitdoku.command.race_shown import show_run
from unitdoku.command.table import Table, print_table
from unitdoku.command.terminal import echo_wrapped
from unitdoku.compare.races import comparison
from unitdoku.compare.races.amounts import NONE, ratio_text, seconds_text
from unitdoku.compare.races.exports import FORMATS
from unitdoku.compare.races.reading import ResultsFile, StoredRun
from unitdoku.compare.races.summary import summaries, waited

FORMATS_HELP = "\b\nFormats:\n" + "\n".join(f"  {name:<8} {format_.what}" for name, format_ in FORMATS.items())


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
    """List the runs of races, show, export and compare them, make a page.

    Without a command it lists the runs in the file of results.

    Exit status: 0, or 2 where there is no such run, or a file cannot be written.

    \b
    Examples:
      unitdoku results
      unitdoku results show 3 --corpus 17clue --backend reference
      unitdoku results report 3 -o race
      unitdoku results export 3 --format parquet -o results.parquet
      unitdoku results compare 3 4
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


@command.command("export", epilog=FORMATS_HELP)
@_run_argument
@click.option("--format", "kind", type=click.Choice(tuple(FORMATS)), help="Default: by the ending of PATH, else csv.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, metavar="PATH")
@_filters
@database_option
def export(run: int | None, kind: str | None, output: Path, database: Path, **filters: tuple[str, ...]) -> None:
    """Write a run as a file for other programs.

    RUN is its number, by default that of the last run. `solved` is true (1) where the question was answered in
    full, and not wrongly as far as is known.
    """
    kind = form_named(output, {f".{name}": name for name in ("csv", "parquet")}, kind) or "csv"
    with _open(database) as results:
        chosen = _filtered(results.run(run), filters)
        FORMATS[kind].write(results, chosen, output)
    click.echo(f"{output}: run {chosen.id} as {kind}")


@command.command("report")
@_run_argument
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default="unitdoku-report",
    show_default=True,
    metavar="DIR",
    help="Where the page is written.",
)
@_filters
@database_option
def report(run: int | None, folder: Path, database: Path, **filters: tuple[str, ...]) -> None:
    """Make a page with tables and pictures of a run.

    RUN is its number, by default that of the last run. The page, index.html, needs no network and no other file. Its
    pictures, with every pair of the first four backends, are also written as SVG and PNG files, and its tables as
    Markdown. Needs the extra `report`.

    \b
    Examples:
      unitdoku results report
      unitdoku results report 3 -o race --backend reference --backend cpsat
    """
    form_named(folder, {})
    with failures_end():
        from unitdoku.compare.report.page import check_packages, gather, write_report

        check_packages()
    with _open(database) as results:
        found = _filtered(results.run(run), filters)
        page = write_report(gather(results, found), folder)
    click.echo(f"{page}: run {found.id}, {found.results:,} results")


@command.command("compare")
@click.argument("old", type=FROM_ONE)
@click.argument("new", type=FROM_ONE)
@click.option(
    "--new-db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file of the new run, where it is another one.",
)
@click.option(
    "--least",
    type=click.FloatRange(1),
    default=comparison.LEAST,
    show_default=True,
    metavar="RATIO",
    help="The least ratio that counts as a difference; two runs on one machine may differ by less.",
)
@click.option("--cpu", is_flag=True, help="Compare processor times, which other programs change less.")
@_filters
@database_option
def compare(
    old: int, new: int, new_db: Path | None, least: float, cpu: bool, database: Path, **filters: tuple[str, ...]
) -> None:
    """Compare an old run with a new one.

    For each backend, question and mode that both have on the same puzzles: how many were solved, the medians over the
    puzzles that were solved in both, and the ratio of the new median to the old one with a 95 % interval, by a
    bootstrap that draws batches, then puzzles. `machine` says how many times longer a fixed piece of work took in the
    new run. Runs differ where the whole interval is further from 1 than --least (than 2 with fewer than four batches),
    and perhaps differ where it is on one side of 1 and reaches further than --least; else no difference is seen. The
    differences in limits, versions and machines come first, and warnings where other work used the processor.
    """
    with _open(database) as before, _open(new_db or database) as now:
        first, second = before.run(old), _filtered(now.run(new), filters)
        runs = {"old": summaries(before, first), "new": summaries(now, second)}
        found = comparison.compare(runs["old"], runs["new"], cpu)
        for line in comparison.differences(first, second):
            click.echo(f"differs in {line}", err=True)
        for name, counted in runs.items():
            if not cpu and (warning := waited(counted)):
                click.echo(f"{name} run: {warning}", err=True)
    if not found:
        shared = "no backend with the same question on the same puzzles"
        click.echo(f"error: the runs have nothing in common: {shared}", err=True)
        sys.exit(2)
    _print(found, least)


@contextmanager
def _open(database: Path) -> Iterator[ResultsFile]:
    """Opens the file of results; an error in it, or in writing, ends the command."""
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
    table = Table("run", "started", "finished", "corpora", "backends", "results", left=5)
    runs = results.runs()
    for run in runs:
        corpora = ", ".join(corpus.name for corpus in run.corpora)
        planned = run.plan.results
        count = f"{run.results:,} of {planned:,}" if run.results < planned else f"{run.results:,}"
        table.add(str(run.id), run.started, run.finished or "no", corpora, ", ".join(run.backends), count)
    print_table(table)
    for run in runs:
        if run.finished is None:
            resume = f"unitdoku bench --resume {run.id} --db {quote(str(database))}"
            click.echo(f"\nRun {run.id} is not finished; resume it with:\n  {resume}")


def _print(found: list[comparison.Compared], least: float) -> None:
    """Prints a table for each corpus, question and mode."""
    for (corpus, question, mode), compared in groupby(found, lambda one: one.entry.contest):
        table = Table("backend", "", "ratio", "95 %", "medians", "solved", "machine", left=2)
        for one in compared:
            table.add(
                one.entry.backend,
                one.verdict(least),
                NONE if one.ratio is None else ratio_text(one.ratio),
                NONE if one.interval is None else " to ".join(map(ratio_text, one.interval)),
                NONE if one.medians is None else ", ".join(map(seconds_text, one.medians)),
                f"{one.solved[0]:,}, {one.solved[1]:,} of {one.puzzles:,}",
                NONE if one.pace is None else ratio_text(one.pace),
            )
        click.echo()
        echo_wrapped(f"{corpus}, {question.name}, {mode}")
        print_table(table)
