"""`unitdoku campaign`: drawn puzzles held against all backends for as long as there is time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EPIPE
from math import isinf, isnan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unitdoku.command.options import (
    backends_option,
    bundles_option,
    jobs_option,
    memory_option,
    named_backend,
    named_backends,
)
from unitdoku.command.table import add_row, new_table, print_table
from unitdoku.compare.cross_check.finding import Disagreement, Finding

if TYPE_CHECKING:
    from unitdoku.compare.campaign.campaign import Coverage
    from unitdoku.compare.campaign.journal import Journal, Settings

HELP = """Hold backends against each other on drawn puzzles, for as long as there is time.

    Cases are numbered: kinds of layouts (classic, jigsaw, overlapping, any units, ...) in turn, kinds of puzzles (one
    solution, several, none by a clash or only by search, ...) and sizes. Each is drawn from the seed and its number,
    its answer is known from how it is made as far as possible, and every backend answers it in a process of its own.

    What is done stands in a journal. The same command goes on where the journal ends, whatever ended the last one:
    nothing is repeated, nothing lost. At the end there is a table of what all runs together have covered. Findings are
    reduced and written to folders, as by `unitdoku check`.

    Exit status: 0 when all answers agree, in earlier runs too, 1 on a finding, 2 for bad usage or a journal that cannot
    be written, 130 when it was interrupted without a finding.

    \b
    Examples:
      unitdoku campaign --minutes 10 --seed 1
      unitdoku campaign --minutes 480 --seed 2 --journal night.jsonl --backends reference,sat,cpsat
