"""`unitdoku recommend`: which backend to take for a puzzle, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from math import inf
from operator import lt
from typing import TYPE_CHECKING

import click

from unitdoku.command.inputs import Inputs, checked_symbols, is_file, named_layout
from unitdoku.command.numbers import WholeNumber
from unitdoku.command.options import LAYOUTS, layout_option, limit_option
from unitdoku.command.output import form_named, write_lines
from unitdoku.command.terminal import echo_wrapped
from unitdoku.compare.portfolio.recommend import TIMEOUT_FACTOR, Choice, MeasuredCase, features, recommend, write_table
from unitdoku.compare.results.amounts import seconds_text
from unitdoku.encoders.backends.registry import is_installed
from unitdoku.reference.errors import Unsupported

if TYPE_CHECKING:
    from unitdoku.reference.puzzle import Puzzle

QUESTIONS = {"first": "the first solution", "unique": "uniqueness", "several": "more than two solutions"}

HELP = f"""Say which backend to take for a puzzle, and why.

    The puzzle is compared with the measured cases nearest to it, by number of values, cells and units and by share of
    open candidates. The backend with the least time over those cases is recommended, timeouts counted tenfold. (The
    backend `auto` asks several in turns.) Of several puzzles the first one counts. Puzzles with sums or pairs are
    refused: no such cases were measured. --measure makes a new table of cases, in some minutes.

    Exit status: 0, or 2 for bad input.
    {LAYOUTS}
    \b
    Examples:
      unitdoku recommend 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
      unitdoku recommend puzzle.txt --layout classic:16+windoku --limit 1
      unitdoku recommend puzzles.txt --puzzles 10000
      unitdoku recommend --measure measured.tsv
"""


@click.command("recommend", help=HELP)
@click.argument("source", metavar="[PUZZLE | FILE | -]", required=False)
@layout_option
@limit_option
@click.option(
    "--puzzles",
    type=WholeNumber(),
    default=1,
    show_default=True,
    metavar="N",
    help="How many such puzzles there are to solve in one session.",
)
@click.option(
    "--measure", type=click.Path(dir_okay=False), metavar="FILE", help="Measure the cases, and write the table."
)
def command(
    source: str | None, layout: str, symbols: str | None, limit: int, puzzles: int, measure: str | None
) -> None:
    """Recommends for the first puzzle of the source."""
    if measure is not None:
        form_named(measure, {".tsv": "table"}, option="--measure")
        _measure(measure)
        return
    if source is None:
        raise click.UsageError("give a puzzle, a file, - for standard input, or --measure")
    rules = named_layout(layout)
    inputs = Inputs(rules, checked_symbols(symbols, rules))
    name = "standard input" if source == "-" else source if is_file(source) else "puzzle"
    found = inputs.of(source)
    puzzle = next(found, None)
    if puzzle is None:
        sys.exit(2)
    try:
        choice = recommend(puzzle, limit, puzzles)
    except Unsupported as error:
        inputs.complain(f"{inputs.place}: {error}")
        sys.exit(2)
    first, *reasons = _shown(choice, puzzle, puzzles)
    click.echo(first)
    for reason in reasons:
        echo_wrapped(reason, "      ")
    if next(found, None) is not None:
        click.echo(f"{name}: there are several puzzles, and this is for the first one", err=True)
    sys.exit(2 if inputs.errors else 0)


def _shown(choice: Choice, puzzle: Puzzle, puzzles: int) -> list[str]:
    """Returns the backend, and in words and numbers why."""
    own = features(puzzle)
    many = "one puzzle" if puzzles == 1 else f"{puzzles} puzzles"
    lines = [
        choice.backend,
        f"  for {QUESTIONS[choice.question]} of {many} with {own.values} values, {own.cells} cells and "
        f"{own.open_share:.0%} of all candidates open, as measured on similar cases"
        + (":" if puzzles == 1 else ", with the time a puzzle:"),
    ]
    for case in choice.cases:
        seconds = [
            f"{name} {_seconds(case, name, choice.question, puzzles)}"
            for name in choice.scores
            if name in case.backends
        ]
        lines.append(f"    {case.name} ({case.features.open_share:.0%} open): " + ", ".join(seconds))
    lines += [f"  {sentence}" for sentence in _slower(choice, puzzles)]
    missing = [name for name in choice.scores if not is_installed(name)]
    if missing:
        lines.append(f"  not installed here: {', '.join(missing)}")
    return lines


def _slower(choice: Choice, puzzles: int) -> Iterator[str]:
    """Yields why backends that are faster in one of the cases are not recommended."""
    for name in choice.scores:
        seconds = [_measured(case, name, choice.question, puzzles) for case in choice.cases]
        own = [_measured(case, choice.backend, choice.question, puzzles) for case in choice.cases]
        late = [case for case, each in zip(choice.cases, seconds, strict=True) if each == inf]
        if is_installed(name) and late and any(map(lt, seconds, own)):
            where = " and ".join(f"{case.name!r}" for case in late)
            counted = " and ".join(dict.fromkeys(f"{TIMEOUT_FACTOR * case.limit:g} s" for case in late))
            yield f"{name} is faster in other cases, but gave no answer in {where}: that counts as {counted}"


def _measured(case: MeasuredCase, backend: str, question: str, puzzles: int) -> float:
    """Returns the seconds a puzzle; infinite where the backend gave no answer."""
    return case.backends[backend].seconds(question, puzzles) if backend in case.backends else inf


def _seconds(case: MeasuredCase, backend: str, question: str, puzzles: int) -> str:
    seconds = _measured(case, backend, question, puzzles)
    return f"not in {case.limit:g} s" if seconds == inf else seconds_text(seconds)


def _measure(path: str) -> None:
    from unitdoku.compare.portfolio.measure import environment, measure

    def done(case: str, backend: str) -> None:
        click.echo(f"{case}: {backend}", err=True)

    head = (
        "# Seconds by backend on measured cases; made by: unitdoku recommend --measure FILE",
        f"# {environment()}",
        "# case, values, cells, units a cell, open share, limit, backend, set-up, first, unique, several",
    )
    # Case by case, so that a path that cannot be written to is known before the first, not after the last.
    write_lines((f"{line}\n" for line in chain(head, write_table(measure(after_each=done)))), path)
