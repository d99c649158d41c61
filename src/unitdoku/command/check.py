"""`unitdoku check`: all backends answer, and all answers must agree."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from unitdoku.command.check_shown import Shown, way_to_show
from unitdoku.command.inputs import Inputs, Source, checked_symbols, named_layout
from unitdoku.command.options import (
    LAYOUTS,
    backends_option,
    bundles_option,
    jobs_option,
    layout_option,
    limit_option,
    memory_option,
    named_backends,
    seconds_option,
)
from unitdoku.command.progress import progress_bar
from unitdoku.compare.cross_check.finding import Disagreement, Finding
from unitdoku.reference.errors import BackendUnavailable, OptionError, UnknownBackend

if TYPE_CHECKING:
    from unitdoku.compare.cross_check.cross_check import Report
    from unitdoku.compare.cross_check.follow_up import FollowUp
    from unitdoku.compare.generators.kinds import Drawn
    from unitdoku.reference.layout import Layout
    from unitdoku.reference.puzzle import Puzzle

HELP = f"""Hold backends against each other.

    Every backend answers every puzzle of the files (without one: the puzzles that come with the package; - is standard
    input), in a process of its own. Verdicts, counts up to the limit and solutions must be the same everywhere, and
    every solution must keep the rules. What is wrong is a finding: crashed, timed out, out of memory, invalid (no
    answer at all) or wrong. The table shows what each backend did and how long it took; Ctrl-C ends it within a second,
    with the table of what was checked by then.

    The first finding of each kind is reduced to a small puzzle and written to a folder of its own in --bundles, with
    all answers, the formula, the command that shows it again, and a test for pytest.

    --solver holds any program against ours, on puzzles of --layout: COMMAND gets a puzzle in one line in the place of
    {{puzzle}}, a file with it for {{file}}, or on standard input, and prints a grid, or UNSAT in a line, or after all
    the grids that there are UNIQUE in a line; without that it stays open whether there are others. Without files it
    gets puzzles of the package, and drawn ones whose answers are known.

    Exit status: 0 when all answers agree, 1 on a finding, 2 for bad input (the other puzzles are still checked),
    3 when no backend settled one of the puzzles in time.
    {LAYOUTS}
    \b
    Examples:
      unitdoku check
      unitdoku check puzzles.txt --backends reference,sat:cadical195,cpsat
      unitdoku check jigsaws.jsonl --limit 5 --seconds 60 --jobs 4
      unitdoku check --solver "./mine --quiet {{puzzle}}"