"""


def _no_nan(_: click.Context, parameter: click.Parameter, value: float) -> float:
    if isnan(value):
        raise click.BadParameter(f"nan is no number of {parameter.name}", param=parameter)
    return value


@click.command("campaign", help=HELP)
@click.option(
    "--minutes",
    type=click.FloatRange(min=0),
    callback=_no_nan,
    default=10.0,
    show_default=True,
    metavar="N",
    help="Time.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="S", help="Of all cases.")
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What is done; default: unitdoku-campaign-S.jsonl.",
)
@backends_option
@click.option("--limit", type=click.IntRange(min=1), default=5, show_default=True, metavar="N", help="Solutions.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01, max=86400),
    callback=_no_nan,
    default=5.0,
    show_default=True,
    metavar="S",
    help="A backend and case.",
)
@jobs_option
@memory_option
@bundles_option
def command(
    minutes: float,
    seed: int,
    journal: Path | None,
    backends: str | None,
    limit: int,
    seconds: float,
    jobs: int | None,
    memory: int,
    bundles: Path,
) -> None:
    """Runs the campaign, and shows what it covered."""
    from unitdoku.compare.campaign.campaign import covered
    from unitdoku.compare.campaign.journal import Settings
    from unitdoku.compare.cross_check.bundle import try_folder
    from unitdoku.compare.cross_check.cross_check import default_backends

    names = list(dict.fromkeys(named_backends(backends) or default_backends()))
    for name in names:
        named_backend(name)  # a mistake is found before there is a journal with it
    try:
        try_folder(bundles)
    except OSError as error:
        said = f"nothing can be written to {bundles}: {error.strerror or error}"
        raise click.BadParameter(said, param_hint="--bundles") from error
    settings = Settings(seed, names, limit, seconds, memory << 20)
    path = journal or Path(f"unitdoku-campaign-{seed}.jsonl")
    with _opened(path, settings) as opened:
        run = _Run(covered(opened), seed)
        status = run.go(opened, settings, minutes, jobs, bundles)
    _print(run.coverage, run.findings, seed, path)
    sys.exit(1 if run.findings else status)


def _opened(path: Path, settings: Settings) -> Journal:
    """The journal; one that cannot be gone on with is bad usage."""
    from unitdoku.compare.campaign.journal import Journal, JournalError

    try:
        return Journal(path, settings)
    except JournalError as error:
        raise click.BadParameter(str(error), param_hint="--journal") from error
    except OSError as error:
        raise click.BadParameter(f"{path}: {error.strerror or error}", param_hint="--journal") from error


class _Run:
    """A run, with what is known of it whatever ends it."""

    def __init__(self, coverage: Coverage, seed: int) -> None:
        self.coverage = coverage
        self.findings = coverage.findings
        """Those of the case that is not done yet as well."""
        self._seed = seed

    def go(self, journal: Journal, settings: Settings, minutes: float, jobs: int | None, bundles: Path) -> int:
        """Runs the campaign and shows what it finds; the exit status where that is nothing."""
        from unitdoku.compare.campaign.campaign import campaign

        try:
            with _progress(minutes) as show:

                def after_each(so_far: Coverage) -> None:
                    self.coverage = so_far
                    show(so_far)

                def written(finding: Finding, path: Path | OSError) -> None:
                    if isinstance(path, OSError):
                        why = f"not written to {bundles}: {path.strerror or path}"
                        click.echo(f"{finding.kind}, {finding.backend}: {why}", err=True)
                    else:
                        click.echo(f"  shrunk, see {path}")

                campaign(journal, settings, 60 * minutes, jobs, after_each, self._found, bundles, written)
        except KeyboardInterrupt:
            click.echo("Interrupted.")
            return 130
        except OSError as error:
            if error.errno == EPIPE:
                raise  # click knows what to do
            click.echo(f"error: it cannot go on: {error.strerror or error}", err=True)
            return 2
        return 0

    def _found(self, number: int, disagreement: Disagreement) -> None:
        self.findings += len(disagreement.findings)
        click.echo(f"FINDING in case {number} of seed {self._seed}: {disagreement}")


def _print(coverage: Coverage, findings: int, seed: int, path: Path) -> None:
    """The tables of what was covered, and a sentence."""
    from unitdoku.compare.cross_check.bundle import counted
    from unitdoku.compare.generators.kinds import Kind
    from unitdoku.compare.generators.layouts import LAYOUT_KINDS

    table = new_table("layout", *(kind.value for kind in Kind))
    for layout in LAYOUT_KINDS:
        cells = ((coverage.puzzles[layout, kind.value], coverage.impossible[layout, kind.value]) for kind in Kind)
        add_row(table, layout, *(f"{drawn}" + (f" (+{none} none)" if none else "") for drawn, none in cells))
    print_table(table)
    words = sorted({word for _, word in coverage.verdicts}, key=lambda word: (word.islower(), word))
    table = new_table("backend", *words)
    for backend in dict.fromkeys(backend for backend, _ in coverage.verdicts):
        add_row(table, backend, *(str(coverage.verdicts[backend, word]) for word in words))
    print_table(table)
    sizes = ", ".join(f"{size}: {number}" for size, number in sorted(coverage.sizes.items()))
    click.echo(f"Puzzles by number of values: {sizes or 'none'}.")
    found = f"{findings} FINDINGS" if findings else "no finding"
    puzzles = sum(coverage.puzzles.values())
    if coverage.compared:
        said = f"{counted(coverage.answers, 'answer')} to {counted(coverage.compared, 'puzzle')} compared"
        if coverage.compared < puzzles:
            alone = counted(puzzles - coverage.compared, "puzzle")
            click.echo(f"Not compared: {alone} of which nothing is known, or which no backend settled in time.")
    else:
        said = f"nothing was compared in {counted(puzzles, 'puzzle')}"
    click.echo(f"Seed {seed}: {said}, {found}; see {path}.")


_Show = Callable[["Coverage"], object]


@contextmanager
def _progress(minutes: float) -> Iterator[_Show]:
    """What shows how far it got, where somebody is there to see it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from time import monotonic

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.fields[told]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        total = None if isinf(60 * minutes) else 60 * minutes
        task, started = shown.add_task("time", total=total, told=""), monotonic()
        yield lambda so_far: shown.update(
            task, completed=monotonic() - started, told=f"{so_far.cases} cases, {so_far.answers} answers"
        )
