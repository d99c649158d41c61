"""`unitdoku report`: a page with tables and pictures of a run."""

from __future__ import annotations

from pathlib import Path

import click

from unitdoku.command.numbers import WholeNumber
from unitdoku.command.options import database_option
from unitdoku.command.output import failures_end, form_named

HELP = """Make a page with tables and pictures of a run.

    RUN is its number, by default that of the last run. The page, index.html, needs no network and no other file. Its
    pictures are also written as SVG and PNG files, and its tables as Markdown. Needs the extra `report`.

    Exit status: 0, or 2 where there is no such run, or a file cannot be written.

    \b
    Examples:
      unitdoku report
      unitdoku report 3 -o race --scatter reference,sat:cadical195 --scatter reference,cpsat
"""


@click.command("report", help=HELP)
@click.argument("run", metavar="[RUN]", type=WholeNumber(), required=False)
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
@click.option(
    "--scatter",
    "pairs",
    metavar="A,B",
    multiple=True,
    help="Two backends to compare puzzle by puzzle; by default every pair of the first four.",
)
@database_option
def command(run: int | None, folder: Path, pairs: tuple[str, ...], database: Path) -> None:
    """Writes the report."""
    from unitdoku.compare.report.page import check_packages, gather, write_report
    from unitdoku.compare.results.reading import ResultsFile

    form_named(folder, {})
    with failures_end():
        check_packages()
        with ResultsFile(database) as results:
            found = results.run(run)
            page = write_report(gather(results, found, _pairs(pairs, found.backends)), folder)
    click.echo(f"{page}: run {found.id}, {found.results:,} results")


def _pairs(pairs: tuple[str, ...], backends: list[str]) -> list[tuple[str, str]] | None:
    """Returns the named pairs; a backend that was not in the run is bad usage."""
    found = []
    for pair in pairs:
        names = tuple(name.strip() for name in pair.split(","))
        if len(names) != 2 or names[0] == names[1]:
            raise click.BadParameter(f"{pair!r} names no two backends", param_hint="--scatter")
        for name in names:
            if name not in backends:
                known = ", ".join(backends)
                raise click.BadParameter(f"{name!r} was not in that run; there were {known}", param_hint="--scatter")
        found.append((names[0], names[1]))
    return found or None
