"""`unitdoku check`: all backends answer, and all answers must agree."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from unitdoku.command.inputs import Inputs, Source, checked_symbols, named_layout
from unitdoku.command.options import LAYOUTS, layout_option, limit_option, seconds_option
from unitdoku.command.progress import progress_bar
from unitdoku.command.table import add_row, new_table, print_table
from unitdoku.reference.errors import BackendUnavailable, Disagreement, OptionError, UnknownBackend
from unitdoku.reference.result import Result
from unitdoku.reference.text.write import write_grid, write_line

if TYPE_CHECKING:
    from rich.table import Table

    from unitdoku.compare.cross_check import Report
    from unitdoku.compare.tally import Tally

HELP = f"""Hold backends against each other.

    Every backend answers every puzzle of the files (without one: the puzzles that come with the package; - is standard
    input). Verdicts, counts up to the limit and solutions must be the same everywhere, and every solution must keep the
    rules. What does not agree is printed in full; the table shows what each backend did and how long it took. Ctrl-C
    ends it within a second, with the table of what was checked by then.

    Exit status: 0 when all answers agree, 1 on a disagreement, 2 for bad input (the other puzzles are still checked),
    3 when no backend settled one of the puzzles in time.
    {LAYOUTS}
    \b
    Examples:
      unitdoku check
      unitdoku check puzzles.txt --backends reference,sat:cadical195,cpsat
      unitdoku check jigsaws.jsonl --limit 5 --seconds 60
"""


@click.command("check", help=HELP)
@click.argument("files", metavar="[FILE]...", nargs=-1)
@layout_option
@click.option("--backends", metavar="A,B,C", help="Names with commas between; by default all installed ones but auto.")
@limit_option
@seconds_option(10.0)
def command(
    files: tuple[str, ...], layout: str, symbols: str | None, backends: str | None, limit: int, seconds: float
) -> None:
    """Checks every puzzle of the files."""
    from unitdoku.compare.bundled import bundled_files
    from unitdoku.compare.cross_check import cross_check

    rules = named_layout(layout)
    inputs = Inputs(rules, checked_symbols(symbols, rules))
    sources: list[Source] = list(files) if files else list(bundled_files())
    latest: Report | None = None
    with progress_bar(inputs) as bar:

        def after_each(so_far: Report, disagreement: Disagreement | None) -> None:
            nonlocal latest
            latest = so_far
            if disagreement is not None:
                click.echo(_told(disagreement, inputs.place))
            bar.step()

        try:
            report = cross_check(inputs.puzzles(sources), _names(backends), limit, seconds, after_each)
        except KeyboardInterrupt:
            if latest is not None:
                _print(latest, seconds)
                click.echo(f"Interrupted after {latest.puzzles} puzzles.")
            raise
        except (UnknownBackend, BackendUnavailable, OptionError) as error:
            raise click.UsageError(str(error)) from error
    _print(report, seconds)
    sys.exit(1 if not report.agree else 2 if inputs.errors else 3 if report.open else 0)


def _names(backends: str | None) -> list[str] | None:
    if backends is None:
        return None
    names = [name.strip() for name in backends.split(",") if name.strip()]
    if not names:
        raise click.BadParameter("names no backend", param_hint="--backends")
    return names


def _told(disagreement: Disagreement, place: str) -> str:
    """A disagreement in full."""
    layout = disagreement.puzzle.layout
    lines = [f"DISAGREEMENT at {place}", f"  layout  {layout.name}", f"  puzzle  {write_line(disagreement.puzzle)}"]
    lines += [f"  reason  {reason}" for reason in disagreement.reasons]
    for name, answer in disagreement.results.items():
        if isinstance(answer, Result):
            lines.append(f"  {name}: {answer.verdict}, {len(answer.solutions)} found, exhausted: {answer.exhausted}")
            lines += [f"    {write_grid(grid, layout)}" for grid in answer.solutions]
        else:
            lines.append(f"  {name}: raised {type(answer).__name__}: {answer}")
    lines.append("  versions  " + ", ".join(f"{name} {version}" for name, version in disagreement.versions.items()))
    return "\n".join(lines)


def _print(report: Report, seconds: float) -> None:
    print_table(_table(report))
    for name, tally in report.tallies.items():
        if tally.late:
            click.echo(f"{name} left {tally.late} of {report.puzzles} open after {seconds:g} s each.")
    if not report.agree:
        click.echo(f"THEY DISAGREE on {len(report.disagreements)} of {report.puzzles} puzzles.")
    elif report.compared:
        backends = len(report.tallies)
        click.echo(f"All agree: {report.answers} answers to {report.puzzles} puzzles by {backends} backends.")
    else:
        click.echo(f"Nothing was compared: {report.answers} answers to {report.puzzles} puzzles, never two to one.")


def _table(report: Report) -> Table:
    base = "reference" if "reference" in report.tallies else next(iter(report.tallies))
    optional: dict[str, Callable[[Tally], int]] = {
        "no solution": lambda tally: tally.unsolvable,
        "unknown": lambda tally: tally.unknown,
        "failed": lambda tally: tally.failed,
    }
    shown = {name: count for name, count in optional.items() if any(map(count, report.tallies.values()))}
    table = new_table(
        "backend", "puzzles", "solved", "unique", *shown, "set-up s", "median ms", "total s", f"speed / {base}"
    )
    for name, tally in report.tallies.items():
        median, speed = tally.median_seconds, tally.speed_against(report.tallies[base])
        add_row(
            table,
            name,
            str(len(tally.seconds)),
            str(tally.solved),
            str(tally.unique),
            *(str(count(tally)) for count in shown.values()),
            f"{tally.setup_seconds:.2f}",
            "-" if median is None else f"{1000 * median:.2f}",
            f"{tally.total_seconds:.2f}",
            "-" if speed is None else f"{speed:.2f}",
        )
    return table
