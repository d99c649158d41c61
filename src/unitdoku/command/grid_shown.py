"""A puzzle, or a solution, as a grid at the terminal."""

from __future__ import annotations

from collections.abc import Collection

from unitdoku.command.terminal import as_shown, has_color, room
from unitdoku.puzzles.pictures.draw import draw_text
from unitdoku.puzzles.pictures.text import DRAWN
from unitdoku.puzzles.text.parse import symbols_for
from unitdoku.puzzles.text.write import write_grid, write_line
from unitdoku.reference.contract.errors import PuzzleError
from unitdoku.reference.model.grid import Grid
from unitdoku.reference.model.puzzle import Puzzle


def grid_text(
    puzzle: Puzzle,
    solution: Grid | None,
    marked: Collection[int] = (),
    *,
    color: str,
    candidates: bool = False,
    symbols: str | None = None,
) -> str:
    """Returns a grid that fits the terminal, without a newline at the end; one line of text where none fits.

    `color` is `auto`, `always` or `never`. `marked` cells have a red ground, where there are colours.
    """
    width = room()
    try:
        return draw_text(
            puzzle,
            solution=solution,
            candidates=candidates,
            marked=marked,
            color=has_color(color),
            width=width,
            ascii_only=as_shown(DRAWN) != DRAWN,
            symbols=symbols_for(puzzle.layout, symbols),
        )
    except PuzzleError:
        line = write_line(puzzle) if solution is None else write_grid(solution, puzzle.layout)
        no_grid = f"no grid of this puzzle fits {width} columns; `unitdoku draw PUZZLE -o FILE.svg` makes a picture"
        return f"{line}\n# {no_grid}"
