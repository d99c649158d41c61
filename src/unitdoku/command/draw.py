"""`unitdoku draw`: a puzzle as a picture."""

from __future__ import annotations

import sys

import click

from unitdoku.command.grid_shown import grid_text
from unitdoku.command.inputs import Inputs
from unitdoku.command.options import (
    LAYOUTS,
    backend_option,
    bad_usage,
    color_option,
    reading_options,
    seconds_option,
    source_argument,
)
from unitdoku.command.output import failures_end
from unitdoku.command.terminal import say
from unitdoku.puzzles.pictures.colours import THEMES
from unitdoku.puzzles.pictures.draw import draw
from unitdoku.puzzles.text.parse import symbols_for
from unitdoku.reference.contract.errors import BackendError, PuzzleError
from unitdoku.reference.contract.result import Verdict


@click.command("draw", epilog=LAYOUTS)
@source_argument
@reading_options
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(), help="Write to this file; - is standard output, as SVG."
)
@click.option("--solve", "solved", is_flag=True, help="Show the values of the first solution too.")
@click.option("--candidates", is_flag=True, help="Show what open cells may hold beside the givens.")
@click.option(
    "--theme",
    type=click.Choice(THEMES),
    default="auto",
    help="Colours; auto: as the page that shows it.",
)
@color_option
@backend_option("The backend for --solve.")
@seconds_option(10.0, "Limit for --solve; inf for none.")
def command(
    source: str,
    inputs: Inputs,
    output: str | None,
    solved: bool,
    candidates: bool,
    theme: str,
    color: str,
    backend: str,
    seconds: float | None,
) -> None:
    """Draw a puzzle as a picture.

    FILE is an SVG file. Without a file, a terminal shows a grid of characters, and anything else gets the SVG. Givens
    are bold; extra units are shaded; cages, clues, signs, thermometers and arrows are drawn, and other rules stand
    below the picture in words.

    Exit status: 0, 1 when there is no solution to draw, 2 for bad input and for a file that cannot be written, 3 when
    the time for --solve was over.

    \b
    Examples:
      unitdoku draw puzzle.txt --candidates
      unitdoku draw puzzle.txt -o puzzle.svg
      unitdoku draw 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... --solve -o x.svg
      unitdoku draw "https://f-puzzles.com/?load=N4Ig..." --theme dark -o killer.svg
    """
    puzzle = inputs.one(source)
    symbols = symbols_for(puzzle.layout, inputs.options.symbols)
    solution = None
    if solved:
        from unitdoku.encoders.solve import solve

        with failures_end(status=1, errors=BackendError):
            result = solve(puzzle, backend, seconds=seconds)
        if not result.solutions:
            say(f"error: {result.summary}")
            sys.exit(3 if result.verdict == Verdict.UNKNOWN else 1)
        solution = result.solutions[0]
    if output is None and sys.stdout.isatty():
        click.echo(grid_text(puzzle, solution, color=color, candidates=candidates, symbols=symbols), color=True)
        return
    path = None if output in (None, "-") else output
    with failures_end(output), bad_usage(PuzzleError):
        text = draw(puzzle, path, solution=solution, candidates=candidates, theme=theme, symbols=symbols)
    if path is None:
        click.echo(text, nl=False)
