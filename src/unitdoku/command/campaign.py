"""`unitdoku campaign`: backends cross-checked on drawn puzzles for as long as there is time."""

from __future__ import annotations

import sys
from errno import EPIPE
from math import isinf
from pathlib import Path
from time import monotonic
from typing import Any

import click

from unitdoku.command.numbers import Amount, WholeNumber
from unitdoku.command.options import (
    MOST_JOBS,
    backends_option,
    bundles_option,
    database_name,
    executor_option,
    memory_option,
    named_backend,
    named_backends,
    scheduler_option,
)
from unitdoku.command.output import in_a_sentence
from unitdoku.command.progress import progress_bar
from unitdoku.command.table import Table, print_table
from unitdoku.command.terminal import echo_wrapped
from unitdoku.compare.campaign.batch import IMAGES, usual_jobs
from unitdoku.compare.campaign.campaign import campaign
from unitdoku.compare.campaign.cases import CASE_KINDS
from unitdoku.compare.campaign.coverage import Coverage, covered
from unitdoku.compare.campaign.journal import CampaignSettings, Journal
from unitdoku.compare.cross_check.bundle import counted, try_folder
from unitdoku.compare.cross_check.defaults import default_backends
from unitdoku.compare.cross_check.finding import Disagreement, Finding
from unitdoku.compare.executors.executor import BatchExecutor, ExecutorError, open_executor
from unitdoku.compare.generators.kinds import Kind
from unitdoku.compare.results.database import DatabaseError
from unitdoku.encoders.backends.bulk import answers_in_bulk
from unitdoku.encoders.backends.registry import has_module

HELP = """Cross-check backends on drawn puzzles, for as long as there is time.

    Cases are numbered: kinds of layouts (classic, jigsaw, overlapping, any units, killer, Kakuro, ...) in turn, kinds
    of puzzles (one solution, several, none by a clash or only by search, ...) and sizes. Each is drawn from the seed
    and its number, its answer is known from its construction as far as possible, and every backend answers it in a
    worker process. A backend that takes no sums or pairs declines such puzzles, which is no finding.

    Backends that answer in bulk (native) also answer images of each puzzle: values renamed, cells moved by symmetries
    of the layout. Their answers follow from that of the puzzle, and each is checked. Millions of them take minutes.
    Puzzles with sums or pairs have no such images.

    A journal keeps the cases that are done. The same command does those that the journal lacks, however the last one
    ended: no case is repeated, and none is lost. At the end it prints a table of what all runs together have covered.
    Findings are reduced and written to folders, as by `unitdoku check`.

    Batches of cases run in processes of this machine, --jobs of them at a time, or on a Dask cluster.

    Exit status: 0 when all answers agree, in earlier runs too, 1 on a finding, 2 for bad usage or a journal that cannot
    be written, 130 when it was interrupted without a finding.

    \b
    Examples:
      unitdoku campaign --minutes 10 --seed 1
      unitdoku campaign --minutes 480 --seed 2 --journal night.sqlite --backends reference,sat,cpsat
      unitdoku campaign --minutes inf --cases 100000 --executor dask --scheduler tcp://10.0.0.5:8786
"""


