"""Pictures as SVG: text, and files."""

from __future__ import annotations

import os
from pathlib import Path

from ...reference.drawing.picture import Picture
from ...reference.drawing.svg import svg
from ...reference.errors import OptionError
from ...reference.layout import Layout
from .subject import subject_of


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
    found, grid = subject_of(puzzle, layout, solution, symbols)
    if path is not None and os.path.splitext(os.fspath(path))[1].lower() != ".svg":
        raise OptionError(f"pictures are SVG files: {os.fspath(path)!r} has to end in .svg")
    text = svg(found, grid, candidates=candidates, theme=theme, symbols=symbols)
    if path is not None:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    return Picture(text)
