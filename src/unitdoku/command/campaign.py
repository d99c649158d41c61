"""`unitdoku campaign`: backends cross-checked on drawn puzzles for as long as there is time."""

from __future__ import annotations

import sys
from errno import EPIPE
from math import isinf
from pathlib import Path
from time import monotonic

import click

from unitdoku.command.numbers import Amount, WholeNumber
from unitdoku.command.options import (
    backends_option,
    bundles_option,
    database_name,
    jobs_option,
    memory_option,
    named_backend,
    named_backends,
)
from unitdoku.command.output import in_a_sentence
from unitdoku.command.progress import progress_bar
from unitdoku.command.table import Table, print_table
from unitdoku.command.terminal import echo_wrapped
from unitdoku.compare.campaign.campaign import CampaignSettings, Coverage, Journal, campaign, covered
from unitdoku.compare.cross_check.bundle import counted, try_folder
from unitdoku.compare.cross_check.cross_check import default_backends
from unitdoku.compare.cross_check.finding import Disagreement, Finding
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.generators.layouts import LAYOUT_KINDS
from unitdoku.compare.results.database import DatabaseError

HELP = """Cross-check backends on drawn puzzles, for as long as there is time.

    Cases are numbered: kinds of layouts (classic, jigsaw, overlapping, any units, ...) in turn, kinds of puzzles (one
    solution, several, none by a clash or only by search, ...) and sizes. Each is drawn from the seed and its number,
    its answer is known from its construction as far as possible, and every backend answers it in a worker process.

    A journal keeps the cases that are done. The same command resumes where the journal ends, however the last one
    ended: no case is repeated, and none is lost. At the end it prints a table of what all runs together have covered.
    Findings are reduced and written to folders, as by `unitdoku check`.

    Exit status: 0 when all answers agree, in earlier runs too, 1 on a finding, 2 for bad usage or a journal that cannot
    be written, 130 when it was interrupted without a finding.

    \b
    Examples:
      unitdoku campaign --minutes 10 --seed 1
      unitdoku campaign --minutes 480 --seed 2 --journal night.sqlite --backends reference,sat,cpsat
"""


@click.command("campaign", help=HELP)
@click.option(
    "--minutes",
    type=Amount(),
    default=10.0,
    show_default=True,
    metavar="N",
    help="Time.",
)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, metavar="S", help="Of all cases.")
@click.option(
    "--journal",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=database_name,
    metavar="FILE",
    help="The database of done cases; default: unitdoku-campaign-S.sqlite.",
)
@backends_option
@click.option("--limit", type=WholeNumber(), default=5, show_default=True, metavar="N", help="Solutions.")
@click.option(
    "--seconds",
    type=Amount(0.01, 86400),
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
    path: Path | None,
    backends: str | None,
    limit: int,
    seconds: float,
    jobs: int | None,
    memory: int,
    bundles: Path,
) -> None:
    """Runs the campaign, and shows what it covered."""
    names = list(dict.fromkeys(named_backends(backends) or default_backends()))
    for name in names:
        named_backend(name)  # a mistake is found before it is in a journal
    try:
        try_folder(bundles)
    except OSError as error:
        said = f"nothing can be written to {bundles}: {error.strerror or error}"
        raise click.BadParameter(said, param_hint="--bundles") from error
    settings = CampaignSettings(seed, names, limit, seconds, memory << 20)
    path = path or Path(f"unitdoku-campaign-{seed}.sqlite")
    try:
        journal = Journal(path, settings)
    except DatabaseError as error:
        raise click.BadParameter(str(error), param_hint="--journal") from error
    with journal:
        coverage, findings, status = _run(journal, settings, minutes, jobs, bundles)
    _print(coverage, findings, seed, path)
    sys.exit(1 if findings else status)


def _run(
    journal: Journal, settings: CampaignSettings, minutes: float, jobs: int | None, bundles: Path
) -> tuple[Coverage, int, int]:
    """Runs the campaign and prints its findings. Returns coverage, findings, and the exit status if there are none.

    The findings include those of the case that was not done when the campaign ended.
    """
    coverage = covered(journal)
    findings = coverage.findings
    status = 0

    def found(number: int, disagreement: Disagreement) -> None:
        nonlocal findings
        findings += len(disagreement.findings)
        click.echo(f"FINDING in case {number} of seed {settings.seed}: {disagreement}")

    started = monotonic()

    def how_far() -> tuple[int, int]:
        return round(monotonic() - started), 0 if isinf(minutes) else round(60 * minutes)

    try:
        with progress_bar(how_far, "cases") as bar:

            def after_each(so_far: Coverage) -> None:
                nonlocal coverage
                coverage = so_far
                bar.step()

            def written(finding: Finding, path: Path | OSError) -> None:
                if isinstance(path, OSError):
                    why = f"not written to {bundles}: {path.strerror or path}"
                    click.echo(f"{finding.kind}, {finding.backend}: {why}", err=True)
                else:
                    click.echo(f"  shrunk, see {path}")

            campaign(journal, settings, 60 * minutes, jobs, after_each, found, bundles, written)
    except KeyboardInterrupt:
        click.echo("Interrupted.")
        status = 130
    except OSError as error:
        if error.errno == EPIPE:
            raise  # click handles it
        click.echo(f"error: the campaign cannot continue: {in_a_sentence(error)}", err=True)
        status = 2
    return coverage, findings, status


def _print(coverage: Coverage, findings: int, seed: int, path: Path) -> None:
    """Prints the tables of what was covered, and a sentence."""
    table = Table("layout", *(kind.value for kind in Kind))
    for layout in LAYOUT_KINDS:
        cells = ((coverage.puzzles[layout, kind.value], coverage.impossible[layout, kind.value]) for kind in Kind)
        table.add(layout, *(f"{drawn}" + (f" (+{none} none)" if none else "") for drawn, none in cells))
    print_table(table)
    click.echo()
    words = sorted({word for _, word in coverage.verdicts}, key=lambda word: (word.islower(), word))
    table = Table("backend", *words)
    for backend in dict.fromkeys(backend for backend, _ in coverage.verdicts):
        table.add(backend, *(str(coverage.verdicts[backend, word]) for word in words))
    print_table(table)
    sizes = ", ".join(f"{size}: {number}" for size, number in sorted(coverage.sizes.items()))
    click.echo()
    echo_wrapped(f"Puzzles by number of values: {sizes or 'none'}.")
    puzzles = sum(coverage.puzzles.values())
    said = f"nothing was compared in {counted(puzzles, 'puzzle')}"
    if coverage.compared:
        said = f"{counted(coverage.answers, 'answer')} to {counted(coverage.compared, 'puzzle')} compared"
        if coverage.compared < puzzles:
            alone = counted(puzzles - coverage.compared, "puzzle")
            echo_wrapped(f"Not compared: {alone} of which nothing is known, or which no backend settled in time.")
    in_words = f"{findings} FINDINGS" if findings else "no finding"
    echo_wrapped(f"Seed {seed}: {said}, {in_words}; see {path}.")
