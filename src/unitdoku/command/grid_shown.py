"""A puzzle, or a solution, as a grid at the terminal."""

from __future__ import annotations

from collections.abc import Collection

from unitdoku.command.terminal import can_show, has_color, room
from unitdoku.puzzles.pictures.strokes import DRAWN
from unitdoku.puzzles.pictures.text import text_picture
from unitdoku.puzzles.text.write import write_grid, write_line
from unitdoku.reference.grid import Grid
from unitdoku.reference.puzzle import Puzzle


def grid_text(
    puzzle: Puzzle,
    solution: Grid | None,
    color: str,
    candidates: bool = False,
    marked: Collection[int] = (),
    symbols: str | None = None,
) -> str:
    """Returns a grid that fits the terminal, without a newline at the end; one line of text where none fits.

    `color` is `auto`, `always` or `never`. `marked` cells have a red ground, where there are colours.
    """
    width = room()
    picture = text_picture(
        puzzle,
        solution,
        candidates=candidates,
        color=has_color(color),
        width=width,
        ascii_only=not can_show(DRAWN),
        marked=marked,
        symbols=symbols,
    )
    if picture is not None:
        return picture
    line = write_line(puzzle) if solution is None else write_grid(solution, puzzle.layout)
    return f"{line}\n# no grid of this puzzle fits {width} columns; `unitdoku draw PUZZLE -o FILE.svg` makes a picture"
