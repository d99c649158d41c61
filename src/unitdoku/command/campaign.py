"""`unitdoku campaign`: drawn puzzles held against all backends for as long as there is time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from unitdoku.command.options import backends_option, bundles_option, jobs_option, memory_option, named_backends
from unitdoku.command.table import add_row, new_table, print_table
from unitdoku.reference.errors import Disagreement

if TYPE_CHECKING:
    from unitdoku.compare.campaign import Coverage

HELP = """Hold backends against each other on drawn puzzles, for as long as there is time.

    Cases are numbered: kinds of layouts (classic, jigsaw, overlapping, any units, ...) in turn, kinds of puzzles (one
    solution, several, none by a clash or only by search, ...) and sizes. Each is drawn from the seed and its number,
    its answer is known from how it is made as far as possible, and every backend answers it in a process of its own.

    What is done stands in a journal. The same command goes on where the journal ends, whatever ended the last one:
    nothing is repeated, nothing lost. At the end there is a table of what all runs together have covered. Findings are
    reduced and written to folders, as by `unitdoku check`.

    Exit status: 0 when all answers agree, in earlier runs too, 1 on a finding, 2 for bad usage.

    \b
    Examples:
      unitdoku campaign --minutes 10 --seed 1
      unitdoku campaign --minutes 480 --seed 2 --journal night.jsonl --backends reference,sat,cpsat
"""


@click.command("campaign", help=HELP)
@click.option("--minutes", type=click.FloatRange(min=0), default=10.0, show_default=True, metavar="N", help="Time.")
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
    from unitdoku.compare.bundle import Circumstances
    from unitdoku.compare.campaign import campaign
    from unitdoku.compare.cross_check import default_backends
    from unitdoku.compare.follow_up import FollowUp
    from unitdoku.compare.journal import Journal, JournalError, Settings

    names = named_backends(backends) or default_backends()
    settings = Settings(seed, names, limit, seconds, memory << 20)
    path = journal or Path(f"unitdoku-campaign-{seed}.jsonl")
    follow_up = FollowUp(names, Circumstances(limit, seconds, memory << 20), bundles)
    latest: Coverage | None = None
    try:
        with Journal(path, settings) as opened, _progress(minutes) as show:

            def after_each(so_far: Coverage, disagreement: Disagreement | None, written: Sequence[Path]) -> None:
                nonlocal latest
                latest = so_far
                show(so_far)
                if disagreement is not None:
                    click.echo(f"FINDING in case {so_far.cases - 1} of seed {seed}: {disagreement}")
                for folder in written:
                    click.echo(f"  reduced, see {folder}")

            coverage = campaign(opened, settings, 60 * minutes, jobs, after_each, follow_up)
    except KeyboardInterrupt:
        if latest is not None:
            _print(latest, seed, path)
        raise
    except (JournalError, OSError) as error:
        raise click.UsageError(str(error)) from error
    _print(coverage, seed, path)
    sys.exit(1 if coverage.findings else 0)


def _print(coverage: Coverage, seed: int, path: Path) -> None:
    """The tables of what was covered, and a sentence."""
    from unitdoku.compare.drawn.kinds import Kind
    from unitdoku.compare.drawn.layouts import LAYOUT_KINDS

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
    found = f"{coverage.findings} FINDINGS" if coverage.findings else "no finding"
    puzzles = sum(coverage.puzzles.values())
    click.echo(f"Seed {seed}: {coverage.answers} answers to {puzzles} puzzles compared, {found}; see {path}.")


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
        task, started = shown.add_task("time", total=60 * minutes, told=""), monotonic()
        yield lambda so_far: shown.update(
            task, completed=monotonic() - started, told=f"{so_far.cases} cases, {so_far.answers} answers"
        )
