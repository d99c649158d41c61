"""`draw` and `draw_text`: a puzzle in any form as an SVG file, or as text for a terminal."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from textwrap import wrap
from typing import cast

from ...reference.contract.errors import PuzzleError
from ...reference.contract.result import Result
from ...reference.model.grid import Grid, is_grid
from ...reference.model.layout import Layout
from ...reference.model.puzzle import Puzzle
from ..text.any_puzzle import any_grid, any_puzzle
from ..text.parse import check_symbols
from ..text.part_file import check_ending, write_complete
from .pictured import contents, pictured, value_names
from .svg import SvgPicture
from .text import TextPicture, in_ascii

MOST_CELLS = 10_000
"""An SVG picture has at most so many cells."""

_WIDEST_NOTE = 100


class SvgText(str):
    """The text of an SVG file; a notebook shows the picture."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<SvgText: {len(self)} characters>"

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
    marked: Collection[int] = (),
    theme: str = "auto",
    symbols: str | None = None,
) -> SvgText:
    """Returns a picture of a puzzle as SVG text, and writes it to a file whose name ends in `.svg`.

    In a notebook the text shows itself as a picture.
    The puzzle has any form that `solve` takes, or is a layout, or a result of `solve`: its first solution is shown with
    the givens in bold. `solution` is a grid whose values stand in the open cells, `candidates` shows what these may
    hold in small digits, and `marked` cells, by their index, have a red ground. Units that are neither lines nor
    regions are shaded, diagonals are lines, and rules that have no picture stand below it in words. `theme` is `light`,
    `dark` or `auto`, which follows the page. `symbols` has one character for each value, in text and picture. An
    existing file is replaced. Raises `OptionError` for another ending or theme, `PuzzleError` for what is no puzzle,
    for more than 10,000 cells and for another number of symbols, and OSError where the file cannot be written.
    """
    found, grid = _subject(puzzle, layout, solution, symbols)
    if path is not None:
        check_ending(path, ".svg")
    if found.layout.cell_count > MOST_CELLS:
        count = f"{found.layout.name} has {found.layout.cell_count}"
        raise PuzzleError(f"a picture has at most {MOST_CELLS} cells, but {count}")
    cells, names = contents(found, grid, candidates), value_names(found.layout, symbols)
    text = SvgPicture(found.layout).text(theme, cells, names, marked)
    if path is not None:
        write_complete(Path(path), text)
    return SvgText(text)


def draw_text(
    puzzle: object,
    *,
    layout: Layout | str | None = None,
    solution: object = None,
    candidates: bool = False,
    marked: Collection[int] = (),
    color: bool = False,
    width: int | None = None,
    ascii_only: bool = False,
    symbols: str | None = None,
    readable: bool = False,
) -> str:
    """Returns a grid of characters, with lines around regions and cages, for a terminal; no newline is at its end.

    The puzzle has any form that `solve` takes, or is a layout, a grid, or a result of `solve`: its first solution is
    shown with the givens. `candidates` shows what open cells may hold beside the givens. With `color` there are escape
    sequences of 256 colours: givens are bold, found values blue, the cells of extra units and of lines are shaded, and
    `marked` cells, by their index, have a red ground. `width` is that of the terminal in columns: of several forms the
    widest that fits is taken. With `ascii_only` lines are of `-`, `|` and `+`. `symbols` has one character for each
    value, in the text of a puzzle and in the picture. Words below say what is not drawn. What is `readable` has no
    words, and candidates as `1/3/5`: `parse_puzzle` reads it, where a layout has units only. Raises `PuzzleError` for
    what is no puzzle, for another number of symbols, and where no form fits the width.
    """
    found, grid = _subject(puzzle, layout, solution, symbols)
    shown, names = pictured(found.layout), value_names(found.layout, symbols)
    cells = contents(found, grid, candidates)
    if readable:
        cells = [("listed" if style == "small" else style, mask) for style, mask in cells]
    for pad in (1, 0):
        picture = TextPicture(shown, cells, names, pad, marked)
        if width is None or picture.width <= width:
            lines = list(picture.lines(color))
            for note in () if readable else (*(line.in_words(found.layout) for line in shown.lines), *shown.notes):
                known = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in note)
                lines += wrap(known, width or _WIDEST_NOTE, subsequent_indent="  ", break_on_hyphens=False)
            return in_ascii("\n".join(lines)) if ascii_only else "\n".join(lines)
    raise PuzzleError(f"no grid of {found.layout.name} fits {width} columns")


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
