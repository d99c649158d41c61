"""`unitdoku solve`: puzzles in, solutions out."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from unitdoku.command.inputs import Inputs, checked_symbols, is_file, named_layout
from unitdoku.command.options import LAYOUTS, layout_option, limit_option, named_backend, seconds_option
from unitdoku.command.progress import progress_bar
from unitdoku.encoders.sessions import Sessions
from unitdoku.reference.errors import UnitdokuError
from unitdoku.reference.grid import Grid
from unitdoku.reference.layout import Layout
from unitdoku.reference.puzzle import Puzzle
from unitdoku.reference.result import Result, Verdict
from unitdoku.reference.text.write import write_grid, write_picture

SECONDS = ("encode", "load", "solve")

HELP = f"""Solve puzzles.

    The argument is a puzzle, a file, or - for standard input (the default where that is no terminal). A file holds one
    puzzle a line, or pictures with blank lines between them. Open cells are . 0 * _ and cells may be numbers with
    blanks or commas between them. Solutions are printed one a line, the verdict after a #.

    Without --backend each puzzle goes to the backend that was measured to be best on puzzles like it: see `unitdoku
    recommend`. Ctrl-C ends the search within a second, and shows the solutions that it had.

    Exit status: 0 when every verdict is known, 1 when a backend failed, 2 for bad input (the other puzzles are still
    answered), 3 when a verdict stayed unknown.
    {LAYOUTS}
    \b
    Examples:
      unitdoku solve 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......
      unitdoku solve puzzles.txt --backend sat:cadical195 --json
      unitdoku solve - --layout diagonal --picture < puzzle.txt
      unitdoku solve "1... .... .... ...." --layout classic:4 --limit 1000
"""


@click.command("solve", help=HELP)
@click.argument("source", metavar="[PUZZLE | FILE | -]", required=False)
@layout_option
@click.option("--backend", default="auto", show_default=True, metavar="B", help="See `unitdoku backends`.")
@limit_option
@seconds_option(None)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a puzzle and line.")
@click.option("--picture", is_flag=True, help="Draw each solution over several lines.")
def command(
    source: str | None,
    layout: str,
    symbols: str | None,
    backend: str,
    limit: int,
    seconds: float | None,
    as_json: bool,
    picture: bool,
) -> None:
    """Answers every puzzle of the source."""
    rules = named_layout(layout)
    inputs = Inputs(rules, checked_symbols(symbols, rules))
    solver = named_backend(backend)
    puzzles = _puzzles(source, inputs)
    unknown = failed = 0
    several = source is None or is_file(source)
    with Sessions(solver) as sessions, progress_bar(inputs.how_far, wanted=several and not sys.stdout.isatty()) as bar:
        for puzzle in puzzles:
            found: list[Grid] = []
            try:
                result = sessions.on(puzzle.layout).solve(puzzle, limit, seconds, found.append)
            except KeyboardInterrupt:
                if found:
                    partial = Result(tuple(found), False, {}, solver.name)
                    _show(partial, puzzle.layout, inputs, as_json, picture, several)
                raise
            except UnitdokuError as error:
                failed += 1
                sessions.drop(puzzle.layout)
                click.echo(f"error: {inputs.place}: {error}", err=True)
                continue
            unknown += result.verdict == Verdict.UNKNOWN
            _show(result, puzzle.layout, inputs, as_json, picture, several)
            bar.step()
    sys.exit(1 if failed else 2 if inputs.errors else 3 if unknown else 0)


def _puzzles(source: str | None, inputs: Inputs) -> Iterator[Puzzle]:
    if source is None:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("give a puzzle, a file, or - for standard input")
        source = "-"
    return inputs.of(source)


def _show(result: Result, layout: Layout, inputs: Inputs, as_json: bool, picture: bool, several: bool) -> None:
    if as_json:
        click.echo(_json(result, layout, inputs.line))
    else:
        _print(result, layout, inputs.line if several else None, picture)


def _json(result: Result, layout: Layout, line: int) -> str:
    import json  # here, as text output does without

    words = {word: number for word, number in result.statistics.items() if not word.endswith("_seconds")}
    return json.dumps(
        {
            "line": line,
            "layout": layout.name,
            "backend": result.backend,
            "verdict": result.verdict.value,
            "solutions": [write_grid(grid, layout) for grid in result.solutions],
            "exhausted": result.exhausted,
            "unique": result.unique,
            "seconds": {part: result.statistics.get(f"{part}_seconds", 0.0) for part in SECONDS},
            "statistics": words,
        }
    )


def _print(result: Result, layout: Layout, line: int | None, picture: bool) -> None:
    comment = f"  # {_told(result)}" if line is None else f"  # line {line}: {_told(result)}"
    if not result.solutions:
        click.echo(comment.strip())
    for grid in result.solutions:
        if picture:
            click.echo(comment.strip() + "\n" + write_picture(Puzzle.from_values(layout, grid)) + "\n")
        else:
            click.echo(write_grid(grid, layout) + comment)


def _told(result: Result) -> str:
    """The verdict in words."""
    if result.verdict != Verdict.SAT:
        return f"{result.verdict}: " + ("no solution" if result.exhausted else "not settled in time")
    if result.unique:
        return "SAT, unique"
    count = len(result.solutions)
    if result.exhausted:
        return f"SAT, {count} solutions"
    return f"SAT, at least {count} solution{'s' if count > 1 else ''}"