@click.command("campaign", help=HELP)
@click.option(
    "--minutes",
    type=Amount(),
    default=10.0,
    show_default=True,
    metavar="N",
    help="How long to go on; inf: until --cases are done.",
)
@click.option("--seed", type=WholeNumber(0), default=0, show_default=True, metavar="S", help="Seed of all cases.")
@click.option(
    "--journal",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=database_name,
    metavar="FILE",
    help="The database of done cases; default: unitdoku-campaign-S.sqlite.",
)
@click.option("--cases", type=WholeNumber(), metavar="N", help="End when the first N cases are done.")
@click.option("--stop-after", type=WholeNumber(), metavar="N", help="End after so many different findings.")
@backends_option
@click.option(
    "--images",
    type=WholeNumber(0),
    metavar="N",
    help=f"At most so many images of a puzzle, for answers in bulk; default: {IMAGES:,} (0 without NumPy).",
)
@click.option(
    "--limit",
    type=WholeNumber(),
    default=5,
    show_default=True,
    metavar="N",
    help="At most this many solutions a puzzle.",
)
@click.option(
    "--seconds",
    type=Amount(0.01, 86400),
    default=5.0,
    show_default=True,
    metavar="S",
    help="Wall-clock limit for a backend and a case.",
)
@click.option(
    "--jobs",
    type=WholeNumber(most=MOST_JOBS),
    metavar="N",
    help="Batches that run at a time; default: the cores, fewer where memory is short.",
)
@executor_option
@scheduler_option
@memory_option
@bundles_option
def command(
    minutes: float,
    seed: int,
    path: Path | None,
    cases: int | None,
    stop_after: int | None,
    backends: str | None,
    images: int | None,
    limit: int,
    seconds: float,
    jobs: int | None,
    executor: str,
    scheduler: str | None,
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
    settings = CampaignSettings(seed, names, limit, seconds, memory << 20, _images(images, names))
    path = path or Path(f"unitdoku-campaign-{seed}.sqlite")
    try:
        executing = open_executor(executor, jobs or usual_jobs(settings), False, scheduler)
    except ExecutorError as error:
        raise click.UsageError(str(error)) from error
    try:
        journal = Journal(path, settings)
    except DatabaseError as error:
        executing.close()
        raise click.BadParameter(str(error), param_hint="--journal") from error
    ends: dict[str, Any] = {"seconds": 60 * minutes, "cases": cases, "stop_after": stop_after}
    with journal:
        coverage, findings, status = _run(journal, settings, ends, executing, bundles)
    _print(coverage, findings, seed, path)
    sys.exit(1 if findings else status)


def _images(wanted: int | None, backends: list[str]) -> int:
    """Returns how many images of a puzzle are asked: none without a backend that answers in bulk, and NumPy."""
    in_bulk = any(map(answers_in_bulk, backends))
    if wanted and not in_bulk:
        raise click.BadParameter("no backend answers in bulk; native does", param_hint="--images")
    if wanted and not has_module("numpy"):
        raise click.BadParameter("images need NumPy: pip install numpy", param_hint="--images")
    usual = IMAGES if in_bulk and has_module("numpy") else 0
    return usual if wanted is None else wanted


def _run(
    journal: Journal,
    settings: CampaignSettings,
    ends: dict[str, Any],
    executing: BatchExecutor,
    bundles: Path,
) -> tuple[Coverage, int, int]:
    """Runs the campaign and prints its findings. Returns coverage, findings, and the exit status if there are none.

    `ends` are the arguments of `campaign` that say when it ends. The findings include those of the case that was not
    done by then.
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
        return round(monotonic() - started), 0 if isinf(ends["seconds"]) else round(ends["seconds"])

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

            def lost(worker: str) -> None:
                click.echo(f"{worker} was lost; its cases went to another worker", err=True)

            callbacks: dict[str, Any] = {"after_each": after_each, "found": found, "written": written, "lost": lost}
            campaign(journal, settings, **ends, executor=executing, bundles=bundles, **callbacks)
    except KeyboardInterrupt:
        click.echo("Interrupted.")
        status = 130
    except (OSError, ExecutorError) as error:
        if isinstance(error, OSError) and error.errno == EPIPE:
            raise  # click handles it
        click.echo(f"error: the campaign cannot continue: {in_a_sentence(error)}", err=True)
        status = 2
    return coverage, findings, status


def _print(coverage: Coverage, findings: int, seed: int, path: Path) -> None:
    """Prints the tables of what was covered, and a sentence."""
    table = Table("layout", *(kind.value for kind in Kind))
    for layout, kinds in CASE_KINDS.items():
        cells = ((coverage.puzzles[layout, kind.value], coverage.impossible[layout, kind.value]) for kind in Kind)
        shown = (f"{drawn}" + (f" (+{none} none)" if none else "") for drawn, none in cells)
        table.add(layout, *(text if kind in kinds else "" for kind, text in zip(Kind, shown, strict=True)))
    print_table(table)
    click.echo()
    words = sorted({word for _, word in coverage.verdicts}, key=lambda word: (word.islower(), word))
    in_bulk = ["answers in bulk"] if coverage.bulk else []
    table = Table("backend", *words, *in_bulk)
    for backend in dict.fromkeys(backend for backend, _ in coverage.verdicts):
        bulk = [f"{coverage.bulk[backend]:,}" if coverage.bulk[backend] else "" for _ in in_bulk]
        table.add(backend, *(str(coverage.verdicts[backend, word]) for word in words), *bulk)
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
    if coverage.bulk:
        said += f", {counted(coverage.bulk.total(), 'answer')} in bulk to images of them"
    in_words = f"{findings} FINDINGS" if findings else "no finding"
    echo_wrapped(f"Seed {seed}: {said}, {in_words}; see {path}.")
