"""`draw` and `draw_text`: a puzzle in any form as an SVG file, or as text for a terminal."""

from __future__ import annotations

import os
from pathlib import Path
from typing import cast

from ...reference.errors import OptionError, PuzzleError
from ...reference.grid import Grid, is_grid
from ...reference.layout import Layout
from ...reference.puzzle import Puzzle
from ...reference.result import Result
from ..text.any_grid import any_grid
from ..text.any_puzzle import any_puzzle
from ..text.parse import check_symbols
from .svg import svg
from .text import text_picture


class Picture(str):
    """The text of an SVG file; a notebook shows the picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Picture: {len(self)} characters of SVG>"

    def _repr_svg_(self) -> str:
        """Returns the text for notebooks."""
        return str(self)


def draw(
    puzzle: object,
    path: str | os.PathLike[str] | None = None,
    *,
    layout: Layout | str | None = None,
    solution: object = None,
    candidates: bool = False,
    theme: str = "auto",
    symbols: str | None = None,
) -> Picture:
    """Returns a picture of a puzzle as SVG text, and writes it to a file whose name ends in `.svg`.

    In a notebook the text shows itself as a picture.
    The puzzle has any form that `solve` takes, or is a layout, or a result of `solve`: its first solution is shown with
    the givens in bold. `solution` is a grid whose values stand in the open cells, `candidates` shows what these may
    hold, `theme` is `light`, `dark` or `auto`, which follows the page. `symbols` has one character for each value, in
    text and picture. An existing file is replaced. Raises `OptionError` for another ending or theme, `PuzzleError` for
    what is no puzzle, for more than 10,000 cells and for another number of symbols, and OSError where the file cannot
    be written.
    """
    found, grid = _subject(puzzle, layout, solution, symbols)
    if path is not None and os.path.splitext(os.fspath(path))[1].lower() != ".svg":
        raise OptionError(f"pictures are SVG files: {os.fspath(path)!r} has to end in .svg")
    text = svg(found, grid, candidates=candidates, theme=theme, symbols=symbols)
    if path is not None:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    return Picture(text)


def draw_text(
    puzzle: object,
    *,
    layout: Layout | str | None = None,
    solution: object = None,
    candidates: bool = False,
    color: bool = False,
    width: int | None = None,
    ascii_only: bool = False,
    symbols: str | None = None,
) -> str:
    """Returns a grid of characters, with lines around regions and cages, for a terminal.

    The puzzle has any form that `solve` takes, or is a layout, a grid, or a result of `solve`: its first solution is
    shown with the givens. `candidates` shows what open cells may hold beside the givens. With `color` there are escape
    sequences, and givens are bold. `width` is that of the terminal in columns: of several forms the widest that fits is
    taken. With `ascii_only` lines are of `-`, `|` and `+`. `symbols` has one character for each value, in the text of a
    puzzle and in the picture. Words below say what is not drawn. Raises `PuzzleError` for what is no puzzle, for
    another number of symbols, and where no form fits the width.
    """
    found, grid = _subject(puzzle, layout, solution, symbols)
    picture = text_picture(
        found, grid, candidates=candidates, color=color, width=width, ascii_only=ascii_only, symbols=symbols
    )
    if picture is None:
        raise PuzzleError(f"no grid of {found.layout.name} fits {width} columns")
    return picture


def _subject(
    puzzle: object, layout: Layout | str | None, solution: object, symbols: str | None
) -> tuple[Puzzle, Grid | None]:
    """Returns the puzzle, in any form that `solve` takes, and the solution; for a result its puzzle and first solution.

    A puzzle that is text is read by the `symbols`, if there are any. Raises `PuzzleError` for what is no puzzle, for a
    solution that is no complete grid, and for symbols that cannot stand for the values of the layout.
    """
    if isinstance(puzzle, Result):
        solution = puzzle.solution if solution is None else solution
        puzzle = puzzle.puzzle
    found = any_puzzle(puzzle, layout, symbols)
    if symbols is not None:
        check_symbols(symbols, found.layout)
    if solution is None:
        return found, None
    grid = any_grid(solution, found.layout)
    if not is_grid(grid, found.layout):
        raise PuzzleError("the solution is no complete grid")
    return found, cast(Grid, grid)