"""


class _Options(NamedTuple):
    """How backends are to be asked."""

    backends: list[str] | None
    limit: int
    seconds: float
    jobs: int | None
    memory: int
    bundles: Path | None


@click.command("check", help=HELP)
@click.argument("files", metavar="[FILE]...", nargs=-1)
@layout_option
@backends_option
@click.option(
    "--solver",
    "solvers",
    metavar="COMMAND",
    multiple=True,
    help="A program to hold against reference and sat, or --backends; any number of them.",
)
@limit_option
@seconds_option(10.0)
@jobs_option
@memory_option
@bundles_option
@click.option("--no-bundles", is_flag=True, help="Neither reduce findings nor write them.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the puzzles that are drawn.")
@click.option("--json", "json_lines", is_flag=True, help="A JSON object a finding and backend, and one for the whole.")
def command(
    files: tuple[str, ...],
    layout: str,
    symbols: str | None,
    backends: str | None,
    solvers: tuple[str, ...],
    limit: int,
    seconds: float,
    jobs: int | None,
    memory: int,
    bundles: Path,
    no_bundles: bool,
    seed: int,
    json_lines: bool,
) -> None:
    """Checks every puzzle of the files."""
    from unitdoku.compare.corpora.bundled import bundled_files

    rules = named_layout(layout)
    inputs = Inputs(rules, checked_symbols(symbols, rules))
    shown = way_to_show(json_lines)
    options = _Options(_names(backends, solvers), limit, seconds, jobs, memory << 20, None if no_bundles else bundles)
    puzzles: Iterator[Puzzle | Drawn]
    if solvers and not files:
        puzzles = _for_a_solver(rules, seed, inputs)
    else:
        sources: list[Source] = list(files) if files else list(bundled_files())
        puzzles = inputs.puzzles(sources)
    report = _checked(puzzles, inputs, options, shown)
    sys.exit(1 if not report.agree else 2 if inputs.errors else 3 if report.open else 0)


def _checked(puzzles: Iterator[Puzzle | Drawn], inputs: Inputs, options: _Options, shown: Shown) -> Report:
    """The report, findings shown and written as they come."""
    from unitdoku.compare.cross_check.cross_check import cross_check, default_backends

    names = default_backends() if options.backends is None else options.backends
    follow_up = _follow_up(names, options)
    # Puzzles are taken ahead of their turn.
    coming: deque[tuple[Puzzle, str]] = deque()
    latest: Report | None = None
    with progress_bar(inputs.how_far) as bar:

        def noted() -> Iterator[Puzzle | Drawn]:
            for puzzle in puzzles:
                coming.append((puzzle if not isinstance(puzzle, tuple) else puzzle.puzzle, inputs.place))
                yield puzzle

        def after_each(so_far: Report, disagreement: Disagreement | None) -> None:
            nonlocal latest
            latest = so_far
            puzzle, place = coming.popleft()
            if follow_up is not None:
                follow_up.note(puzzle, disagreement, place)
            if disagreement is not None:
                shown.finding(disagreement, place)
            bar.step()

        try:
            report = cross_check(
                noted(), names, options.limit, options.seconds, after_each, jobs=options.jobs, memory=options.memory
            )
        except KeyboardInterrupt:
            if latest is not None:
                shown.end(latest, options.seconds, interrupted=True)
            raise
        except (UnknownBackend, BackendUnavailable, OptionError) as error:
            raise click.UsageError(str(error)) from error
    shown.end(report, options.seconds)
    for finding, path in follow_up.bundles(_unwritten) if follow_up is not None else ():
        shown.bundle(finding, path)
    return report


def _follow_up(names: list[str], options: _Options) -> FollowUp | None:
    if options.bundles is None:
        return None
    from unitdoku.compare.cross_check.bundle import Circumstances
    from unitdoku.compare.cross_check.follow_up import FollowUp, try_folder

    try:
        try_folder(options.bundles)
    except OSError as error:
        said = f"nothing can be written to {options.bundles}: {error.strerror or error}; see --no-bundles"
        raise click.BadParameter(said, param_hint="--bundles") from error
    seconds = None if options.seconds == float("inf") else options.seconds
    return FollowUp(names, Circumstances(options.limit, seconds, options.memory), options.bundles)


def _unwritten(_: Finding, said: str) -> None:
    click.echo(said, err=True)


def _for_a_solver(rules: Layout, seed: int, inputs: Inputs) -> Iterator[Puzzle | Drawn]:
    """The package's puzzles on the layout that the solver knows, as far as they have plain givens, then drawn ones."""
    from unitdoku.compare.corpora.bundled import bundled_puzzles
    from unitdoku.compare.generators.puzzles import is_plain, plain_puzzles

    for file, entry in bundled_puzzles():
        if entry.puzzle is not None and entry.puzzle.layout == rules and is_plain(entry.puzzle):
            inputs.place = f"{file}: line {entry.line}"
            yield entry.puzzle
    for number, drawn in enumerate(plain_puzzles(rules, seed, 100), start=1):
        inputs.place = f"drawn puzzle {number} of seed {seed}: {drawn.how}"
        yield drawn


def _names(backends: str | None, solvers: Sequence[str]) -> list[str] | None:
    names = named_backends(backends)
    if not solvers:
        return names
    return [*(_ours() if names is None else names), *(f"program:{solver}" for solver in solvers)]


def _ours() -> list[str]:
    """Whom a program is held against."""
    from unitdoku.encoders.backends.registry import is_installed

    return [name for name in ("reference", "sat") if is_installed(name)]
